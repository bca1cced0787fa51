#!/bin/sh
# SPDX-License-Identifier: MIT
# Inputs of a shape that nobody draws: stacks millions of frames deep, a
# million siblings, one endless name, bytes that are no text. Time is limited
# by the test's timeout; each must end well, with nothing lost.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
part=${2:-1} # sanitizers get a part of the size

# The sum of the weights in column $1 from the right.
sum() {
	awk -v column="$1" '{ n += $(NF - column) } END { printf "%.0f\n", n }'
}

# check LINES SUM [deep]: what must come of `input`.
check() {
	cp input other
	case $tool in
	fg-render)
		"$tool" input 2>err | tail -n 1 | grep -q '</svg>' ||
			fail "$what: no whole picture"
		expect_quiet
		[ "$3" = deep ] && return
		"$tool" --classic -o picture input 2>err
		status=$?
		expect_status 0
		expect_quiet
		xmllint --huge --noout picture 2>err ||
			fail "$what: not well-formed"
		;;
	fg-collapse)
		run --
		expect_status 0
		expect_quiet
		[ "$(wc -l <out)" = "$1" ] || fail "$what: lines"
		[ "$(sum 0 <out)" = "$2" ] || fail "$what: sum"
		;;
	fg-diff)
		run --
		expect_status 0
		expect_quiet
		# the first is the header
		[ "$(tail -n +2 out | wc -l)" = "$1" ] || fail "$what: lines"
		[ "$(sum 0 <out)" = "$2" ] || fail "$what: sum"
		[ "$(sum 1 <out)" = "$2" ] || fail "$what: sum"
		;;
	esac
}

what='four million frames deep'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 4000000 / part; i++)
		printf "f%d;", i % 1000
	print "leaf 7"
}' >input
check 1 7 deep

what='four million frames deep, all the same'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 4000000 / part; i++)
		printf "f;"
	print "f 7"
}' >input
check 1 7 deep

what='a million siblings'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 1000000 / part; i++)
		print "main;f" i " " 3
}' >input
check $((1000000 / part)) $((3000000 / part))

what='a hundred thousand stacks that share all but the leaf'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 100; i++)
		path = path "f" i ";"
	for (i = 0; i < 100000 / part; i++)
		print path "g" i " 2"
}' >input
check $((100000 / part)) $((200000 / part))

what='a name of 16 MB'
awk -v part="$part" 'BEGIN {
	name = "x"
	for (i = 0; i < 24; i++)
		name = name name
	print "main;" name " 3"
	print "main;" name ";leaf 4"
}' >input
check 2 7

what='the same line a million times'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 1000000 / part; i++)
		print "main;run;work 3"
}' >input
check 1 $((3000000 / part))

what='a weight of a million digits'
awk -v part="$part" 'BEGIN {
	zeros = "0"
	for (i = 0; i < 20; i++)
		zeros = zeros zeros
	print "main;run " zeros "5"
}' >input
check 1 5

what='NUL, control characters and broken UTF-8'
printf 'a\000b;\001\033[31m;\377\300\200;\355\240\200;<&>"]]>-- 7\n' >input
check 1 7
finish
