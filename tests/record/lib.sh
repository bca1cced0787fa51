# SPDX-License-Identifier: MIT
# Read by the scripts beside it, which run in a scratch directory. Each check
# says what failed and goes on; `finish` ends the script.
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
cd "$scratch" || exit 1
# shellcheck disable=SC2034 # the scripts use it
ring=$FG_SOURCE/fixtures/record/busy.ring
failures=0

# record ARG...: sets $status; output is in out and err.
record() {
	what="fg-record $*"
	fg-record "$@" >out 2>err
	status=$?
}

fail() {
	failures=$((failures + 1))
	printf 'FAILED: %s: %s\n' "$what" "$*"
	[ ! -s err ] || sed 's/^/  stderr: /' err | head -n 8
}

expect_status() {
	[ "$status" = "$1" ] || fail "status $status, not $1"
}

# said PATTERN, unsaid PATTERN: of a line of messages.
said() {
	grep -qE -e "$1" err || fail "does not say: $1"
}

unsaid() {
	! grep -qE -e "$1" err || fail "says: $1"
}

# has FILE PATTERN
has() {
	grep -qE -e "$2" "$1" || fail "$1 has no: $2"
}

# Nothing of the recording goes on after it: by the names of the programs.
expect_no_process() {
	for pid in "$@"; do
		! kill -0 "$pid" 2>/dev/null || fail "process $pid goes on"
	done
}

# The names of functions are in ELF files, which elfutils reads.
need_names() {
	sh "$(dirname "$0")/../needs.sh" libdw || exit $?
}

# What needs the kernel's performance events cannot be tried without them: the
# test is then skipped, which ctest shows. FG_MUST_RECORD=1 makes it fail.
need_events() {
	if fg-record -o probe.data -e cpu-clock -- "$1" 20 >out 2>err; then
		return
	fi
	echo "performance events cannot be had here:"
	cat err
	[ "${FG_MUST_RECORD:-0}" = 0 ] || exit 1
	exit 77
}

finish() {
	[ "$failures" = 0 ]
	exit
}
