#!/bin/sh
# SPDX-License-Identifier: MIT
# Nothing here names the machine it was written on, and sources begin with
# their licence. No two sources have one name.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

files '*' | grep -v '^tests/lint/names.sh$' |
	xargs grep -nIE '/(root|work)/|registry\.npmjs|localhost:[0-9]' |
	cut -c 1-200 | complain 'names a machine'
sources '*.c' '*.h' '*.sh' '*.py' |
	xargs grep -L 'SPDX-License-Identifier: MIT' | complain 'no licence line'
# Each of the three programs has a main.c.
sources '*.c' '*.h' '*.def' '*.js' | sed 's,.*/,,' | sort | uniq -d |
	grep -vx 'main\.c' | complain 'two files of one name'
finish
