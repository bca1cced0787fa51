#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD MINUTES: the programs of that build again and again, on inputs
# of random kinds and sizes: any number of threads, files and pipes give the
# same bytes, and the models agree. Meanwhile one pipe runs the whole time,
# whose memory must not grow.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$here/../../fixtures
build=$(cd "$1" && pwd)
minutes=$2
PATH=$build/bin:$PATH
export PATH
LC_ALL=C
export LC_ALL
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"; [ -z "${feeder:-}" ] || kill "$feeder" 2>/dev/null' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"
end=$(($(date +%s) + minutes * 60))
runs=0
failed=0

fail() {
	failed=$((failed + 1))
	echo "FAILED: $*"
}

# Resident kilobytes of a process; nothing when it has gone.
resident() {
	sed -n 's/^VmRSS:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$1/status" \
		2>/dev/null || true
}

# The same samples for ever, as a collapser on a production host gets them.
zstd -qdc "$fixtures/bench/system.txt.zst" >samples
mkfifo pipe
(
	while [ "$(date +%s)" -lt "$end" ]; do
		cat samples
		sleep 1
	done >pipe
) &
feeder=$!
fg-collapse -q pipe >piped &
long=$!
sleep 5
first=$(resident $long)
last=$first

# same WHAT COMMAND...: its output is that of the run before.
same() {
	what=$1
	shift
	"$@" >got 2>/dev/null || true
	runs=$((runs + 1))
	cmp -s expected got || fail "$what: $*"
}

seed=$(date +%s)
find "$fixtures/profiles" -type f ! -name 'README*' ! -name '*.tsv' |
	sort >inputs
while [ "$(date +%s)" -lt "$end" ]; do
	seed=$((seed + 1))
	lines=$(wc -l <inputs)
	input=$(sed -n $((seed * 7919 % lines + 1))p inputs)
	threads=$((seed % 7 + 1))
	fg-collapse -q --threads 1 "$input" >expected 2>/dev/null || true
	same threads fg-collapse -q --threads $threads "$input"
	same again fg-collapse -q "$input"

	# a part of the samples, cut anywhere
	head -c $((seed * 104729 % 9000000)) samples >part
	fg-collapse -q --threads 1 part >expected
	same 'part, threads' fg-collapse -q --threads $threads part
	cp expected folded
	same 'folded again' fg-collapse -q --threads $threads folded
	fg-render -q folded >expected
	same render fg-render -q folded
	fg-diff -q folded folded >expected
	same diff fg-diff -q folded folded
	sh "$here/../model/run.sh" $seed $seed || fail "model, seed $seed"
	runs=$((runs + 18))
	now=$(resident $long)
	last=${now:-$last}
done
wait $feeder
feeder=
wait $long || fail 'the long pipe'
[ -s piped ] || fail 'nothing came of the long pipe'
echo "$runs runs, $failed failures; the pipe used $first kB after 5 seconds," \
	"$last kB after $minutes minutes"
# names that come later may still need room; growth with time is the fault
[ "$last" -le $((first * 5 / 4 + 4096)) ] || fail 'the pipe grows'
[ $failed = 0 ]
