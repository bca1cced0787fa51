#!/bin/sh
# SPDX-License-Identifier: MIT
# man.sh TOOL: its manual page is well written, and says of options exactly
# what --help says: each option of the one is in the other.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

tool=$1
page=${tool#fg-}/$tool.1

# "  -j, --[no-]jit  text" is --jit and --no-jit.
"$tool" --help >"$scratch/text" || echo "$?" | complain "$tool --help: exit"
grep -oE '^ {2,6}(-., )?--[][a-z0-9-]+' "$scratch/text" |
	grep -oE -e '--[][a-z0-9-]+' |
	sed -n 's/^--\[no-\]\(.*\)/--\1\n--no-\1/; s/\[.*//; p' |
	sort -u >"$scratch/help"

# ".It Fl j , Fl Fl jit , Fl Fl no-jit"
grep '^\.It .*Fl Fl' "$page" | grep -oE 'Fl Fl [a-z0-9-]+' |
	sed 's/^Fl Fl /--/' | sort -u >"$scratch/page"

mandoc -T lint -W warning "$page" | complain 'mandoc'
comm -23 "$scratch/help" "$scratch/page" | complain "$page: not in the page"
comm -13 "$scratch/help" "$scratch/page" | complain "$page: not in --help"
[ -s "$scratch/help" ] || echo "$tool" | complain 'no options in the help of'
finish
