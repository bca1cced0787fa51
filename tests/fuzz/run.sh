#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh BUILD MINUTES [TARGET...]: runs the fuzzers of that build for so long
# altogether, one after the other, with a larger share for what most people
# use. Every format is a target of its own, next to the one that detects them.
#
# Each goes on from the corpus that earlier runs have left, and adds to it what
# reaches new code. It lies outside of the sources, in $FG_CORPUS. Findings
# are kept in BUILD/findings; copy one to tests/fuzz/seeds/NAME, where the
# tests try it from then on. The sums over all runs are printed last.
set -eu
here=$(dirname "$0")
source=$here/../..
build=$1
minutes=$2
shift 2
corpora=${FG_CORPUS:-${XDG_CACHE_HOME:-$HOME/.cache}/fg-corpus}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$build/findings" "$corpora"
ASAN_OPTIONS=allocator_may_return_null=1
export ASAN_OPTIONS

# "NAME SHARE" of every target; a format's name is its target's.
targets() {
	printf '%s\n' 'collapse 2' 'folded_reader 3' 'render 5' 'diff 3' \
		'unpack 2' 'regex 2' 'symbols 4' 'cfi 3' \
		'viewer 2'
	sed -n 's/^FORMAT(\(.*\))$/\1/p' "$source/collapse/formats.def" |
		while read -r format; do
			case $format in
			perf | perfdata) echo "$format 6" ;;
			pprof | heaptrack | dhat | cpuprofile) echo "$format 4" ;;
			*) echo "$format 1" ;;
			esac
		done
}

# Inputs of the fixtures, unpacked, with the bytes that choose options behind
# them. Only so much of each as the fuzzers go on with.
seeds() {
	case $1 in
	collapse | unpack) folders="$source/fixtures/collapse" ;;
	folded_reader | render) folders="$source/fixtures/diff
		$source/fixtures/collapse/perf" ;;
	diff) folders=$source/fixtures/diff ;;
	regex | symbols | cfi) folders= ;;
	*) folders="$source/fixtures/collapse/$1
		$source/fixtures/profiles/$1" ;;
	esac
	mkdir "$scratch/seeds"
	# shellcheck disable=SC2086 # a list of folders
	for file in $(find $here/seeds/${2#fuzz_} $folders -type f 2>/dev/null |
		grep -vE '/(cmd|exit|stderr|README.md)$'); do
		case $file in
		*.gz) gzip -dc "$file" 2>/dev/null ;;
		*.zst) zstd -qdc "$file" 2>/dev/null ;;
		*) cat "$file" ;;
		esac | {
			head -c 32000
			printf '\n\n\n\n\n'
		} >"$scratch/seeds/$(echo "$file" | tr / _)"
	done
}

# The viewer's script runs in node, without a corpus.
fuzz_viewer() {
	printf '\n==> viewer for %s seconds\n' "$1"
	times >"$scratch/before"
	sh "$here/viewer.sh" "$1" >"$scratch/log" \
		2>"$build/findings/viewer-$(date +%s)" || true
	times >"$scratch/after"
	find "$build/findings" -name 'viewer-*' -empty -exec rm {} +
	note viewer "$(processor "$scratch/before" "$scratch/after")"
}

# fuzz TARGET SECONDS
fuzz() {
	target=$1
	set -- "$2"
	program=fuzz_collapse
	case $target in
	collapse | diff | render | unpack | regex | symbols | cfi)
		program=fuzz_$target
		;;
	folded_reader) program=fuzz_folded ;;
	*) set -- "$1" "--format=$target" ;;
	esac
	seconds=$1
	shift
	corpus=$corpora/$target
	printf '\n==> %s for %s seconds\n' "$target" "$seconds"
	seeds "$target" "$program"
	mkdir -p "$corpus" "$scratch/new"
	program=$build/tests/$program
	status=0
	times >"$scratch/before"
	"$program" "$@" -max_total_time="$seconds" -timeout=20 \
		-rss_limit_mb=2048 -max_len=32768 -print_final_stats=1 \
		-reload=0 -dict="$here/all.dict" -verbosity=1 \
		-artifact_prefix="$build/findings/$target-" \
		"$scratch/new" "$corpus" "$scratch/seeds" \
		>"$scratch/log" 2>&1 || status=$?
	times >"$scratch/after"
	if [ "$status" != 0 ]; then
		grep -aE 'ERROR|does not hold|SUMMARY|Test unit|runtime error' \
			"$scratch/log" || tail -n 5 "$scratch/log"
	fi
	"$program" "$@" -merge=1 "$corpus" "$scratch/new" "$scratch/seeds" \
		>/dev/null 2>&1 || true
	note "$target" "$(processor "$scratch/before" "$scratch/after")"
	rm -rf "$scratch/new" "$scratch/seeds"
}

# Seconds of processor time between two files of `times`, whose second lines
# tell of the programs run: "1m2.340s 0m0.120s", user and system.
processor() {
	sed -s -n '2s/[ms]/ /gp' "$1" "$2" | awk '
		{ now = $1 * 60 + $2 + $3 * 60 + $4; spent = now - last; last = now }
		END { printf "%.0f", spent }'
}

# "#1234 NEW cov: 567 ft: 890 ..." and "stat::number_of_executed_units: 1234"
note() {
	awk -v target="$1" -v OFS='\t' -v seconds="$2" '
		match($0, /cov: [0-9]+/) { cov = substr($0, RSTART + 5, RLENGTH - 5) }
		match($0, /ft: [0-9]+/) { ft = substr($0, RSTART + 4, RLENGTH - 4) }
		/number_of_executed_units/ { units = $2 }
		/^Done .* runs in/ || /^executions / { units = $2 }
		END { print target, units + 0, seconds, cov + 0, ft + 0 }
	' "$scratch/log" >>"$corpora/runs.tsv"
	tail -n 1 "$corpora/runs.tsv"
}

# What all runs together came to; the seconds are of processor time.
figures() {
	printf '\ntarget\texecutions\tseconds\tedges\tfeatures\n'
	awk -v OFS='\t' '
		{ units[$1] += $2; seconds[$1] += $3; edges[$1] = $4; ft[$1] = $5 }
		END { for (t in units) print t, units[t], seconds[t], edges[t], ft[t] }
	' "$corpora/runs.tsv" | sort
}

targets >"$scratch/all"
if [ $# -gt 0 ]; then
	for name; do
		grep "^$name " "$scratch/all" || {
			echo "no target '$name'; there are:" >&2
			sed 's/ .*//' "$scratch/all" >&2
			exit 1
		}
	done >"$scratch/chosen"
	mv "$scratch/chosen" "$scratch/all"
fi
shares=$(awk '{ n += $2 } END { print n }' "$scratch/all")
while read -r name share; do
	part=$((minutes * 60 * share / shares))
	part=$((part > 0 ? part : 1))
	case $name in
	viewer) fuzz_viewer $part ;;
	*) fuzz "$name" $part ;;
	esac
done <"$scratch/all"
figures
if [ -n "$(ls "$build/findings")" ]; then
	printf '\nfound something; see %s:\n' "$build/findings"
	ls "$build/findings"
	exit 1
fi
printf '\nnothing found\n'
