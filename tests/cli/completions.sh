#!/bin/sh
# SPDX-License-Identifier: MIT
# The shells take the completions; bash's give the option one means.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

for shell in bash zsh fish; do
	what="completions for $shell"
	"$tool" --print-completion "$shell" >"$shell.out" 2>err
	status=$?
	expect_status 0
	expect_quiet
	$shell -n "$shell.out" 2>err || fail "$what: $shell cannot read them"
	grep -q -e version "$shell.out" || fail "$what: no --version"
done

# offer WORD...: what bash offers for the last word, one a line.
offer() {
	# shellcheck disable=SC2016 # for bash to expand
	bash -c '
		. ./bash.out
		COMP_WORDS=("$@")
		COMP_CWORD=$(($# - 1))
		_"${1//-/_}" 2>/dev/null
		printf "%s\n" "${COMPREPLY[@]}"
	' bash "$tool" "$@"
}

what='bash on an option'
offer --vers | grep -qx -e --version || fail "$what: not offered"
what='bash on a file'
offer inp | grep -qx input || fail "$what: not offered"
what='bash on a file behind -o'
offer -o inp | grep -qx input || fail "$what: not offered"
finish
