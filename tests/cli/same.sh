#!/bin/sh
# SPDX-License-Identifier: MIT
# Each run draws a key for its hash tables. It must not show: same input, same
# bytes, whatever the key and the number of threads.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

awk 'BEGIN {
	for (i = 0; i < 3000; i++)
		printf "main;a%d;b%d;%0*d %d\n", i % 7, i % 501, i % 60, \
			i % 97, i
}' >input
sed 's/b1/c1/' input >other
what='the same input again'
run
expect_status 0
mv out first
i=0
while [ $i -lt 20 ]; do
	case $tool in
	fg-collapse) run -j $((i % 3 + 1)) ;;
	*) run ;;
	esac
	cmp -s out first || fail "$what: other bytes in run $i"
	i=$((i + 1))
done
finish
