#!/bin/sh
# SPDX-License-Identifier: MIT
# ESLint on the viewer and its tests. The viewer's files become one script:
# so they are looked at one by one, and names in the whole.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

eslint=tests/web/node_modules/.bin/eslint
[ -x $eslint ] || {
	echo 'missing; run: (cd tests/web && npm ci)'
	exit 1
}
$eslint -c tests/web/eslint.config.js --no-error-on-unmatched-pattern \
	render/web tests/web 2>&1 |
	complain 'eslint'
finish
