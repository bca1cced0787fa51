#!/bin/sh
# SPDX-License-Identifier: MIT
# refused.sh LIBRARY: what is said where the kernel refuses; the library plays
# its refusals, see events.c.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
export LD_PRELOAD="$1" FG_EVENTS_RING="$ring" FG_EVENTS_ROOT="$PWD/proc"
mkdir proc

# refused ERROR PATTERN ARG...: the run fails with a message, writes nothing,
# and does not start the command.
refused() {
	rm -f started
	FG_EVENTS_REFUSE=$1
	export FG_EVENTS_REFUSE
	pattern=$2
	shift 2
	record -o x.svg "$@"
	expect_status 1
	said "$pattern"
	[ ! -e x.svg ] || fail 'writes a file'
	[ ! -e started ] || fail 'starts the command'
}

echo 4 >proc/perf_event_paranoid
refused 'EACCES all' \
	"paranoid is 4, so only root .*'sudo sysctl kernel.perf_event_paranoid=2'" \
	-- touch started
echo 2 >proc/perf_event_paranoid
refused 'EACCES all' \
	"perf_event_paranoid=2 allows; 'sudo sysctl kernel.perf_event_paranoid=-1'" \
	-- touch started
refused 'EACCES system' "perf_event_paranoid=-1" -a --seconds 1
rm proc/perf_event_paranoid
refused 'EPERM all' 'this kernel offers no performance events' -- touch started
refused 'ENOSYS all' 'CONFIG_PERF_EVENTS.*--cap-add PERFMON' -- touch started
refused 'EMFILE after:1' "the limit of open files is reached; 'ulimit -n" \
	-- touch started
refused 'ENOENT hardware' "cannot count 'cycles'.*try '-e cpu-clock'" \
	-e cycles -- touch started
refused 'EBUSY all' "the counter for 'cycles' is in use" \
	-e cycles -- touch started
unset FG_EVENTS_REFUSE

record -o x.svg -- ./nothing
expect_status 127
said '^fg-record: ./nothing: cannot run: No such file or directory$'
: >plain
record -o x.svg -- ./plain
expect_status 126
said '^fg-record: ./plain: cannot run: Permission denied$'
record -o x.data -- ./nothing
expect_status 127
[ ! -e x.data ] || fail 'leaves an empty recording'

# fg-render and fg-collapse are missing
mkdir bin
cp "$(command -v fg-record)" bin
for tool in fg-collapse fg-render; do
	what="no $tool"
	PATH=/usr/bin:/bin bin/fg-record -o x.svg -- touch started >out 2>err
	status=$?
	expect_status 1
	said "^fg-record: $tool: not found, neither beside fg-record nor in PATH"
	[ ! -e started ] || fail 'starts the command'
	cp "$(command -v $tool)" bin
done
rm bin/fg-*
what='found in PATH'
cp "$(command -v fg-record)" bin
bin/fg-record -e cpu-clock -o x.folded -- true >out 2>err
status=$?
expect_status 0

# fg-render fails: the stacks are not lost
cat >bin/fg-render <<'END'
#!/bin/sh
exit 1
END
chmod +x bin/fg-render
cp "$(command -v fg-collapse)" bin
what='fg-render fails'
bin/fg-record -e cpu-clock -o lost.svg -- true >out 2>err
status=$?
expect_status 1
said 'lost.folded: note: the stacks are here; fg-render draws them'
has lost.folded 'samples=96 '

# wrong use
unset LD_PRELOAD
for wrong in '' '-a -- true' '-p x' '-p 1 -- true' '-e nothing -- true' \
	'-F 9 -c 9 -- true' '--call-graph x -- true' '-m 3 -- true' \
	'--call-graph dwarf,99999 -- true' '--keep -o - -- true'; do
	# shellcheck disable=SC2086 # words
	record $wrong
	expect_status 2
done
finish
