#!/bin/sh
# SPDX-License-Identifier: MIT
# denied.sh PROGRAM: PROGRAM (tests/sandbox/denied.c, of the release build)
# tries each system call that the sandbox has to refuse.
set -u
[ -x "$1" ] || {
	echo "$1: not built"
	exit 1
}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
echo text >"$scratch/file"
"$1" "$scratch/file" "$scratch/other" || exit 1
[ "$(cat "$scratch/file")" = text ] || {
	echo "the file was changed"
	exit 1
}
