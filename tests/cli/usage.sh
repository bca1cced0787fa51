#!/bin/sh
# SPDX-License-Identifier: MIT
# --help, --version, and wrong use of the command line.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

what='--help'
"$tool" --help >out 2>err
status=$?
expect_status 0
expect_quiet
head -n 1 out | grep -q "^Usage: $tool " || fail "$what: first line"
awk 'length > 80' out | grep -q . && fail "$what: over 80 columns"
grep -q '	' out && fail "$what: tabs"
grep -q ' $' out && fail "$what: trailing blanks"
cp out help
"$tool" -h >out 2>err
[ "$tool" = fg-render ] || cmp -s out help || fail '-h is not --help'

what='--version'
"$tool" --version >out 2>err
status=$?
expect_status 0
expect_quiet
grep -qxE "$tool [0-9]+\.[0-9]+\.[0-9]+" out || fail "$what: $(cat out)"

what='unknown option'
run --no-such-option
expect_status 2
expect_no_output
expect_error "$tool: unknown option '--no-such-option'
Try '$tool --help'."

what='mistyped option'
run --versoin
expect_status 2
expect_error "$tool: unknown option '--versoin'; did you mean '--version'?
Try '$tool --help'."

what='value for a flag'
run --help=now
expect_status 2
expect_error "$tool: --help: takes no value, got 'now'
Try '$tool --help'."

what='missing value'
"$tool" -o >out 2>err
status=$?
expect_status 2
expect_error "$tool: -o: needs a value, FILE
Try '$tool --help'."

what='control characters in an option'
run "$(printf -- '--a\033[31mb')"
expect_status 2
expect_error "$tool: unknown option '--a?[31mb'
Try '$tool --help'."

# fg-record has no quiet run without performance events: cli/record
[ "$tool" != fg-record ] || finish
what='quiet run'
run -q
expect_status 0
expect_quiet
finish
