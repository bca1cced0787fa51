#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh: what takes too long for every test run, at the top of the sources,
# after the release build: valgrind on a sample of runs, nothing lost at exit;
# the core's own tests under MemorySanitizer; static analysis. Prints what each
# has to say, and fails if there is anything.
set -u
. ./tests/lint/lib.sh
bin=$PWD/build/release/bin
profiles=$PWD/fixtures/profiles

say() {
	printf '\n==> %s\n' "$*"
}

# check WHAT COMMAND...
check() {
	what=$1
	shift
	"$@" >"$scratch/log" 2>&1 || tail -n 30 "$scratch/log" |
		complain "$what"
}

memcheck() {
	check "valgrind $*" valgrind -q --error-exitcode=9 --leak-check=full \
		--errors-for-leak-kinds=definite,indirect,possible "$@" \
		-o "$scratch/out"
}

say valgrind
for folder in perf pprof heaptrack callgrind massif dhat v8; do
	input=$(find "$profiles/$folder" -type f -size -200k ! -name 'README*' \
		! -name '*.tsv' 2>/dev/null | sort | head -n 1)
	[ -z "$input" ] || memcheck "$bin/fg-collapse" -q "$input"
done
"$bin/fg-collapse" -q "$profiles/perf/server-threads.txt.gz" \
	>"$scratch/folded"
memcheck "$bin/fg-render" "$scratch/folded"
memcheck "$bin/fg-diff" -q "$scratch/folded" "$scratch/folded"

say MemorySanitizer
cmake --preset msan >"$scratch/log" 2>&1 || complain msan <"$scratch/log"
check 'msan, build' cmake --build build/msan -j 2 --target \
	test_alloc test_diag test_frames test_header test_stacks test_text \
	test_tree test_weight test_folded test_out
MSAN_OPTIONS=allocator_may_return_null=1
export MSAN_OPTIONS
for test in build/msan/tests/test_*; do
	check "msan, $test" "$test"
done

say 'gcc -fanalyzer'
cmake -S . -B build/analyzer -G Ninja -DCMAKE_BUILD_TYPE=Debug \
	-DCMAKE_C_COMPILER=gcc -DFG_TESTS=OFF \
	-DCMAKE_C_FLAGS='-fanalyzer -O1' >"$scratch/log" 2>&1
cmake --build build/analyzer --clean-first -j 2 2>&1 |
	grep 'Wanalyzer' | complain analyzer

say cppcheck
cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr \
	--suppress=missingIncludeSystem -j 2 -Icore/include -Icollapse \
	-Irender -Idiff core collapse render diff 2>&1 |
	grep -E ': (error|warning|portability):' | complain cppcheck

say scan-build
cmake -S . -B build/scan -G Ninja -DCMAKE_BUILD_TYPE=Debug -DFG_TESTS=OFF \
	-DCMAKE_C_COMPILER=/usr/share/clang/scan-build-14/libexec/ccc-analyzer \
	>"$scratch/log" 2>&1
scan-build --status-bugs cmake --build build/scan --clean-first -j 2 \
	>"$scratch/log" 2>&1 || grep -E 'warning:' "$scratch/log" |
	complain scan-build
finish
