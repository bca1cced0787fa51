#!/bin/sh
# SPDX-License-Identifier: MIT
# Messages begin in lower case, end without a full stop and have no line
# breaks; what the user wrote stands in single quotes.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

# The first string of every call that gives a message, with its file.
# shellcheck disable=SC2046 # names without blanks
awk '
/(fg_warn|fg_fail|fg_note|fg_cli_misuse)\(/ {
	call = ""
	inside = 1
}
inside {
	line = $0
	sub(/^[ \t]+/, "", line)
	call = call line
	if (line ~ /[;{]$/) {
		gsub(/"[ \t]*"/, "", call)
		if (match(call, /"([^"\\]|\\.)*"/))
			print FILENAME ": " substr(call, RSTART, RLENGTH)
		inside = 0
	}
}' $(sources '*.c' | grep -E '^(core|collapse|render|diff|record)/') \
	>"$scratch/messages"

# Names are written as their owners do.
names='BOM|UTF|XML|SVG|JSON|PCRE|Go|Java|Python|Linux|DTrace|Instruments'
names="$names|Chrome|Firefox|Valgrind|Xcode|V8|Ruby|PHP"
[ -s "$scratch/messages" ] || echo 'found none' | complain 'messages'
grep -E ': "[A-Z]' "$scratch/messages" | grep -vE ": \"($names)" |
	complain 'begins with a capital'
grep -E '[^.]\."$' "$scratch/messages" | complain 'ends with a full stop'
grep -E '\\n' "$scratch/messages" | complain 'has a line break'
grep -E '\\"%' "$scratch/messages" | complain 'has double quotes'
finish
