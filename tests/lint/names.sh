#!/bin/sh
# SPDX-License-Identifier: MIT
# Nothing here names the machine it was written on, and sources begin with
# their licence.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

files '*' | grep -vE '\.(gz|zst|png|jpg|bin|pb)$|^tests/lint/names.sh$' |
	while read -r file; do
		grep -nIE '/(root|work)/|registry\.npmjs|localhost:[0-9]' \
			"$file" | cut -c 1-200 | sed "s|^|$file:|"
	done | complain 'names a machine'
sources '*.c' '*.h' '*.sh' | while read -r file; do
	head -n 2 "$file" | grep -q 'SPDX-License-Identifier: MIT' ||
		echo "$file"
done | complain 'no licence line'
finish
