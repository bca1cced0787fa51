#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh [PART...]: what takes too long for every test run, at the top of the
# sources, after the release build. The parts: valgrind, on an input of every
# format and each way to draw and to compare; msan, the core's own tests and
# the programs on text; gcc, cppcheck and clang, static analysis. Prints what
# each has to say, and fails if there is anything.
set -u
. ./tests/lint/lib.sh
top=$PWD
fixtures=$top/fixtures
. ./tests/fixtures.sh
PATH=$top/build/release/bin:$PATH
export PATH
LC_ALL=C
export LC_ALL

say() {
	printf '\n==> %s\n' "$*"
}

# check WHAT COMMAND...: 3 is a rule of fg-diff's that is broken.
check() {
	what=$1
	shift
	echo >>"$scratch/runs"
	"$@" </dev/null >"$scratch/log" 2>&1
	case $? in
	0 | 3) ;;
	*) tail -n 30 "$scratch/log" | complain "$what" ;;
	esac
}

# Each line is a way to call the program on the folded files below.
ways_to_draw() {
	cat <<-'END'
	plain
	plain --classic --inverted --reverse
	plain --flamechart --embed text --pretty-xml
	plain --embed none --width 300 --minwidth 1%
	plain --no-javascript --hash --fallback-min 0
	plain --deterministic --colors java --bgcolors blue
	plain --colordiffusion --truncate-text-left
	plain --colors mem --countname bytes
	plain --colors okabe
	plain --colors viridis --embed text
	plain --random --colors wakeup --base [unknown] --total 9000000000
	plain --cp=map --search ma.n --unit bytes --factor 1.5
	plain --nameattr attr --title <&> --subtitle a --notes --
	plain --colors chain --print-csp-hash
	changes
	changes --negate --diff-width before --diff-by self
	changes --diff-width max --diff-scale root --colors diff-safe
	changes --diff-scale absolute --min-delta 1% --classic
	changes --diff-scale absolute-root --reverse --no-javascript
	/dev/null --allow-empty
	END
}

ways_to_compare() {
	cat <<-'END'
	--header
	--normalize --strip-hex --strip-suffixes --swap
	--normalize=common --rename (.)a=$1b --only-common
	--scale-before 3/2 --only-before --min-delta 1%
	--table --only-after
	--table --format markdown --by self --top 3
	--table --format csv --by total
	--table --format json --color always
	--check --fail-if self>+2pt --fail-if all>+10%
	--check --fail-if total(m.*)>+5% --significance 2
	END
}

# Runs "$@" before each program: fg-render and fg-diff in all ways, but for
# those that $skip matches, and with what $embed has.
draw_and_compare() {
	ways_to_draw | grep -vEe "$skip" | while read -r way; do
		# shellcheck disable=SC2086 # a list of words
		check "$1, fg-render $way" "$@" fg-render -q -o out $embed \
			$way
	done
	ways_to_compare | grep -vEe "$skip" | while read -r way; do
		# shellcheck disable=SC2086 # a list of words
		check "$1, fg-diff $way" "$@" fg-diff -q -o out $way \
			plain plain2
	done
	check "$1, fg-diff of runs" "$@" fg-diff -q -o out --table \
		--before plain plain2 --after plain2 plain2
}

# Inputs for the above, and the folder to run in.
make_inputs() {
	mkdir -p "$scratch/in"
	cd "$scratch/in" || exit 1
	fg-collapse -q "$fixtures/profiles/perf/server-threads.txt.gz" >plain
	sed 's/[37]$/5/; s/;read/;write/' plain >plain2
	fg-diff -q plain plain2 >changes
	printf 'main\ttarget=_top\tclass=a"b\n' >attr
}

check_valgrind() {
	make_inputs
	set -- valgrind -q --suppressions="$top/tests/valgrind.supp" \
		--error-exitcode=9 --leak-check=full \
		--errors-for-leak-kinds=definite,indirect,possible
	for format in $(read_formats); do
		input=$(smallest_input "$format")
		[ -n "$input" ] || echo 'no fixture' | complain "$format"
		check "valgrind, $format" "$@" fg-collapse -q -f "$format" \
			-o out "$input"
	done
	for option in --all --merge-recursion --no-aggregate --pid --tid \
		--srcline '--inline mark' '--include a.*b' \
		--list-metrics '--threads 4' '--event all'; do
		# shellcheck disable=SC2086 # an option and its value
		check "valgrind, perf $option" "$@" fg-collapse -q $option \
			-o out "$fixtures/profiles/perf/server-threads.txt.gz"
	done
	skip='^$'
	embed=
	draw_and_compare "$@"
}

# What libraries write, MemorySanitizer takes for never written, so that the
# programs run on what they read without a library.
check_msan() {
	cmake --preset msan >"$scratch/log" 2>&1 ||
		complain msan <"$scratch/log"
	check 'msan, build' cmake --build build/msan -j 2 --target \
		fg-collapse fg-render fg-diff \
		test_alloc test_diag test_frames test_header test_stacks \
		test_text test_tree test_weight test_folded test_out
	MSAN_OPTIONS=allocator_may_return_null=1
	export MSAN_OPTIONS
	for test in build/msan/tests/test_*; do
		check "msan, $test" "$test"
	done
	make_inputs
	for format in $(read_formats); do
		file=$(find "$top/collapse/formats" -name "$format.c")
		case $file in
		*/formats/*/*) file=${file%/*} ;;
		esac
		grep -rqsE '/(json|xml|symbols|native|demangle)[a-z_]*\.h"|unpack' \
			"$file" && continue
		input=$(smallest_input "$format")
		case $input in
		*.gz | *.zst) continue ;;
		esac
		check "msan, $format" "$top/build/msan/bin/fg-collapse" -q \
			-f "$format" -o out "$input"
	done
	skip='--(strip|rename|search|fail-if)' # regular expressions
	embed='--embed text'
	PATH=$top/build/msan/bin:$PATH draw_and_compare env
}

check_gcc() {
	cmake --fresh -S . -B build/analyzer -G Ninja -DFG_TESTS=OFF \
		-DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=gcc \
		-DCMAKE_C_FLAGS='-fanalyzer -O1' >"$scratch/log" 2>&1
	cmake --build build/analyzer --clean-first -j 2 \
		>"$scratch/log" 2>&1 || complain gcc <"$scratch/log"
	grep 'Wanalyzer' "$scratch/log" | complain gcc
}

check_cppcheck() {
	cppcheck --quiet --std=c11 --enable=warning,portability \
		--inline-suppr --suppress=missingIncludeSystem -j 2 \
		-Icore/include -Icollapse -Irender -Idiff \
		core collapse render diff 2>&1 |
		grep -E ': (error|warning|portability):' | complain cppcheck
}

# scan-build sets CC, which a fresh configuration takes.
check_clang() {
	scan-build cmake --fresh -S . -B build/scan -G Ninja -DFG_TESTS=OFF \
		-DCMAKE_BUILD_TYPE=Debug >"$scratch/log" 2>&1 ||
		complain clang <"$scratch/log"
	scan-build --status-bugs cmake --build build/scan --clean-first \
		-j 2 >"$scratch/log" 2>&1 ||
		grep -E 'warning:|error:|FAILED' "$scratch/log" |
		complain clang
}

[ $# -gt 0 ] || set -- valgrind msan gcc cppcheck clang
for part; do
	say "$part"
	: >"$scratch/runs"
	cd "$top" || exit 1
	"check_$part"
	[ ! -s "$scratch/runs" ] || echo "$(wc -l <"$scratch/runs") runs"
done
finish
