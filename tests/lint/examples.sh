#!/bin/sh
# SPDX-License-Identifier: MIT
# The examples in the comments of headers compile: functions, fields and
# arguments are those of today. examples.h and examples.txt have the variables
# that they use and do not declare. One example has a function inside, which is
# gnu C, so the compiler is cc.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

libraries=$(pkg-config --cflags libxml-2.0 yajl)

# compile HEADER: its examples, below what they are surrounded by.
compile() {
	folder=${1%%/*}
	name=$(basename "$1" .h)
	awk -f tests/lint/examples.awk "$1" >"$scratch/body"
	[ -s "$scratch/body" ] || return 0
	echo "$1" >>"$scratch/compiled"
	{
		printf '#define EXAMPLE_IN_%s\n#include "%s"\n' "$folder" "$1"
		echo '#include "tests/lint/examples.h"'
		awk -v own="$(sed -n "s/^$name: *//p" tests/lint/examples.txt)" \
			'{ print }
			/^void example_/ { head = 1 }
			/^{/ && head { print own; head = 0 }' "$scratch/body"
	} >"$scratch/$name.c"
	# shellcheck disable=SC2086 # a list of options
	cc -std=c11 -fsyntax-only -D_XOPEN_SOURCE=700 -I. \
		-Icore/include "-I$folder" $libraries \
		-Werror=implicit-function-declaration \
		-Werror=incompatible-pointer-types -Werror=int-conversion \
		"$scratch/$name.c" 2>&1
}

for header in $(sources '*.h' | grep -E '^(core|collapse|render|diff|record)/'); do
	compile "$header"
done | grep -E 'error|warning' | complain 'example'
[ "$(wc -l <"$scratch/compiled")" -gt 110 ] ||
	echo 'few headers have any' | complain 'examples'
finish
