#!/bin/sh
# SPDX-License-Identifier: MIT
# symbols.sh FUNCTIONS: where names of addresses come from. Programs are made
# here by compiler and binutils; what other tool is missing is said.
set -u
functions=$1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
HOME=$scratch/home
export HOME
unset PERF_BUILDID_DIR
failed=0
cc=${CC:-cc}

cat >prog.c <<'END'
#include <stdio.h>
volatile int sink;
static inline __attribute__((always_inline)) void inner(int n)
{
	sink += n;
	__asm__ volatile(".globl at_inner\nat_inner: nop");
}
__attribute__((noinline)) void outer(int n)
{
	inner(n);
	sink++;
}
__asm__(".globl the_alias\n.set the_alias, outer\n.type the_alias, @function");
static __attribute__((noinline, used)) void only_local(void)
{
	sink--;
}
int main(void)
{
	outer(1);
	only_local();
	return puts("done") < 0;
}
END

# build FILE OPTION...: a program that does not move.
build() {
	out=$1
	shift
	"$cc" -O2 -no-pie -Wl,--build-id=0xabcdef0123456789 "$@" -o "$out" \
		prog.c 2>log || { cat log; exit 1; }
}

# address FILE SYMBOL
address() {
	nm "$1" | awk -v name="$2" '$3 == name { print $1; exit }'
}

# expect WHAT WANTED OPTION... FILE: the lines for the address $at.
expect() {
	what=$1 wanted=$2
	shift 2
	got=$(echo "$at" | "$functions" "$@")
	[ "$got" = "$(printf '%b' "$wanted")" ] && return
	failed=1
	printf 'FAILED: %s: "%s"\n' "$what" "$got"
}

build prog -g
at=$(address prog at_inner)
expect 'a label is a symbol' 'inner|at_inner' "$PWD/prog"
objcopy --localize-symbol=at_inner prog
expect 'a local label is none' 'inner|the_alias' "$PWD/prog"
objcopy --strip-symbol=at_inner prog
# of two names of one function the longer one counts
expect 'inlined' 'inner|the_alias' "$PWD/prog"
expect 'lines' 'inner prog.c:6|the_alias prog.c:10' lines=yes "$PWD/prog"
expect 'its build ID' 'inner|the_alias' id=abcdef0123456789 "$PWD/prog"
expect 'the same with zeros, as in perf.data' 'inner|the_alias' \
	id=abcdef0123456789000000000000 "$PWD/prog"
expect 'another build ID' '\nanother build ID' id=abcdef01234567 "$PWD/prog"
expect 'below a root' 'inner|the_alias' sysroot="$PWD" /prog
changed=$(stat -c %Y prog)
expect 'changed in time' 'inner|the_alias' recorded="$changed" "$PWD/prog"
expect 'changed later' '\nchanged since it was recorded' \
	recorded=$((changed - 1)) "$PWD/prog"
expect 'changed later, same build' 'inner|the_alias' \
	recorded=$((changed - 1)) id=abcdef0123456789 "$PWD/prog"

expect 'inlined ones left out' 'the_alias' inline=no "$PWD/prog"

# The stub of puts is where main's second call goes to.
plt=$(objdump -d -j .plt -j .plt.sec prog 2>/dev/null |
	awk '/<puts@plt>:/ { print $1; exit }')
if [ "$plt" ]; then
	at=$plt
	expect 'a stub' 'puts@plt' "$PWD/prog"
	at=$(address prog the_alias)
else
	echo 'not tried: no stub of puts here'
fi
at=$(nm prog | awk '$3 == "the_alias" { print $1; exit }')
at=$(printf '%x' $((0x$at + 8)))

# Debug information apart from the program: beside it, and by build ID.
objcopy --only-keep-debug prog prog.debug
strip -o stripped prog
expect 'no symbols' '' "$PWD/stripped"
objcopy --add-gnu-debuglink=prog.debug stripped linked
expect 'debug link' 'inner|the_alias' "$PWD/linked"
mkdir -p .debug && mv prog.debug .debug/
expect 'debug link, in .debug' 'inner|the_alias' "$PWD/linked"
mkdir -p usr/lib/debug/"$PWD" && mv .debug/prog.debug usr/lib/debug/"$PWD"/
mkdir -p root && mv usr root/ && mkdir -p root/"$PWD" && cp linked root/"$PWD"/
expect 'debug link, in /usr/lib/debug' 'inner|the_alias' \
	sysroot="$PWD/root" "$PWD/linked"
mkdir -p root/usr/lib/debug/.build-id/ab
mv root/usr/lib/debug/"$PWD"/prog.debug \
	root/usr/lib/debug/.build-id/ab/cdef0123456789.debug
cp stripped root/
expect 'debug information by build ID' 'inner|the_alias' \
	sysroot="$PWD/root" /stripped

# Perf's copies by build ID: ~/.debug, $PERF_BUILDID_DIR, or an archive.
for dir in home/.debug cache archive; do
	mkdir -p "$dir/.build-id/ab" "$dir/gone/abcdef0123456789"
	cp prog "$dir/gone/abcdef0123456789/elf"
	ln -s ../../gone/abcdef0123456789 "$dir/.build-id/ab/cdef0123456789"
	[ $dir = cache ] && export PERF_BUILDID_DIR="$PWD/cache"
	root=
	[ $dir = archive ] && root=$PWD/archive
	expect "a copy in $dir" 'inner|the_alias' sysroot="$root" \
		id=abcdef0123456789 /no/such/prog
	expect "another build in $dir" '\nnot found' sysroot="$root" \
		id=abcdef012345678a /no/such/prog
	rm -rf "$dir"
	unset PERF_BUILDID_DIR
done

# Without build IDs a debug link goes by the checksum.
"$cc" -O2 -g -no-pie -Wl,--build-id=none -o anonymous prog.c
objcopy --strip-symbol=at_inner --only-keep-debug anonymous anonymous.debug
strip -o stripped anonymous
objcopy --add-gnu-debuglink=anonymous.debug stripped linked
at=$(printf '%x' $((0x$(address anonymous outer) + 8)))
expect 'checksum' 'inner|the_alias' "$PWD/linked"
printf x >>anonymous.debug
expect 'another checksum' '' "$PWD/linked"

# Packed sections; and versions of DWARF.
for options in '-gdwarf-5 -gz=zlib' '-gdwarf-4 -gz=zlib-gnu' -gdwarf-3 \
	'-gdwarf-5 -gdwarf64' '-gdwarf-5 -m32'; do
	# shellcheck disable=SC2086 # a list of options
	"$cc" -O2 -no-pie $options -o other prog.c 2>log || {
		echo "not tried: $options"
		continue
	}
	objcopy --strip-symbol=at_inner other
	at=$(printf '%x' $((0x$(address other outer) + 8)))
	expect "$options" 'inner|the_alias' "$PWD/other"
	expect "$options, lines" 'inner prog.c:5|the_alias prog.c:10' \
		lines=yes "$PWD/other"
done

# Debug information split off: files, and packages of them.
for version in 4 5; do
	"$cc" -c -O2 -gsplit-dwarf -gdwarf-$version -o split.o prog.c
	"$cc" -no-pie -o split split.o
	objcopy --strip-symbol=at_inner split
	at=$(printf '%x' $((0x$(address split outer) + 8)))
	expect "split DWARF $version" 'inner|the_alias' "$PWD/split"
	expect "split DWARF $version, the line" inner\ prog.c:5\|the_alias\ :10 \
		lines=yes "$PWD/split"
	for tool in dwp llvm-dwp; do
		rm -f split.dwp
		if ! "$tool" -e split -o split.dwp >log 2>&1; then
			echo "not tried: $tool of DWARF $version"
			continue
		fi
		mkdir -p away && mv ./*.dwo away/
		expect "package of $tool, DWARF $version" 'inner|the_alias' \
			"$PWD/split"
		mv away/*.dwo .
	done
	rm -f ./*.dwo split.dwp
	expect "split DWARF $version, missing" 'the_alias' "$PWD/split"
done

# What dwz moved into a file of its own.
if command -v dwz >/dev/null; then
	build one -g -gdwarf-4
	build two -g -gdwarf-4 -DTWO
	for file in one two; do
		objcopy --strip-symbol=at_inner $file
	done
	dwz -m common.debug one two 2>log || cat log
	at=$(printf '%x' $((0x$(address one outer) + 8)))
	if [ -s common.debug ]; then
		expect 'dwz' 'inner|the_alias' "$PWD/one"
		rm common.debug
		expect 'dwz, missing' 'the_alias' "$PWD/one"
	else
		echo 'not tried: dwz moved nothing'
	fi
else
	echo 'not tried: no dwz'
fi

# A small table of symbols, packed.
if command -v xz >/dev/null; then
	objcopy --strip-debug --strip-symbol=at_inner prog mini
	strip -o stripped prog
	objcopy -S --keep-symbol=only_local mini small
	xz small
	objcopy --add-section .gnu_debugdata=small.xz stripped packed
	at=$(address prog only_local)
	expect '.gnu_debugdata' 'only_local' "$PWD/packed"
else
	echo 'not tried: no xz'
fi
exit $failed
