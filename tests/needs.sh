#!/bin/sh
# SPDX-License-Identifier: MIT
# needs.sh LIBRARY...: whether the programs were built with these, libdw or
# libiberty. Else it says which is missing, and its status is that of the test:
# 77, skipped; in a CI 1, failed, unless -DFG_SYMBOLS=OFF left them out.
for library; do
	case $library in
	libdw) found=${FG_HAVE_LIBDW:-OFF} ;;
	libiberty) found=${FG_HAVE_LIBIBERTY:-OFF} ;;
	*) echo "no such library: $library" && exit 1 ;;
	esac
	[ "$found" = OFF ] || continue
	if [ "${FG_SYMBOLS:-}" = OFF ]; then
		echo "skipped: it needs $library; configured with FG_SYMBOLS=OFF"
		exit 77
	fi
	echo "it needs $library, which was not found when the build was configured"
	[ "${CI:-false}" = false ] || exit 1
	exit 77
done
