#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh TOOL: its manual page is well written, and lists the options that the
# program has: the same names, letters and arguments, in the same groups and
# the same order. FG_UPDATE=1 writes the list: what the page says of an option
# stays, and a new option gets the sentence of --help.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

tool=$1
page=${tool#fg-}/$tool.1

"$tool" --print-manual >"$scratch/manual" || echo "$?" |
	complain "$tool --print-manual: exit"

# The page with its list of options as in the file $1.
rewrite() {
	awk -v manual="$1" '
	function key(line) { # ".It Fl j , Fl Fl jit Ar x" is "jit"
		sub(/.*Fl Fl /, "", line)
		sub(/ .*/, "", line)
		return line
	}
	FNR == 1 { file++ }
	file == 1 { # what the page says
		if (/^\.Sh/)
			inside = /OPTIONS/
		if (!inside)
			next
		if (/^\.Ss/) {
			at = $0
			intro[at] = ""
		} else if (/^\.It .*Fl Fl/ && at != "") {
			at = key($0)
			body[at] = ""
		} else if (/^\.Bl/ && at ~ /^\.Ss/) {
			list[at] = $0
			depth = 1
			next
		} else if (at != "") {
			depth += /^\.Bl/ - /^\.El/
			if (depth == 0 && /^\.El/)
				at = ".Ss "
			else if (at ~ /^\.Ss/)
				intro[at] = intro[at] $0 "\n"
			else
				body[at] = body[at] $0 "\n"
		}
		next
	}
	/^\.Sh/ && inside2 { inside2 = 0 }
	/^\.Ss/ && inside2 && !done { done = 1; write_list() }
	/^\.Sh OPTIONS/ { inside2 = 1 }
	!(inside2 && done)
	function write_list(    line, of) {
		while ((getline line <manual) > 0) {
			if (line ~ /^\.Ss/) {
				print line
				printf "%s", intro[line]
			} else if (line ~ /^\.It .*Fl Fl/) {
				of = key(line)
				print line
				if (of in body)
					printf "%s", body[of]
			} else if (line ~ /^\.(Bl|El)/ || !(of in body))
				print line
		}
	}' "$page" "$page"
}

rewrite "$scratch/manual" >"$scratch/page"
[ ! -s "$scratch/manual" ] || [ "${FG_UPDATE:-}" != 1 ] || cmp -s "$scratch/page" "$page" ||
	cp "$scratch/page" "$page"
diff "$page" "$scratch/page" | grep '^[<>]' |
	complain "$page: FG_UPDATE=1 sh tests/lint/man.sh $tool mends it"
mandoc -T lint -W warning "$page" | complain 'mandoc'
grep -q '^\.Sh OPTIONS' "$page" || echo "$page" | complain 'no .Sh OPTIONS in'
[ -s "$scratch/manual" ] || echo "$tool" | complain 'no options in'
finish
