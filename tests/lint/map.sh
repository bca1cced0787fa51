#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/MAP.md is true: what it names exists, the functions of its walks are
# defined in the files beside them, each walk's count of files is right, and
# no folder or room is missing.
# shellcheck disable=SC2016 # backquotes are Markdown's
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

map=doc/MAP.md

# A path in backquotes; upper-case words stand for any name.
grep -oE '`[^` ]*/[^` ]*`' "$map" | tr -d '`' | grep -v '[A-Z]/' |
	grep -v '^lint/' | sort -u >"$scratch/paths"
[ "$(wc -l <"$scratch/paths")" -gt 40 ] || echo "$map" | complain 'no paths in'
while read -r path; do
	[ -e "$path" ] || echo "$path"
done <"$scratch/paths" | complain "$map: no such file"

for folder in */ collapse/*/; do
	case $folder in build*) continue ;; esac
	grep -qF "| \`$folder\` |" "$map" || echo "$folder"
done | complain "$map: not in a table"

# defines FILE FUNCTION: a line of the file begins its definition.
defines() {
	grep -qE "^[a-z].*[ *]$2\(" "$1" || echo "$1: $2"
}

sed -nE 's/^\| `([^`]+\.c)` \| `([a-z_]+)` \|.*/\1 \2/p' "$map" >"$scratch/steps"
# in running text: `file` (`function`)
tr '\n' ' ' <"$map" | grep -oE '`[^` ]+\.c` +\(`[a-z_]+`\)' |
	tr -d '`()' >>"$scratch/steps"
[ "$(wc -l <"$scratch/steps")" -gt 35 ] || echo "$map" | complain 'no walks in'
while read -r file name; do
	defines "$file" "$name"
done <"$scratch/steps" | complain "$map: not defined there"

awk '
	/^## / { walk = $0; n = 0 }
	/^\| `[^`]+\.c` \| `[a-z_]+` \|/ && !seen[walk, $2]++ { n++ }
	/^[0-9]+ files\./ && n != $1 { print walk ": " n " files, not " $1 }
	/^[0-9]+ files\./ { counted++ }
	END { if (counted != 3) print counted " walks are counted, not 3" }
' "$map" | complain "$map"
finish
