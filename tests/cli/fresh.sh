#!/bin/sh
# SPDX-License-Identifier: MIT
# A fresh copy of the sources, as somebody has it who follows CONTRIBUTING:
# with its example of a new format added, which is one file and one line, it
# builds without a preset, reads that format, and is hardened.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

mkdir "$scratch/fg"
cd "$FG_SOURCE"
tar -c --exclude=./build --exclude=./.git --exclude=node_modules \
	--exclude=./fixtures --exclude=./doc . | tar -x -C "$scratch/fg"
cd "$scratch/fg"

awk '/^ *```c$/ { inside = 1; next } /^ *```$/ { inside = 0 } inside' \
	CONTRIBUTING.md | sed 's/^   //' >collapse/formats/tick.c
grep -q 'format_tick' collapse/formats/tick.c
echo 'FORMAT(tick)' >>collapse/formats.def
{
	cmake -G Ninja -B build -DFG_TESTS=OFF
	cmake --build build --target fg-collapse
} >log 2>&1 || {
	tail -n 40 log
	exit 1
}

program=build/bin/fg-collapse
printf 'TICK main>parse>read 12\nTICK main 1\nTICK main>parse>read 3\n' >input
$program input >output
printf 'main 1\nmain;parse;read 15\n' | diff -u - output
$program --list-formats | grep -q '^ *tick'

# has WHAT PATTERN COMMAND...: the command's output shows it.
has() {
	what=$1 pattern=$2
	shift 2
	"$@" | grep -qE "$pattern" || {
		echo "not hardened: $what"
		exit 1
	}
}
has 'position independent' 'Type: *DYN' readelf -hW $program
has 'read-only relocations' GNU_RELRO readelf -lW $program
has 'bound at the start' 'BIND_NOW|FLAGS_1.*NOW' readelf -dW $program
has 'stack protector' __stack_chk_fail readelf -sW $program
has 'checked functions' '_chk@' readelf -sW $program
case $(uname -m) in
x86_64) has 'indirect jumps' endbr64 objdump -d $program ;;
esac
if readelf -lW $program | grep GNU_STACK | grep -q E; then
	echo 'the stack is executable'
	exit 1
fi
