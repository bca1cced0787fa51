#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh TOOL GROUP: in a control group with little memory, TOOL says that
# there is not enough and ends with status 1, before the kernel would kill it;
# where there is enough, nothing is different. GROUP is loaded to play the
# kernel's part; see group.c.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
group=$2

awk 'BEGIN {
	for (i = 0; i < 300000; i++)
		print "main;f" i % 977 ";g" i * 7 ";h" i % 7 " " i + 1
}' >input
cp input other
run --
expect_status 0
cp out expected
enough=
FG_GROUP_USED=5000000
export FG_GROUP_USED
for mb in 20 24 32 48 64 96 100 128 192 256 512; do
	what="a group of $mb MB"
	case $tool in
	fg-diff) set -- "$tool" -o made input other ;;
	*) set -- "$tool" -o made input ;;
	esac
	FG_GROUP_LIMIT=${mb}000000 LD_PRELOAD=$group "$@" >out 2>err
	status=$?
	if [ "$status" = 0 ]; then
		enough=$mb
		cmp -s made expected || fail "$what: other output"
	else
		expect_status 1
		grep -q "^$tool: out of memory (.* left)\$" err ||
			fail "$what: not told"
		[ ! -e made ] || fail "$what: half a file"
		[ -z "$enough" ] || fail "$what: $enough were enough"
	fi
	rm -f made
done
[ -n "$enough" ] || fail 'nothing is enough'
[ "$enough" = 512 ] || fail 'more is not enough'
finish
