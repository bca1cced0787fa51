#!/bin/sh
# SPDX-License-Identifier: MIT
# perf.sh FILE: what holds of every recording of perf's text.
#
# 1. No weight is lost or made up: the counts add up to what the headers say
#    (perf_total.awk).
# 2. Threads and pipes change no byte.
# 3. What was folded folds to itself.
set -u

here=$(dirname "$0")
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
case $1 in
*.gz) unpack="gzip -dc" ;;
*.zst) unpack="zstd -dcq" ;;
*) unpack="cat" ;;
esac
$unpack "$1" >"$dir/text" || exit 1
want=$(awk -f "$here/perf_total.awk" "$dir/text") || exit 1

failed=0
same() {
	cmp "$dir/folded" "$dir/other" && return
	echo "$1 changes the result"
	failed=1
}

fg-collapse -q "$1" >"$dir/folded" || exit 1
got=$(awk '{ n += $NF } END { printf "%.0f\n", n }' "$dir/folded")
if [ "$got" != "$want" ] || [ "$want" = 0 ]; then
	echo "headers say $want, fg-collapse $got"
	failed=1
fi
fg-collapse -q -j 1 "$dir/text" >"$dir/other"
same "one thread"
fg-collapse -q -j 5 <"$dir/text" >"$dir/other"
same "a pipe to five threads"
fg-collapse -q "$dir/folded" >"$dir/other"
same "folding again"
exit $failed
