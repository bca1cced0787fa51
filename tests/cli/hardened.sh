#!/bin/sh
# SPDX-License-Identifier: MIT
# hardened.sh PROGRAM: the release build has what distributions ask for, and
# calls nothing that starts programs or opens connections.
set -u
program=$1
failed=0

fail() {
	failed=1
	echo "FAILED: $program: $*"
}

# has WHAT PATTERN READELF-OPTION: what readelf prints matches.
has() {
	LC_ALL=C readelf -W "$3" "$program" | grep -qE "$2" || fail "no $1"
}

lacks() {
	if LC_ALL=C readelf -W "$3" "$program" | grep -E "$2"; then
		fail "has $1"
	fi
}

[ -x "$program" ] || fail 'not built'
has 'position independence' 'Type: +DYN' -h
has 'read-only relocations' 'GNU_RELRO' -l
has 'immediate binding' 'BIND_NOW' -d
has 'stack that is no code' 'GNU_STACK.* RW ' -l
has 'stack protector' ' __stack_chk_fail(@|$)' --dyn-syms
has 'fortified calls' ' __vsnprintf_chk(@|$)' --dyn-syms
lacks 'segment to write and to run' 'LOAD.* RWE ' -l
lacks 'relocations in code' 'TEXTREL' -d
lacks 'path of its own for libraries' 'RPATH|RUNPATH' -d
calls='system|popen|exec[lv]p?e?|posix_spawnp?|v?fork|socket|connect|dlopen'
lacks 'a way out' "UND +($calls|getaddrinfo|mktemp|tmpnam|gets)(@|$)" \
	--dyn-syms
if [ "$(uname -m)" = x86_64 ] &&
	echo 'int x;' | cc -fcf-protection -x c -c -o /dev/null - 2>/dev/null
then
	objdump -d --no-show-raw-insn "$program" | grep -q endbr64 ||
		fail 'no landing pads for indirect calls'
fi
exit $failed
