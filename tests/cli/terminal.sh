#!/bin/sh
# SPDX-License-Identifier: MIT
# What people are shown holds no control characters, whatever the names in a
# profile, its metrics and events, the options and the files are called:
# messages always, and what is printed for people, also to a terminal.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# Colours, a window's title, a carriage return, a bell; C1's and directions.
evil=$(printf '\033[31m\033]0;x\007\r\b\233\302\233\342\200\256\330\234\342\200\217')

# shown WHAT FILE...
shown() {
	what=$1
	shift
	cat "$@" | tr -d '\n\t' | LC_ALL=C tr -dc '\001-\037\177' >rest
	[ ! -s rest ] || fail "$what: $(od -c rest | head -n 2)"
	grep -lq "$(printf '\302\233\|\342\200\256\|\330\234\|\342\200\217')" "$@" &&
		fail "$what: control characters beyond ASCII"
}

printf 'main;%sgrown 5\n%sbad line\nmain;ok 3\n' "$evil" "$evil" >input
printf 'main;%sgrown 90\nmain;ok 1\n' "$evil" >other
run
shown 'names and bad lines' err
cp input "$evil"
on "$evil"
shown 'the name of a file' err
on "missing$evil"
expect_status 1
shown 'the name of no file' err
run "--$evil"
expect_status 2
shown 'an option' err
run -o "no/such/$evil"
expect_status 1
shown 'the name of the output' err

case $tool in
fg-collapse)
	for event in "${evil}cycles" "b$evil"; do
		printf 'x 0 [000] 1.0: 1 %s: \n\tff f (x)\n\n' "$event"
	done >perf
	for option in -v --list-metrics "--event=$evil"; do
		"$tool" -f perf "$option" perf >out 2>err
		shown "perf $option" err
		[ "$option" != --list-metrics ] ||
			shown 'the list of metrics' out
	done
	printf '{"\\u001b[31m\\u009b":1,"b":2}' >keys
	on keys
	expect_status 1
	shown 'keys of JSON' err
	run --format "$evil"
	shown 'a format' err
	run --include "($evil"
	shown 'a pattern' err
	;;
fg-diff)
	check='--single-run --countname samples --fail-if'
	# a check refuses a run with a bad line
	grep -v 'bad line' input >good
	mv good input
	for option in --table '--table --format markdown' \
		'--plan 5% --single-run --countname samples' \
		"$check self>+1%" "$check self>+1% --format markdown" \
		"$check self>+1% --format junit" \
		"$check self>+1% --format sarif" \
		"$check total(ok|.*grown)>+1%"; do
		# shellcheck disable=SC2086 # words
		run $option
		shown "$option" out err
		grep -q grown out || fail "$what: without the function"
	done
	run --table --countname "$evil"
	shown 'a unit' out err
	run --check --fail-if "total($evil.*grown)>+1%"
	shown 'a rule' out err
	run --single-run --countname samples --fail-if "total(no$evil)>+1%"
	expect_status 2
	shown 'a rule that names nothing' out err
	;;
fg-render)
	run --colors "$evil"
	expect_status 2
	shown 'a palette' err
	run --title "$evil" --nameattr "$evil"
	shown 'a title' err
	;;
esac
finish
