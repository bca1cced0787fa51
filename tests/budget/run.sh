#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts the instructions of one small piece of work and holds them against
# its budget, so that slowness is noticed the day it comes, on a busy machine,
# too. Instructions depend on the compiler: the budgets are exact (5 %) for
# the one that budgets.tsv names, and a rough bound (50 %) for others.
#
#	run.sh NAME RELEASE_BIN GENERATE    one test
#	FG_UPDATE=1 run.sh ...              writes what was counted
set -eu
name=$1 bin=$2 generate=$3
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$here/../../fixtures/profiles/perf
table=$here/budgets.tsv
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH="$bin:$PATH"
cd "$scratch"

fail() {
	echo "$*" >&2
	exit 1
}

command -v valgrind >/dev/null || fail 'no valgrind: run ./dev deps'
[ -x "$bin/fg-collapse" ] || fail "no release build in $bin: ./dev build"

# What each piece of work reads, and the command that is counted.
set -- fg-collapse -q
case $name in
collapse-c) set -- "$@" "$fixtures/c-json.txt" ;;
collapse-cpp) set -- "$@" "$fixtures/cpp-shapes.txt" ;;
collapse-java) set -- "$@" "$fixtures/java17-perf-map.txt.gz" ;;
collapse-node) set -- "$@" "$fixtures/node20-perf-map.txt.zst" ;;
collapse-system) set -- "$@" -j 1 "$fixtures/all-cpus.txt.gz" ;;
collapse-filter) set -- "$@" --exclude '^kworker|idle' --all \
	"$fixtures/all-cpus.txt.gz" ;;
collapse-folded)
	"$generate" deep 500 >input
	set -- "$@" -j 1 input
	;;
render-deep)
	"$generate" deep 500 >input
	set -- fg-render -q input
	;;
render-shallow)
	"$generate" shallow 5000 >input
	set -- fg-render -q input
	;;
render-static)
	"$generate" tree 5000 >input
	set -- fg-render -q --no-javascript input
	;;
diff-deep)
	"$generate" deep 500 >after
	"$generate" deep 400 >before
	set -- fg-diff -q before after
	;;
diff-sorted)
	"$generate" deep 500 | LC_ALL=C sort >after
	"$generate" deep 400 | LC_ALL=C sort >before
	set -- fg-diff -q before after
	;;
render-sorted)
	"$generate" shallow 5000 | LC_ALL=C sort >input
	set -- fg-render -q input
	;;
start) set -- fg-render --version ;;
*) fail "no such work: $name" ;;
esac

program=$1
shift
# callgrind writes a file of its own
valgrind --tool=callgrind --callgrind-out-file=/dev/null \
	"$program" --no-sandbox "$@" \
	>/dev/null 2>log || { cat log >&2 && fail "$program $* failed"; }
counted=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' log)
[ -n "$counted" ] || fail 'callgrind counted nothing'

compiler=$(cc --version | head -n 1)
if [ -n "${FG_UPDATE:-}" ]; then
	{
		printf '#compiler\t%s\n' "$compiler"
		grep -v "^#compiler\|^$name	" "$table" 2>/dev/null || :
		printf '%s\t%s\n' "$name" "$counted"
	} >new
	sort new >"$table"
	exit 0
fi

budget=$(sed -n "s/^$name	//p" "$table")
[ -n "$budget" ] || fail "$name has no budget; FG_UPDATE=1 writes one"
percent=5
[ "$(sed -n 's/^#compiler	//p' "$table")" = "$compiler" ] || percent=50
echo "$name: $counted instructions, budget $budget + $percent %"
[ "$counted" -le $((budget + budget * percent / 100)) ] ||
	fail "over the budget by $((counted * 100 / budget - 100)) %"
[ "$counted" -ge $((budget - budget * 4 * percent / 100)) ] ||
	fail "under the budget by far: FG_UPDATE=1 makes the gain permanent"
