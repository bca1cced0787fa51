#!/bin/sh
# SPDX-License-Identifier: MIT
# runs.sh LIBRARY: several runs into a folder, and what goes wrong among them.
# The library plays the records; see events.c.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
export LD_PRELOAD="$1" FG_EVENTS_RING="$ring"

runs() {
	record -e cpu-clock "$@"
}

# expect_files NAME...: these are in a folder, and no other.
expect_files() {
	ls "$1" >list
	shift
	printf '%s\n' "$@" | cmp -s - list || fail "has $(tr '\n' ' ' <list)"
}

runs --runs 3 -o before -- sh -c 'echo ran >>log'
expect_status 0
[ "$(wc -l <log)" = 3 ] || fail 'does not run three times'
expect_files before 01.folded 02.folded 03.folded
said 'before/02.folded: note: run 2 of 3: .* s on the processor; 96 samples'
said 'before: note: 3 runs: a mean of .* s on the processor'
for key in total=482412000 'command=sh%20-c%20echo%20ran%20' 'duration=[0-9.]+' \
	'user=[0-9.]+' 'system=[0-9.]+' frequency=999 call-graph=fp \
	"host=$(uname -n)" "machine=$(uname -m),%20[0-9]+%20CPUs,%20Linux" \
	'start=20[0-9T:-]+Z'; do
	has before/03.folded "^# fg: metric=cpu-clock .*$key"
done
fg-collapse -q before/01.folded >out 2>err || fail 'is not folded text'
[ ! -s err ] || fail 'fg-collapse complains of the header'

# what is said once is said once
FG_EVENTS_REFUSE='EACCES kernel' runs --runs 2 -o once -- true
expect_status 0
[ "$(grep -c 'perf_event_paranoid' err)" = 1 ] || fail 'not said once'
has once/02.folded '^# fg: metric=cpu-clock:u '

# each run reads the same input
printf 'a line\n' >input
runs --runs 2 -o reading -- sh -c 'cat >>got' <input
expect_status 0
[ "$(wc -l <got)" = 2 ] || fail 'the second run has no input'

runs --keep --runs 2 -o kept -- true
expect_status 0
expect_files kept 01.data 01.folded 02.data 02.folded

runs -q --runs 2 -o quiet -- true
expect_status 0
[ ! -s err ] || fail 'says something with -q'

# names sort by number
# shellcheck disable=SC2016 # for the command
runs --runs 100 -o many -- sh -c '[ ! -e many/001.folded ]'
expect_status 1
expect_files many 001.folded 002.failed

# a folder with runs of another time
runs --runs 2 -o before -- touch started
expect_status 1
said 'before: has runs of another time; take another folder, or remove them'
mkdir notes
: >notes/README
runs --runs 2 -o notes -- true
expect_status 0
: >plain
runs --runs 2 -o plain -- touch started
expect_status 1
said 'plain: cannot read the folder: Not a directory'
runs --runs 2 -o no/such -- touch started
expect_status 1
said 'no/such: cannot make the folder: No such file'

# the second run fails: its stacks are put aside
# shellcheck disable=SC2016 # for the command
runs --runs 3 -o failing -- sh -c '[ ! -e mark ] || exit 7; : >mark'
expect_status 7
said '^fg-record: sh: run 2 of 3 ended with status 7; no more runs are made$'
said 'failing/02.failed: note: the stacks of the run that failed'
said 'failing: note: has the 1 runs before it'
expect_files failing 01.folded 02.failed
FG_EVENTS_RING=/dev/null runs --runs 3 -o none -- true
expect_status 1
said 'no samples: in '
[ "$(ls none)" = '' ] || fail 'writes a file all the same'
runs --runs 3 -o missing -- ./nothing
expect_status 127
said 'nothing: cannot run: No such file'

# compared with runs that are there
runs --compare-with before -o after -- true
expect_status 0
expect_files after 01.folded 02.folded 03.folded
has out '^0 of 1 rules broken'
runs --compare-with before -o after2 --fail-if 'total(no_such) > +5%' -- true
expect_status 2
runs --compare-with before --runs 5 -o after3 -- touch started
expect_status 2
said 'before: has 3 runs, and --runs is 5; without --runs, as many are made'
runs --compare-with notes/none -o after3 -- touch started
expect_status 1
mkdir empty
runs --compare-with empty -o after3 -- touch started
expect_status 1
said 'empty: has no runs'
mkdir one
cp before/01.folded one
runs --compare-with one -o after3 -- touch started
expect_status 2
said 'one: one run a side does not tell how much runs differ'
[ ! -e after3 ] || fail 'makes the folder'
[ ! -e started ] || fail 'starts the command'

# not recorded alike: told after the first run
record -e cpu-clock -F 499 --compare-with before -o slow -- true
expect_status 1
said 'slow/01.folded: recorded with frequency=499, but before/01.folded with f'
expect_files slow 01.folded
record -e cpu-clock -c 1000000 --compare-with before -o period -- true
expect_status 1
said 'taken by a frequency and one by a period; record both alike'
FG_EVENTS_REFUSE='EACCES kernel' runs --compare-with before -o user -- true
expect_status 1
said 'recorded with metric=cpu-clock:u, but before/01.folded with metric=cpu-cl'
mkdir mixed
cp before/01.folded mixed
sed 's/ call-graph=fp/ call-graph=lbr/' before/02.folded >mixed/02.folded
runs --compare-with mixed -o after4 -- true
expect_status 1
said 'mixed/02.folded: recorded with call-graph=lbr'
mkdir moved
for run in 01 02; do
	sed 's/ host=[^ ]*/ host=elsewhere/' before/$run.folded >moved/$run.folded
done
runs -q --compare-with moved -o after5 -- true
expect_status 0
said 'warning: recorded on another machine than moved/01.folded: host='

# two commands in turn, the first one changing
runs --runs 3 -o both --alternate "sh -c 'echo \"a  b\" >>turns'" -- \
	sh -c 'echo c >>turns'
expect_status 0
printf 'a  b\nc\nc\na  b\na  b\nc\n' | cmp -s - turns || fail 'not in turn'
expect_files both after before
expect_files both/before 01.folded 02.folded 03.folded
has both/after/01.folded 'command=sh%20-c%20echo%20c'
has out '^0 of 1 rules broken'
runs --runs 2 -o pipe --alternate 'true | cat' -- touch started
expect_status 2
said "expected a command with its arguments, got 'true . cat'; what needs a sh"
# shellcheck disable=SC2016 # not for this shell
runs --runs 2 -o substituted --alternate 'echo $(touch started)' -- true
expect_status 2
[ ! -e started ] || fail 'runs a command in the command'

# fg-diff is missing: nothing is recorded in vain
mkdir bin
cp "$(command -v fg-record)" "$(command -v fg-collapse)" bin
PATH=/usr/bin:/bin bin/fg-record --compare-with before -o after6 -- true \
	>out 2>err
status=$?
expect_status 1
said "fg-diff: not found, .*; '--runs' records without it"
[ ! -e after6 ] || fail 'makes the folder'

# wrong use
unset LD_PRELOAD
for wrong in '--runs 2 -- true' '--runs 2 -o - -- true' '--runs 2 -o x -p 1' \
	'--runs 2 -o x --format svg -- true' '--alternate true -o x -- true' \
	'--runs 9999999 -o x -- true' '--fail-if all>1 -- true' \
	'--runs 2 -o x --compare-with a --alternate b -- true'; do
	# shellcheck disable=SC2086 # words
	record $wrong
	expect_status 2
done
[ ! -e x ] || fail 'makes a folder'
finish
