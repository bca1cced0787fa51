#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh BUILD: after tests ran in a build with FG_COVERAGE, lists each
# source with the share of its lines that ran, and those that did not:
#
#	 97.3%  core/out.c  61-64 118
set -eu
build=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

top=$PWD
cd "$scratch"
find "$build" -name '*.gcda' ! -path '*/tests/*' \
	-exec gcov -r -s "$top" {} + >/dev/null 2>&1
for file in *.gcov; do
	awk '
	function flush() {
		if (from)
			list = list " " from (to > from ? "-" to : "")
		from = 0
	}
	{ split($0, part, ":"); gsub(/ /, "", part[1]); line = part[2] + 0 }
	line == 0 && part[3] == "Source" { name = part[4] }
	line == 0 || part[1] == "-" { next }
	part[1] == "#####" {
		missed++
		if (!from)
			from = line
		to = line
	}
	part[1] != "#####" { flush() }
	{ lines++ }
	END {
		flush()
		if (lines)
			printf "%5.1f%%  %s %s\n",
				100 * (lines - missed) / lines, name, list
	}' "$file"
done | grep -E '  (core|collapse|render|diff)/.*\.c ' | sort -n
