#!/bin/sh
# SPDX-License-Identifier: MIT
# No file over 600 lines, no function over 60; the rows of a table in it do
# not count.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

{
	echo dev
	sources '*.c' '*.h' '*.js' '*.mjs' '*.css' '*.sh' '*.py' '*.cmake' \
		CMakeLists.txt
} | while read -r file; do
	lines=$(wc -l <"$file")
	[ "$lines" -le 600 ] || echo "$file: $lines"
done | complain 'over 600 lines'
# shellcheck disable=SC2046 # names without blanks
awk '
FNR == 1 || /^{/ { start = FNR; lines = 0; table = 0 }
/= \{$/ { table = 1 }
!table { lines++ }
/^\t*};$/ { table = 0 }
/^}/ && lines > 62 { print FILENAME ":" start ": " lines - 2 }
/^}/ { lines = 0 }
' $(sources '*.c') | complain 'function over 60 lines'
finish
