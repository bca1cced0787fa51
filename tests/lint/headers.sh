#!/bin/sh
# SPDX-License-Identifier: MIT
# Each header says all it needs: it compiles alone, as C11 and as C++.
# shellcheck source=tests/lint/lib.sh
. "$(dirname "$0")/lib.sh"

# compile HEADER SUFFIX COMPILER...
compile() {
	header=$1
	printf '#include "%s"\n' "$header" >"$scratch/one.$2"
	suffix=$2
	shift 2
	# shellcheck disable=SC2086 # a list of options
	"$@" -fsyntax-only -D_XOPEN_SOURCE=700 -I. -Icore/include \
		-I"${header%%/*}" $libraries "$scratch/one.$suffix" 2>&1
}

libraries=$(pkg-config --cflags libxml-2.0 cmocka)
for header in $(sources '*.h'); do
	# these use elfutils' types, and are not compiled without it
	case $header in
	collapse/symbols/symbols_*) [ "${FG_HAVE_LIBDW:-ON}" = ON ] || continue ;;
	esac
	compile "$header" c "${CC:-cc}" -std=c11 -Wall -Wextra -Werror
	compile "$header" cc "${CXX:-c++}" -std=gnu++17 -Wall -Werror
done | complain 'header'
finish
