#!/bin/sh
# SPDX-License-Identifier: MIT
# ESLint on the viewer and its tests. The viewer's files become two scripts:
# so they are looked at one by one, and names in the whole of each.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

eslint=tests/web/node_modules/.bin/eslint
[ -x $eslint ] || {
	echo 'missing; run: (cd tests/web && npm ci)'
	exit 1
}
eslint="$eslint -c tests/web/eslint.config.js --max-warnings 0"
$eslint --rule 'no-undef: off' render/web tests/web 2>&1 |
	complain 'eslint'
for list in files loader; do
	(cd render/web && xargs cat <$list.txt) >"$scratch/whole.js"
	$eslint --rule 'max-lines: off' --stdin \
		--stdin-filename render/web/whole.js <"$scratch/whole.js" 2>&1 |
		complain "eslint, the whole of $list.txt"
done
finish
