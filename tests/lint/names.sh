#!/bin/sh
# SPDX-License-Identifier: MIT
# Nothing here names the machine it was written on, and sources begin with
# their licence.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

files '*' | grep -v '^tests/lint/names.sh$' |
	xargs grep -nIE '/(root|work)/|registry\.npmjs|localhost:[0-9]' |
	cut -c 1-200 | complain 'names a machine'
sources '*.c' '*.h' '*.sh' '*.py' |
	xargs grep -L 'SPDX-License-Identifier: MIT' | complain 'no licence line'
finish
