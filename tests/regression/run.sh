#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh [DIR]: a real regression from end to end, in about a minute.
#
# Records server.c with perf, makes one function do twice the work, records
# again, and looks whether fg-diff finds that function, with the right size,
# and nothing between runs of the same build. Results stay in DIR.
#
# Only time in the program itself counts (:u): what the kernel does meanwhile
# depends on what else the machine does.
#
# Not among the tests that ctest runs, because it needs perf and time.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
PATH=$here/../../build/release/bin:$here/../../build/dev/bin:$PATH
dir=${1:-$(mktemp -d)}
requests=${REQUESTS:-1500000}
pairs=${PAIRS:-10}

say() { printf '%s\n' "$*"; }
fail() {
	say "FAILED: $*"
	exit 1
}

mkdir -p "$dir"
cd "$dir"
${CC:-cc} -O2 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls \
	-o server "$here/server.c"

# record NAME SLOWER: NAME.folded
record() {
	perf record -q -e cpu-clock:u -F 999 -g -o "$1.data" -- \
		./server "$requests" "$2" >/dev/null
	perf script -i "$1.data" 2>/dev/null | fg-collapse >"$1.folded"
	rm -f "$1.data"
}

say "recording before, and after checksum() was made to do twice the work"
requests=$((requests * 2))
record before 0
record after 100
requests=$((requests / 2))
fg-diff -q --table --by self --top 5 before.folded after.folded | tee table.txt
fg-diff -q before.folded after.folded |
	fg-render --title 'checksum() does twice the work' >diff.svg

first=$(fg-diff -q --table --by self --format=csv --top 1 before.folded \
	after.folded | tail -n 1)
case $first in
self,\"checksum\",*,grew) ;;
*) fail "the table begins with: $first" ;;
esac
change=$(printf '%s\n' "$first" | cut -d , -f 9 | cut -d . -f 1)
if [ "$change" -lt 75 ] || [ "$change" -gt 125 ]; then
	fail "checksum() grew by $change %, not by 100"
fi

say "the gate must close: "
status=0
fg-diff -q -n --check --single-run before.folded after.folded || status=$?
[ "$status" -eq 3 ] || fail "exit status $status, not 3"

say "the gate must stay open between runs of the same build"
pair=0
while [ "$pair" -lt "$pairs" ]; do
	record same1 0
	record same2 0
	fg-diff -q -n --check --single-run --significance 3 same1.folded same2.folded \
		>check.txt || fail "pair $pair: $(cat check.txt)"
	pair=$((pair + 1))
	say "pair $pair: $(tail -n 1 check.txt)"
done
say "all as it should be; see $dir"
