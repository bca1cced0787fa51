#!/bin/sh
# SPDX-License-Identifier: MIT
# real.sh BUSY: recordings by the kernel's own events, of a program that is
# known to spend three quarters of its time in heavy().
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
busy=$1
need_names
need_events "$busy"

# share NAME: percent of the weight of x.folded that ends in it.
share() {
	awk -v leaf=";$1" '
		/^#/ { next }
		{ weight = $NF; sub(/ [0-9]+$/, ""); all += weight }
		substr($0, length($0) - length(leaf) + 1) == leaf { sum += weight }
		END { printf "%d\n", all ? 100 * sum / all : 0 }' x.folded
}

# within LOW HIGH NUMBER
within() {
	if [ "$3" -lt "$1" ] || [ "$3" -gt "$2" ]; then
		fail "$3 is not in $1 to $2"
	fi
}

record -e cpu-clock -o x.folded -- "$busy" 1000 5
expect_status 5
has x.folded ';main;.*heavy [0-9]'
within 60 85 "$(share heavy)"

what='threads'
record -e cpu-clock -o x.folded -- "$busy" 300 0 3
expect_status 0
has x.folded ';thread;.*heavy [0-9]'
total=$(sed -n 's/.* total=//p' x.folded)
within 900 1500 $((total / 1000000))

what='children of a shell'
record -e cpu-clock -o x.folded -- sh -c "'$busy' 100; '$busy' 100 & wait"
expect_status 0
has x.folded '^fg-busy;'

"$busy" 60000 0 3 &
pid=$!
record -e cpu-clock -p $pid --seconds 0.5 -o x.folded
expect_status 0
has x.folded ';main;.*heavy [0-9]'
has x.folded ';thread;.*heavy [0-9]'
record -e cpu-clock -t $pid --seconds 0.3 -o x.folded
expect_status 0
has x.folded ';main;.*heavy [0-9]'
if [ "$(id -u)" = 0 ]; then
	record -e cpu-clock -a --seconds 0.5 -o x.folded
	expect_status 0
	has x.folded 'fg-busy;.*;heavy [0-9]'
fi
record -e cpu-clock --delay 0.2 --seconds 0.3 -p $pid -o x.folded
expect_status 0
kill $pid
wait $pid 2>/dev/null

# the process ends while it is recorded
"$busy" 500 &
record -e cpu-clock -p $! -o x.folded
expect_status 0
has x.folded ';heavy [0-9]'
record -e cpu-clock -p $! -o y.folded
expect_status 1
said "there is no process or thread $!"

record -e cpu-clock,task-clock -o two.data -- "$busy" 200
expect_status 0
fg-collapse --event task-clock two.data >x.folded 2>err ||
	fail 'no task-clock in it'
has x.folded 'metric=task-clock '

# half a second of waits, which the kernel's clock says to be no less
record --only off -o x.folded -- "$busy" wait
expect_status 0
said 'most waiting: '
has x.folded 'metric=off-cpu unit=us '
within 450000 60000000 "$(sed -n 's/.* total=//p' x.folded)"
if [ "$(id -u)" = 0 ]; then
	has x.folded ';main;.*nanosleep'
fi

# both in one picture: 50 ms of work, and the same waits
record --off-cpu --keep -o x.svg -- "$busy" wait
expect_status 0
said 'x.svg: note: .* samples, .*; waiting [5-9][0-9]\.[0-9] %; most self time: '
has x.folded 'metric=wall-clock unit=ns '
has x.folded ';main;.*;heavy [0-9]'
has x.folded ';main;.*\[waiting\] [0-9]'
total=$(sed -n 's/.* total=//p' x.folded)
within 500 60000 $((total / 1000000))
has x.svg 'Blue: waiting, not running'
record --off-cpu --only on -o x.folded -- "$busy" wait
expect_status 0
has x.folded 'metric=cpu-clock'
unsaid 'waiting'

# each event has a picture, the first one under the name that was given
record -e cpu-clock,page-faults -o several.svg -- "$busy" 200
expect_status 0
said '^fg-record: several.svg: note: cpu-clock: .*most self time: heavy'
said '^fg-record: several.page-faults.svg: note: page-faults: '
unsaid 'left out'
has several.svg 'of cpu-clock'
has several.page-faults.svg 'page-faults'
record -e cpu-clock,page-faults -o - -- "$busy" 20
expect_status 2
record -e page-faults --off-cpu -o x.svg -- "$busy" 20
expect_status 2
said 'needs one event, which is time: -e cpu-clock'

record -e cpu-clock --call-graph dwarf -o x.folded -- "$busy" 300
expect_status 0
has x.folded ';main;.*heavy [0-9]'

# a gate: three times the work is more, and fg-diff's status is passed on
record -q -e cpu-clock --runs 3 -o runs --alternate "'$busy' 100" \
	--fail-if 'self(heavy) > +20%' -- "$busy" 300
expect_status 3
has out '^broken: self.heavy. > \+20%: '
used=$(sed -n 's/.* user=\([0-9]*\)\.\([0-9]*\) .*/\1\2/p' runs/after/01.folded)
within 200 400 "$((1$used - 10000))"

# perf reads what fg-record writes
if command -v perf >/dev/null; then
	perf script -i two.data >script.txt 2>perf.err ||
		fail 'perf script fails'
	has script.txt '^fg-busy +[0-9]+ .* cpu-clock: *$'
	has script.txt 'heavy\+0x'
	perf report --stdio -i two.data >report.txt 2>perf.err ||
		fail 'perf report fails'
	has report.txt '% +fg-busy +fg-busy +\[\.\] heavy'
fi
finish
