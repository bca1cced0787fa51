#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD SECONDS: runs each fuzzer of that build for so long, one after
# the other, going on from what earlier runs had come to. What it finds is
# kept in BUILD/findings; copy it to tests/fuzz/seeds/NAME, where the tests
# try it from then on.
set -eu

build=$1
seconds=$2
here=$(dirname "$0")
mkdir -p "$build/findings"
ASAN_OPTIONS=allocator_may_return_null=1
export ASAN_OPTIONS

for seeds in "$build"/tests/fuzz_*.seeds; do
	name=$(basename "$seeds" .seeds)
	corpus=$build/corpus/$name
	dictionary=$here/${name#fuzz_}.dict
	mkdir -p "$corpus"
	[ -s "$dictionary" ] || dictionary=$here/all.dict
	printf '\n==> %s for %s seconds\n' "$name" "$seconds"
	# shellcheck disable=SC2046 # names without blanks
	"$build/tests/$name" -max_total_time="$seconds" -timeout=20 \
		-rss_limit_mb=4096 -max_len=16384 -print_final_stats=1 \
		-verbosity=0 -reload=0 -dict="$dictionary" \
		-artifact_prefix="$build/findings/$name-" \
		"$corpus" $(cat "$seeds") 2>&1 |
		grep -vE '^(INFO|stat::new|DICT)|NEW_FUNC|# Uses:|^####' ||
		true
done
if [ -n "$(ls "$build/findings")" ]; then
	printf '\nfound something; see %s\n' "$build/findings"
	exit 1
fi
printf '\nnothing found\n'
