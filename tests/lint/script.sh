#!/bin/sh
# SPDX-License-Identifier: MIT
# ESLint on the viewer and its tests, and the viewer's types: JSDoc comments
# and render/web/types.d.ts, which also say who may change what.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

bin=tests/web/node_modules/.bin
if [ ! -x $bin/eslint ] || [ ! -x $bin/tsc ]; then
	echo 'missing; run: (cd tests/web && npm ci)'
	exit 1
fi
$bin/eslint -c tests/web/eslint.config.js --max-warnings 0 \
	render/web tests/web 2>&1 | complain 'eslint'
$bin/tsc -p render/web 2>&1 | complain 'tsc'
finish
