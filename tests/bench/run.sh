#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the peer that fg is measured beside, and measures.
#
#	run.sh RELEASE_BUILD [OPTION OF bench.py]...
#	run.sh RELEASE_BUILD viewer [OPTION OF viewer.mjs]...
#	run.sh RELEASE_BUILD perfdata [OPTION OF perfdata.py]...
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
shift
peers=$build/../peers
version=0.12.8 # of inferno

if [ ! -x "$peers/bin/inferno-flamegraph" ]; then
	echo "installing inferno $version in $peers"
	cargo install --quiet --root "$peers" --version "$version" inferno
fi
if [ "${1:-}" = viewer ]; then
	shift
	PATH=$build/bin:$PATH exec node "$here/viewer.mjs" \
		--inferno "$peers/bin" --inferno-version "$version" "$@"
fi
if [ "${1:-}" = perfdata ]; then
	shift
	exec python3 "$here/perfdata.py" --fg "$build/bin" \
		--inferno "$peers/bin" --work "$build/../bench" "$@"
fi
cmake --build "$build" --target generate measure
exec python3 "$here/bench.py" --fg "$build/bin" --tools "$build/tests" \
	--inferno "$peers/bin" --inferno-version "$version" \
	--work "$build/../bench" "$@"
