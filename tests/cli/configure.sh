#!/bin/sh
# SPDX-License-Identifier: MIT
# What `cmake` says and chooses by itself: a release, names looked up where
# the libraries are there, one line for a compiler that cannot make fg.
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0

fail() {
	failed=1
	echo "FAILED: $*"
	tail -n 20 "$scratch/log"
}

# configure OPTION...: into a new folder, in $status how that ended.
configure() {
	rm -rf "$scratch/build"
	cmake -S "$FG_SOURCE" -B "$scratch/build" -G Ninja -DFG_TESTS=OFF \
		"$@" >"$scratch/log" 2>&1
	status=$?
}

# says PATTERN: as cmake does, which breaks long lines.
says() {
	tr -s ' \n' '  ' <"$scratch/log" | grep -q "$1" || fail "not said: $1"
}

configure
[ $status = 0 ] || fail 'without options'
grep -q '^CMAKE_BUILD_TYPE:.*=Release$' "$scratch/build/CMakeCache.txt" ||
	fail 'no release'
grep -q '^FG_HARDEN:.*=ON$' "$scratch/build/CMakeCache.txt" ||
	fail 'not hardened'
says 'FG_SYMBOLS: libdw with libelf'
says 'FG_SYMBOLS: liblzma'
says 'FG_SYMBOLS: libiberty'

configure -DCMAKE_BUILD_TYPE=Debug
[ $status = 0 ] || fail Debug
grep -q '^FG_HARDEN:.*=OFF$' "$scratch/build/CMakeCache.txt" ||
	fail 'Debug is hardened, and not optimised'

configure -DFG_SYMBOLS=OFF
[ $status = 0 ] || fail 'FG_SYMBOLS=OFF'
says 'libdw with libelf not used: addresses get no names from binaries'
says 'liblzma not used: .gnu_debugdata of binaries is not read'
says 'libiberty not used: names of C++ and Rust stay mangled'

# A libdw that cannot be used, for it needs what nobody has.
printf '%s\n' 'Name: libdw' 'Description: none' 'Version: 1' \
	'Requires: no-such-library' >"$scratch/libdw.pc"
PKG_CONFIG_PATH=$scratch
export PKG_CONFIG_PATH
configure -DFG_SYMBOLS=ON
[ $status != 0 ] || fail 'FG_SYMBOLS=ON, without libdw'
says 'FG_SYMBOLS is ON, and libdw with libelf is missing'
configure
[ $status = 0 ] || fail 'without libdw'
says 'libdw with libelf not used'
unset PKG_CONFIG_PATH

configure -DFG_SYMBOLS=maybe
[ $status != 0 ] || fail 'FG_SYMBOLS=maybe'
says 'FG_SYMBOLS is ON, OFF or AUTO, not maybe'

# As a compiler for 32 bits sees it.
configure -DCMAKE_C_FLAGS=-D__int128=none
[ $status != 0 ] || fail 'without __int128'
says 'fg needs a 64-bit target: .* has no __int128'
exit $failed
