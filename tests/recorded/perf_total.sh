#!/bin/sh
# SPDX-License-Identifier: MIT
# perf_total.sh FILE: no weight of a recording is lost or made up. The counts
# that fg-collapse writes add up to what the headers say (perf_total.awk).
set -u

here=$(dirname "$0")
case $1 in
*.gz) unpack="gzip -dc" ;;
*.zst) unpack="zstd -dcq" ;;
*) unpack=cat ;;
esac
want=$($unpack "$1" | awk -f "$here/perf_total.awk") || exit 1
got=$(fg-collapse -q "$1" | awk '{ n += $NF } END { printf "%.0f\n", n }')
echo "$1: headers say $want, fg-collapse $got"
[ "$got" = "$want" ] && [ "$want" != 0 ]
