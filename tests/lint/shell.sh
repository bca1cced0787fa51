#!/bin/sh
# SPDX-License-Identifier: MIT
# ShellCheck on every script, the golden cases' commands included. It cannot
# know of functions that are called by a name in a variable (SC2317).
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2046 # names without blanks
shellcheck -s sh -x -f gcc -e SC2317 dev .ci/run $(sources '*.sh') |
	complain 'shellcheck'
# A pipe from cat is what such a case tries; and so is a '$1' for the tool.
# shellcheck disable=SC2046 # names without blanks
shellcheck -s sh -f gcc -e SC2002,SC2016 $(files cmd) |
	complain 'shellcheck'
finish
