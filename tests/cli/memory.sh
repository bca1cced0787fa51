#!/bin/sh
# SPDX-License-Identifier: MIT
# memory.sh TOOL GROUP: in a control group with little memory, TOOL says that
# there is not enough and ends with status 1, before the kernel would kill it;
# where there is enough, nothing is different. GROUP is loaded to play the
# kernel's part (see group.c); where the kernel lets us make a group, of version
# 1 or 2, everything is tried in a real one, too.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
group=$2
folder= # of the real group
FG_GROUP_USED=5000000
export FG_GROUP_USED

# in_group PLACE COMMAND...
in_group() {
	place=$1
	shift
	if [ "$place" = played ]; then
		FG_GROUP_LIMIT=$limit LD_PRELOAD=$group "$@"
		return
	fi
	for file in "$folder/memory.limit_in_bytes" "$folder/memory.max"; do
		[ ! -e "$file" ] || echo "$limit" >"$file"
	done
	sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$folder" "$@"
}

make_group() {
	for base in /sys/fs/cgroup/memory /sys/fs/cgroup; do
		folder=$base/fg-test-$$
		[ -e "$base/cgroup.procs" ] || continue
		mkdir "$folder" 2>/dev/null || continue
		[ ! -e "$folder/memory.limit_in_bytes" ] &&
			[ ! -e "$folder/memory.max" ] || return 0
		rmdir "$folder"
	done
	folder=
	return 1
}

# shellcheck disable=SC2317 # lib.sh calls it at the end
tidy() {
	[ -z "$folder" ] || rmdir "$folder"
}

# tried MB KIND
tried() {
	limit=${1}000000
	what="a $2 group of $1 MB"
	case $tool in
	fg-diff) in_group "$2" "$tool" -o made input other >out 2>err ;;
	*) in_group "$2" "$tool" -o made input >out 2>err ;;
	esac
	status=$?
	if [ "$status" = 0 ]; then
		enough=$1
		cmp -s made expected || fail "$what: other output"
	else
		expect_status 1
		grep -q "^$tool: out of memory (.* left)\$" err ||
			fail "$what: not told"
		[ ! -e made ] || fail "$what: half a file"
		[ -z "$enough" ] || fail "$what: $enough were enough"
	fi
	rm -f made
}

awk 'BEGIN {
	for (i = 0; i < 300000; i++)
		print "main;f" i % 977 ";g" i * 7 ";h" i % 7 " " i + 1
}' >input
cp input other
run --
expect_status 0
cp out expected
kinds=played
make_group && kinds='played real'
for kind in $kinds; do
	enough=
	for mb in 20 24 32 48 64 96 100 128 192 256 512; do
		tried "$mb" "$kind"
	done
	[ "$enough" = 512 ] || fail "$kind: more is not enough"
done
echo "groups: $kinds"
finish
