#!/bin/sh
# SPDX-License-Identifier: MIT
# security.sh BUILD: in SECURITY.md, each promise has a row of the table of
# promises and each format one of the table of readers; each row of a table
# names tests, all of which ctest has in BUILD.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"
page=SECURITY.md

ctest --test-dir "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$scratch/tests"
[ -s "$scratch/tests" ] || echo 'ctest lists no tests' | complain "$1"

# Rows without the line below the head; the head has no `tests`.
grep '^|' $page | grep -v '^|---' >"$scratch/rows"

# "`hostile/trees/a` `b`" is hostile/trees/a and hostile/trees/b.
awk -F '|' '{
	row = $2
	n = split($(NF - 1), words, "`")
	if (n < 3 && $(NF - 1) !~ /^ (held by|tests) $/)
		print "NONE", row
	folder = ""
	for (i = 2; i <= n; i += 2) {
		name = words[i]
		if (index(name, "/") == 0 && folder != "")
			name = folder name
		folder = name
		sub(/[^\/]*$/, "", folder)
		print name, row
	}
}' "$scratch/rows" >"$scratch/named"
sed -n 's/^NONE //p' "$scratch/named" | complain "$page: a row without a test"
grep -v '^NONE ' "$scratch/named" | while read -r name row; do
	# what this build has not got the library or the program for
	case $name in
	fuzz/symbols | unit/symbols) [ "${FG_HAVE_LIBDW:-ON}" = ON ] || continue ;;
	web/*) grep -q '^web/' "$scratch/tests" || continue ;;
	esac
	case $name in
	*/) awk -v name="$name" 'index($0, name) == 1' "$scratch/tests" ;;
	*) grep -Fx -e "$name" "$scratch/tests" ;;
	esac | grep -q . || echo "$name ($row)"
done | complain "$page: no such test"

sed -n '/^| reader |/,/^$/p' $page | sed 's/^|\([^|]*\)|.*/\1/' |
	tr -s ' ,`' '\n' >"$scratch/readers"
sed -n 's/^FORMAT(\(.*\))$/\1/p' collapse/formats.def |
	grep -vFx -f "$scratch/readers" | complain "$page: no row for the format"

# "- **No formulas in CSV**: ..." may go on in the next line.
sed '1,/^## What is promised/d; /^## /,$d' $page | tr '\n' ' ' |
	sed 's/- \*\*/\n/g' | sed -n 's/\*\*.*//p' | tr -s ' ' |
	grep . >"$scratch/promises"
sed -n '/^| promise |/,/^$/p' $page | sed 's/^| \([^|]*\) |.*/\1/' |
	grep -v '^promise$\|^|\|^$' >"$scratch/kept"
grep -vFx -f "$scratch/kept" "$scratch/promises" |
	complain "$page: no row for the promise"
grep -vFx -f "$scratch/promises" "$scratch/kept" |
	complain "$page: no such promise"
finish
