#!/bin/sh
# SPDX-License-Identifier: MIT
# totals.sh FILE: folded with the options of each of its rows in TOTALS.tsv,
# FILE adds up to what the row says, which is somebody else's word.
set -u

name=$(basename "$1")
rows=$(awk -F '\t' -v name="$name" '$1 == name' "$(dirname "$1")/TOTALS.tsv")
[ -n "$rows" ] || exit 1
failed=0
tab=$(printf '\t')
while IFS=$tab read -r _ options want unit _; do
	[ "$options" = - ] && options=
	# shellcheck disable=SC2086 # options are words
	got=$(fg-collapse -q $options "$1" |
		awk '{ n += $NF } END { printf "%.0f\n", n }')
	[ "$got" = "$want" ] && continue
	failed=1
	echo "fg-collapse $options $name: $got $unit, should be $want"
done <<EOF
$rows
EOF
exit $failed
