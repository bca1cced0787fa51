#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/FORMATS.md, README and the manual page have every format that there is
# and no other, and the page says of each what --list-formats does.
# FG_UPDATE=1 writes the page's list.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"
page=collapse/fg-collapse.1

sed -n 's/^FORMAT(\(.*\))$/\1/p' collapse/formats.def >"$scratch/names"
LC_ALL=C sort -c "$scratch/names" 2>&1 | complain 'formats.def: not in order'

# agree WHERE FILE: its names are those of formats.def.
agree() {
	comm -23 "$scratch/names" "$2" | complain "$1: lacks the format"
	comm -13 "$scratch/names" "$2" | complain "$1: no such format"
}

# shellcheck disable=SC2016 # backticks are of the Markdown
sed -n '/^## Notes/q; s/^| `\([a-z0-9_]*\)` |.*/\1/p' doc/FORMATS.md \
	>"$scratch/doc"
agree doc/FORMATS.md "$scratch/doc"

# shellcheck disable=SC2016
sed -n '/^## What it reads/,/^## What it promises/p' README.md |
	grep '^|' | grep -oE '`[a-z0-9_]+`' | tr -d '`' |
	LC_ALL=C sort >"$scratch/readme"
agree README.md "$scratch/readme"

# README and CHANGELOG count them. README names thirteen before its "fifty more".
all=$(wc -l <"$scratch/names")
# shellcheck disable=SC2016
unread=$(sed -n '/^## What it reads/,/^## What it promises/p' README.md |
	grep -E '^\| what (must be converted|has no stacks)' |
	grep -oE '`[a-z0-9_]+`' | wc -l)
[ "$unread" -gt 0 ] || echo 'rows' | complain 'README.md: lacks'
[ $((all - unread - 13)) -ge 50 ] ||
	echo 'fifty more' | complain 'README.md: there are not'
grep -q "^- Reads the output of $((all - unread)) profilers" CHANGELOG.md ||
	echo $((all - unread)) | complain 'CHANGELOG.md: formats are read:'
grep -q "^  $unread more kinds, " CHANGELOG.md ||
	echo "$unread" | complain 'CHANGELOG.md: kinds are recognised:'

# "aix   AIX procstack" is ".It Cm aix" and "AIX procstack".
fg-collapse --list-formats >"$scratch/list" || echo "$?" |
	complain 'fg-collapse --list-formats: exit'
sed 's/^\([^ ]*\)  *\(.*\)/.It Cm \1\n\2/; s/\n\([.'"'"']\)/\n\\\&\1/' \
	"$scratch/list" >"$scratch/wanted"
if [ "${FG_UPDATE:-}" = 1 ]; then
	awk -v wanted="$scratch/wanted" '
		/^\.El/ { listed = 0 }
		!listed
		/^\.Sh/ { formats = /FORMATS/ }
		formats && /^\.Bl/ {
			while ((getline line <wanted) > 0)
				print line
			listed = 1
		}' "$page" >"$scratch/page" && cp "$scratch/page" "$page"
fi
sed -n '/^\.Sh FORMATS/,/^\.El/p' "$page" | sed '1,/^\.Bl/d; /^\.El/d' \
	>"$scratch/listed"
diff "$scratch/wanted" "$scratch/listed" | grep '^[<>]' |
	complain "$page: FG_UPDATE=1 sh tests/lint/formats.sh mends it"
finish
