#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh CASE: runs one golden case, which is a folder with
#
#	cmd	shell commands, run in a copy of the folder
#	stdout	what they must write, byte for byte; absent: nothing
#	stderr	the same for standard error
#	exit	the exit status; absent: 0
#	needs	what must have been found when the programs were built,
#		libdw or libiberty; else the case is skipped (../needs.sh)
#
# and whatever inputs they read. The programs are found by PATH, other cases'
# inputs below $FIXTURES. FG_UPDATE=1 writes the three files instead.
set -u

case_dir=$(cd "$1" && pwd) || exit 1
if [ -e "$case_dir/needs" ]; then
	# shellcheck disable=SC2046 # words
	sh "$FG_SOURCE/tests/needs.sh" $(cat "$case_dir/needs") || exit
fi
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

cp -R "$case_dir" "$scratch/case" || exit 1
cd "$scratch/case" || exit 1
rm -f stdout stderr exit needs
FIXTURES=$FG_SOURCE/fixtures
export FIXTURES
LC_ALL=C sh ./cmd >"$scratch/stdout" 2>"$scratch/stderr" </dev/null
echo $? >"$scratch/exit"
# Without libdw the note is another, of which addresses have no name.
without_note() {
	sed '/note: .* addresses have no name; /d' "$1" >"$scratch/$2"
}

# What an absent file stands for.
: >"$scratch/nothing"
echo 0 >"$scratch/zero"

failed=0
check() {
	expected=$case_dir/$1
	[ -e "$expected" ] || expected=$scratch/$2
	if [ "$1" = stderr ] && [ "${FG_HAVE_LIBDW:-ON}" = OFF ]; then
		without_note "$scratch/stderr" stderr.new
		mv "$scratch/stderr.new" "$scratch/stderr"
		without_note "$expected" stderr.expected
		expected=$scratch/stderr.expected
	fi
	cmp -s "$expected" "$scratch/$1" && return
	failed=1
	echo "--- $1 differs:"
	diff -u "$expected" "$scratch/$1" | cut -c 1-400 | head -n 60
}

update() {
	if cmp -s "$scratch/$1" "$scratch/$2"; then
		rm -f "$case_dir/$1"
	else
		cp "$scratch/$1" "$case_dir/$1"
	fi
}

action=check
[ "${FG_UPDATE:-}" = 1 ] && action=update
$action stdout nothing
$action stderr nothing
$action exit zero
exit $failed
