#!/bin/sh
# SPDX-License-Identifier: MIT
# viewer.sh SECONDS: damaged data, data that lie, links and settings of any
# kind into the viewer's script, for so long. Prints "executions N"; what it
# finds is on stderr, and the status is 1.
set -eu
cd "$(dirname "$0")/../web"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
trap 'exit 1' HUP INT TERM
status=0
FG_FUZZ_SECONDS=$1 node payload.test.mjs >"$log" 2>&1 || status=1
[ "$status" = 0 ] || cat "$log" >&2
awk '{ for (i = 1; i < NF; i++)
	if ($i == "executions") n += $(i + 1) } END { print "executions", n + 0 }' "$log"
exit $status
