#!/bin/sh
# SPDX-License-Identifier: MIT
# All C is laid out as clang-format 14 does it.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

format=clang-format-14
command -v $format >/dev/null || format=clang-format
$format --version | grep -q 'version 14\.' || {
	echo 'clang-format 14 is needed'
	exit 1
}
# shellcheck disable=SC2046 # names without blanks
$format --dry-run -Werror $(sources '*.c' '*.h') 2>&1 |
	grep -E 'error:' | complain 'layout'
finish
