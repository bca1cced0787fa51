#!/bin/sh
# SPDX-License-Identifier: MIT
# ShellCheck on every script, the golden cases' commands included. It cannot
# know of functions that are called by a name in a variable (SC2317).
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

cases=$(files cmd)
# shellcheck disable=SC2046,SC2086 # names without blanks
shellcheck -s sh -x -f gcc -e SC2317 dev .ci/run $(sources '*.sh') $cases |
	complain 'shellcheck'
finish
