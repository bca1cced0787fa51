#!/bin/sh
# SPDX-License-Identifier: MIT
# ends.sh BUSY: however a recording ends, what was recorded is drawn, and
# nothing of it goes on.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
busy=$1
need_names
need_events "$busy"

# begin ARG...: fg-record in the background, $recorder, once its command runs,
# which writes its number to the file `child`.
begin() {
	what="$*"
	rm -f child
	# a shell has what it starts with & ignore SIGINT
	env --default-signal "$@" >out 2>err &
	recorder=$!
	until [ -s child ]; do
		kill -0 $recorder || return
		sleep 0.02
	done
	child=$(cat child)
	# some samples later
	sleep 0.4
}

# over SIGNAL STATUS
over() {
	kill -s "$1" $recorder
	wait $recorder
	status=$?
	expect_status "$2"
	expect_no_process "$child"
	[ -s x.svg ] || fail 'no picture'
	rm -f x.svg
}
# shellcheck disable=SC2016 # for the command
work='echo $$ >child; exec "$0" 60000'
# shellcheck disable=SC2016
deaf='trap "" INT TERM HUP; echo $$ >child; exec "$0" 60000'

for signal in HUP:129 INT:130 TERM:143; do
	begin fg-record -e cpu-clock -o x.svg -- sh -c "$work" "$busy"
	over ${signal%:*} ${signal#*:}
done
begin fg-record -e cpu-clock -o x.svg -- sh -c "$deaf" "$busy"
over INT 137

record -e cpu-clock --seconds 0.5 -o x.svg -- sh -c "$work" "$busy"
expect_status 0
expect_no_process "$(cat child)"
[ -s x.svg ] || fail 'no picture'

# what a command that is ended has started is ended, too: in the background, in
# a session of its own, and deaf to all but SIGKILL
cat >family <<'END'
#!/bin/sh
echo $$ >child
"$1" 60000 &
echo $! >>child
setsid sh -c 'echo $$ >>child; exec "$0" 60000' "$1" &
(trap "" INT TERM HUP; sh -c 'echo $$ >>child; exec "$0" 60000' "$1") &
wait
END
expect_no_family() {
	[ "$(wc -l <child)" = 4 ] || fail 'the command has no family'
	# shellcheck disable=SC2046 # words
	expect_no_process $(cat child)
}
record -e cpu-clock --seconds 0.7 -o x.svg -- sh family "$busy"
expect_status 0
expect_no_family
[ -s x.svg ] || fail 'no picture'
for signal in INT TERM; do
	begin fg-record -e cpu-clock -o x.svg -- sh family "$busy"
	until [ "$(wc -l <child)" = 4 ]; do sleep 0.1; done
	kill -s $signal $recorder
	wait $recorder
	expect_no_family
	[ -s x.svg ] || fail 'no picture'
done

# a command that a signal ends
# shellcheck disable=SC2016
record -e cpu-clock -o x.folded -- sh -c '"$0" 100; kill -9 $$' "$busy"
expect_status 137
has x.folded ';heavy '

# one that leaves others behind, which go on, and do not hold us up
# shellcheck disable=SC2016
record -e cpu-clock -o x.folded -- \
	sh -c '"$0" 3000 >/dev/null 2>&1 & echo $! >child; "$0" 200' "$busy"
expect_status 0
has x.folded ';heavy '
kill "$(cat child)" || fail 'what the command left behind was ended'

# two at once, and onto one recording
begin fg-record -e cpu-clock -o x.data -- sh -c "$work" "$busy"
record -e cpu-clock -o x.data -- "$busy" 50
expect_status 1
said 'x.data: another fg-record is writing to it'
record -e cpu-clock -o y.svg -- "$busy" 100
expect_status 0
kill $recorder
wait $recorder
fg-collapse x.data >x.folded 2>err || fail 'the first recording is damaged'

# killed: what was recorded is there
begin fg-record -e cpu-clock -o x.data -- sh -c "$work" "$busy"
kill -9 $recorder
wait $recorder
kill "$child"
until fg-collapse -q x.data >x.folded 2>err; do
	sleep 0.1
done
has x.folded ';heavy '

# the disk is full
record -e cpu-clock -o /dev/full --format data -- "$busy" 100
expect_status 1
said '/dev/full: cannot write: No space left on device'
record -e cpu-clock -o /dev/full --format svg -- "$busy" 100
expect_status 1
finish
