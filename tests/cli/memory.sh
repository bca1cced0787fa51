#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh TOOL: --limit-memory ends TOOL with a message and status 1 where it
# needs more, leaves no file, and changes nothing where there is enough.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

awk 'BEGIN {
	for (i = 0; i < 300000; i++)
		print "main;f" i % 977 ";g" i * 7 ";h" i % 7 " " i + 1
}' >input
cp input other

# limited SIZE
limited() {
	what="--limit-memory $1"
	case $tool in
	fg-diff) "$tool" --limit-memory "$1" -o made input other ;;
	*) "$tool" --limit-memory "$1" -o made input ;;
	esac >out 2>err
	status=$?
}

case $tool in
fg-diff) "$tool" -q input other >expected ;;
*) "$tool" -q input >expected ;;
esac || fail 'without a limit'
for size in 8M 8192K 8388608; do
	limited "$size"
	expect_status 1
	grep -q "^$tool: out of memory" err || fail "$what: not told"
	[ ! -e made ] || fail "$what: half a file"
done
limited 1G
expect_status 0
cmp -s made expected || fail "$what: other output"
for size in 0 x 5T -1 99999999999999G; do
	limited "$size"
	expect_status 2
	grep -q -- "--limit-memory: bad size '$size'" err ||
		fail "$what: another message"
done
finish
