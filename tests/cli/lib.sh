# SPDX-License-Identifier: MIT
# Read by the scripts beside it: `SCRIPT TOOL` runs one program in a scratch
# directory. Each `expect` says what failed and goes on; `finish` ends it.
tool=$1
what= # what is tried, for messages
scratch=$(mktemp -d) || exit 1
tidy() { :; } # what a script has made elsewhere
trap 'tidy; chmod -R u+rwX "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failures=0

printf 'main;read 3\nmain;write 4\n' >input
printf 'main;read 5\nmain;write 2\n' >other

# run ARG...: the tool on `input`, with the options that come first; fg-diff
# compares it with `other`. Sets $status; output is in out and err.
run() {
	case $tool in
	fg-diff) "$tool" "$@" input other >out 2>err ;;
	*) "$tool" "$@" input >out 2>err ;;
	esac
	status=$?
}

# on FILE: the tool on that file alone, or as fg-diff's first side.
on() {
	case $tool in
	fg-diff) "$tool" "$1" other >out 2>err ;;
	*) "$tool" "$1" >out 2>err ;;
	esac
	status=$?
}

fail() {
	failures=$((failures + 1))
	printf 'FAILED: %s\n' "$*"
	[ ! -s err ] || sed 's/^/  stderr: /' err | head -n 5
}

expect_status() {
	[ "$status" = "$1" ] || fail "$what: status $status, not $1"
}

# What was said, but for notes, which tell what was done.
complaints() {
	grep -v "^$tool: note: " err
}

expect_error() {
	complaints | {
		printf '%s\n' "$1" >wanted
		cmp -s - wanted
	} || fail "$what: expected: $1"
	rm -f wanted
}

expect_quiet() {
	complaints >/dev/null && fail "$what: says something"
}

expect_output() {
	[ -s out ] || fail "$what: no output"
}

expect_no_output() {
	[ ! -s out ] || fail "$what: output"
}

finish() {
	[ "$failures" = 0 ]
	exit
}
