#!/bin/sh
# SPDX-License-Identifier: MIT
# Who may use what. The tools use the core and never each other; only main.c,
# a *_settings.c beside it and core/cli*.c talk to the terminal and decide how
# the program ends; alloc.c says that memory gave out.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

sources '*.c' '*.h' | grep -E '^(core|collapse|render|diff|record)/' >"$scratch/all"
grep -vE '/(main\.c|[a-z]+_settings\.[ch])$|^core/cli|^core/alloc\.c$' "$scratch/all" \
	>"$scratch/library"

# The same files without comments and what stands in strings.
while read -r file; do
	mkdir -p "$scratch/code/$(dirname "$file")"
	sed -E 's,^\s*(/?\*|//).*,,; s/"([^"\\]|\\.)*"/""/g' "$file" \
		>"$scratch/code/$file"
done <"$scratch/all"

# forbid LIST RULE PATTERN: no line of the listed files' code matches.
forbid() {
	(cd "$scratch/code" && xargs grep -nE "$3" /dev/null) <"$scratch/$1" |
		complain "$2"
}

# The same for what a line includes, which is a string; but files that match
# EXCEPT may.
forbid_include() {
	grep -vE "${4:-^$}" "$scratch/$1" |
		xargs grep -nE "^# *include $3" /dev/null | complain "$2"
}

# What fork has made ends in process.c, and nowhere else.
grep -v '^record/process\.c$' "$scratch/library" >"$scratch/not_forked"
forbid not_forked 'libraries do not end the process' \
	'\b(exit|_exit|abort|quick_exit)\('
forbid library 'libraries do not print' \
	'\b(stderr|stdout|perror\()|(^|[^_a-z])(printf|puts|putchar)\('
forbid library 'functions that cannot be used right' \
	'(^|[^_a-z])(strcpy|strcat|sprintf|gets|strtok|ato[ilf]|alloca)\('
forbid all 'the locale has no say' \
	'\b(setlocale|is(space|digit|alpha|alnum|print)|to(upper|lower))\('
forbid_include all 'includes by way of a parent folder' '"\.\./'
forbid_include library 'fg/cli.h is for main.c and *_settings.c' '"fg/cli.h"'
# The rooms of collapse/, from the bottom up. A file includes headers of its
# own room and of those before it, and the headers at the top of collapse/.
rooms='input fold names sample symbols formats'
above=
for room in $(echo "$rooms" | tr ' ' '\n' | tac); do
	grep "^collapse/$room/" "$scratch/all" >"$scratch/room"
	[ -s "$scratch/room" ] || echo "$room" | complain 'no such room'
	[ -z "$above" ] ||
		forbid_include room "$room/ is below" "\"($above)/"
	above=${above:+$above|}$room
done
find collapse -mindepth 1 -maxdepth 1 -type d | sed 's,.*/,,' |
	grep -vxE "$above" | complain 'a room that layering.sh does not know'

forbid_include all 'libxml2 has one face' '<libxml/' '^collapse/input/xml\.c$'
forbid_include all 'yajl has one face' '<yajl' '^collapse/input/json_tokens\.c$'
forbid_include all 'elfutils has one face' '<(elfutils/|gelf|libelf|dwarf)' \
	'^collapse/symbols/symbols_[a-z]+\.[ch]$'
forbid_include all 'liblzma has one face' '<lzma' \
	'^collapse/symbols/symbols_xz\.c$'
forbid_include all 'libiberty has one face' '<libiberty/' \
	'^collapse/symbols/demangle\.c$'
forbid_include all 'PCRE2 has one face' '<pcre2' '^core/regex\.c$'
forbid_include all 'packing has one face, and unpacking' '<(zlib|zstd)' \
	'^(core/unpack|render/deflate)\.c$'
finish
