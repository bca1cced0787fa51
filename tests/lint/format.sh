#!/bin/sh
# SPDX-License-Identifier: MIT
# format.sh [--find]: all C is laid out as one version of clang-format does it;
# others differ. --find only prints which program that is. Where there is none,
# the test is skipped (77), and fails in a CI.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

version=$(sed -n 's/^clang-format==//p' tests/lint/requirements.txt)

# The one that ./dev installed from PyPI, or one of the system.
find_format() {
	for name in build/tools/bin/clang-format clang-format-14 clang-format; do
		case $($name --version 2>/dev/null) in
		*"version $version"*)
			command -v "$name"
			return
			;;
		esac
	done
	return 1
}

format=$(find_format) || {
	echo "clang-format $version is missing; ./dev lint installs it"
	[ "${CI:-false}" = false ] || exit 1
	exit 77
}
if [ "${1:-}" = --find ]; then
	echo "$format"
	exit
fi
# shellcheck disable=SC2046 # names without blanks
"$format" --dry-run -Werror $(sources '*.c' '*.h') 2>&1 |
	grep -E 'error:' | complain 'layout'
finish
