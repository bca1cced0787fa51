#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh FIRST LAST: for each seed of that range, random inputs against models
# that are slow and plain, and share nothing with the programs: perf's text as
# samples, folded text through a picture and back, two of them compared.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch" || exit 1
failed=0

# same WHAT FILE FILE
same() {
	cmp -s "$2" "$3" && return
	failed=1
	echo "FAILED: seed $seed: $1"
	diff "$2" "$3" | head -n 6 | cut -c 1-300
}

# The sum of the column $1 from the right.
sum() {
	awk -v column="$1" '!/^# fg/ { n += $(NF - column) } END {
		printf "%.0f\n", n }'
}

seed=$1
while [ "$seed" -le "$2" ]; do
	python3 "$here/perf_model.py" "$seed" perf.txt perf.model
	fg-collapse -q --no-header --threads 1 perf.txt >got
	same 'perf text' perf.model got
	fg-collapse -q --no-header --threads 4 - <perf.txt >got
	same 'perf text, threads' perf.model got

	python3 "$here/folded_model.py" "$seed" one
	python3 "$here/folded_model.py" $((seed + 1)) two
	fg-collapse -q --format folded one >got
	same 'merged folded text' one.model got
	fg-render -q one >one.svg
	xmllint --noout one.svg || failed=1
	fg-collapse -q one.svg >got
	same 'folded text through a picture' one.model got

	fg-diff -q one two >both
	sum 1 <both >got
	same 'sum before' one.sum got
	sum 0 <both >got
	same 'sum after' two.sum got
	fg-diff -q --normalize=after one two | sum 0 >got
	same 'sum after, normalized' two.sum got
	fg-diff -q --normalize=after one two | sum 1 >got
	same 'sum before, normalized' two.sum got
	fg-render -q both >both.svg
	fg-collapse -q both.svg >got
	same 'a difference through a picture' both got
	seed=$((seed + 1))
done
exit $failed
