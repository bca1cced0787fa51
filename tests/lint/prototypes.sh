#!/bin/sh
# SPDX-License-Identifier: MIT
# A function is declared in the header that belongs to its file: alpha.h for
# alpha.c and its parts alpha_beta.c, alpha_private.h for what only these use.
# symbols_none.c stands in for several files where libdw is missing.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

sources '*.c' '*.h' | grep -E '^(core|collapse|render|diff|record)/' |
	grep -v '/symbols_none\.c$' >"$scratch/all"

# "kind program module function file" for each declaration and definition at
# the left margin, as clang-format lays them out.
# shellcheck disable=SC2046 # names without blanks
awk '
	function print_name(text, kind,    name, program, module) {
		if (text !~ /\(/ || text ~ /^(static|typedef|extern)/)
			return
		name = text
		sub(/\(.*/, "", name)
		sub(/.*[ *]/, "", name)
		program = module = FILENAME
		sub(/\/.*/, "", program)
		sub(/.*\//, "", module)
		sub(/\.[ch]$/, "", module)
		print kind, program, module, name, FILENAME
	}
	FNR == 1 { text = "" }
	/^[a-zA-Z].*[ *][a-z][a-z0-9_]*\(/ && !/^(return|else|typedef)/ { text = $0; head = 1 }
	head && !/^[a-zA-Z{]/ { text = text $0 }
	head && /;$/ { if (FILENAME ~ /h$/) print_name(text, "declared"); head = 0 }
	head && /^{/ { if (FILENAME ~ /c$/) print_name(text, "defined"); head = 0 }
' $(cat "$scratch/all") | sort >"$scratch/functions"

awk '
	$1 == "declared" { declared[$2, $4] = declared[$2, $4] " " $3; next }
	!(($2, $4) in declared) { next }
	{
		checked++
		count = split(declared[$2, $4], modules, " ")
		for (i = 1; i <= count; i++) {
			module = modules[i]
			sub(/_private$/, "", module)
			if (index($3 "_", module "_") == 1)
				next
		}
		print $5 ": " $4 "() is declared in" declared[$2, $4] ".h"
	}
	END { if (checked < 1000) print "only " checked " functions were found" }
' "$scratch/functions" | sort -u | complain 'header'
finish
