# SPDX-License-Identifier: MIT
# What a fold of `perf script` text must add up to, by the headers alone: the
# periods (1 where none is printed) of the clock or, without one, of the event
# with most samples. Text without times has no periods either: there every block between blank lines counts 1.
#
# worker 0 17281 [001]  1148.693275:    1003009 cpu-clock:

BEGIN {
	time = "(^| )[0-9]+[.][0-9]+:( |$)"
}

/./ {
	in_block = 1
}

/^$/ {
	blocks += in_block
	in_block = 0
}

/^\t/ || /^#( |$)/ || !match($0, time) {
	next
}

{
	rest = substr($0, RSTART + RLENGTH)
	sub(/^ +/, "", rest)
	if (rest ~ /^PERF_RECORD_/)
		next
	period = 1
	if (match(rest, /^[0-9]+( +|$)/)) {
		period = substr(rest, 1, RLENGTH) + 0
		rest = substr(rest, RLENGTH + 1)
	}
	event = match(rest, /:( |$)/) ? substr(rest, 1, RSTART - 1) : ""
	samples++
	if (event ~ /^cpu-clock/)
		clock = event
	total[event] += period ? period : 1
	if (++count[event] > count[most])
		most = event
}

END {
	if (clock != "")
		most = clock
	printf "%.0f\n", samples ? total[most] : blocks + in_block
}
