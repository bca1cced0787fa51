#!/bin/sh
# SPDX-License-Identifier: MIT
# combs.sh fg-collapse [PART]: call trees as deep as they have branches, and
# one with many branches at one place, in the text of valgrind's tools. Where
# every stack is written out that is the square of what was read; nothing may
# be more. Time is limited by the test's timeout.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
part=${2:-1} # sanitizers get a part of the size
deep=$((4000 / part)) wide=$((200000 / part))

# check LINES SUM: what must come of `input`.
check() {
	run --no-header --
	expect_status 0
	[ "$(wc -l <out)" = "$1" ] || fail "$what: $(wc -l <out) lines, not $1"
	sum=$(awk '{ n += $NF } END { printf "%.0f\n", n }' out)
	[ "$sum" = "$2" ] || fail "$what: a sum of $sum, not $2"
}

massif_head() {
	printf '%s\n' 'desc: --massif' 'cmd: ./comb' 'time_unit: i' \
		'#-----------' snapshot=0 '#-----------' time=0 \
		"mem_heap_B=$1" mem_heap_extra_B=0 mem_stacks_B=0 \
		heap_tree=peak
}

what='massif: a comb'
{
	massif_head "$deep"
	awk -v n="$deep" 'BEGIN {
		print "n2: " n " (heap allocation functions) malloc/new/new[]"
		for (i = 1; i < n; i++) {
			blanks = blanks " "
			printf "%sn%d: %d 0x%X: f%d (a.c:%d)\n", blanks,
				i < n - 1 ? 2 : 0, n - i, i, i, i
		}
		for (; --i > 0; )
			printf "%*s: 1 0x1: leaf%d (a.c:1)\n", i + 2, "n0", i
	}'
} >input
check "$deep" "$deep"

what='massif: many branches'
{
	massif_head "$wide"
	awk -v n="$wide" 'BEGIN {
		print "n" n ": " n " (heap allocation functions) malloc"
		for (i = 0; i < n; i++)
			print " n0: 1 0x1: f" i " (a.c:1)"
	}'
} >input
check "$wide" "$wide"

# The weight is at the end of the spine, so nothing on it is small.
what='callgrind: a comb'
awk -v n="$deep" -v all=1000000000 'BEGIN {
	print "# callgrind format\nversion: 1\nevents: Ir\npositions: line\n"
	for (i = 1; i <= n; i++) {
		print "fn=f" i "\n1 " (i < n ? 1 : all)
		print "cfn=leaf" i "\ncalls=1 1\n1 1"
		if (i < n)
			print "cfn=f" i + 1 "\ncalls=1 1\n1 " all + 2 * (n - i)
		print "\nfn=leaf" i "\n1 1\n"
	}
}' >input
# a thousand deep; the rest is below, in one frame
lines=$((deep > 1000 ? 2000 : 2 * deep))
check "$lines" $((1000000000 + 2 * deep - 1))
[ "$deep" -le 1000 ] ||
	grep -q ';f999;f1000;\[pruned\] 1000' out ||
	fail "$what: not cut where it is deep"

what='callgrind: many branches'
awk -v n="$wide" 'BEGIN {
	print "# callgrind format\nversion: 1\nevents: Ir\npositions: line\n"
	print "fn=main\n1 1"
	for (i = 0; i < n; i++)
		print "cfn=f" i "\ncalls=1 1\n1 1"
	for (i = 0; i < n; i++)
		print "\nfn=f" i "\n1 1"
}' >input
check $((wide + 1)) $((wide + 1))

# dhat POINTS COMB: each one frame deeper than the last, or all flat
dhat() {
	awk -v n="$1" -v comb="$2" 'BEGIN {
		printf "{\"dhatFileVersion\":2,\"mode\":\"heap\","
		printf "\"verb\":\"Allocated\",\"bklt\":true,\"bkacc\":true,"
		printf "\"tu\":\"instrs\",\"Mtu\":\"Minstr\",\"cmd\":\"x\","
		printf "\"pid\":1,\"tg\":1,\"te\":2,\"pps\":["
		for (i = 1; i <= n; i++) {
			printf "%s{\"tb\":1,\"tbk\":1,\"tl\":1,\"mb\":1,", comma
			printf "\"mbk\":1,\"gb\":1,\"gbk\":1,\"eb\":1,"
			printf "\"ebk\":1,\"rb\":1,\"wb\":1,\"fs\":[" i
			spine = spine (i > 1 ? "," i - 1 : "")
			printf "%s]}", comb ? spine : ""
			comma = ","
			if (!comb)
				spine = ""
		}
		printf "],\"ftbl\":[\"[root]\""
		for (i = 1; i <= n; i++)
			printf ",\"0x%X: f%d (a.c:1)\"", i, i
		print "]}"
	}'
}

what='DHAT: a comb'
dhat $((deep / 4)) 1 >input
check $((deep / 4)) $((deep / 4))

what='DHAT: many branches'
dhat "$wide" 0 >input
check "$wide" "$wide"
finish
