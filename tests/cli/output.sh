#!/bin/sh
# SPDX-License-Identifier: MIT
# Writing that fails is told and is status 1; a reader that goes away is no
# failure to talk about; a file under -o is whole or not there.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

what='plain run'
run
expect_status 0
expect_output
expect_quiet
cp out expected

what='full disk'
case $tool in
fg-diff) "$tool" input other >/dev/full 2>err ;;
*) "$tool" input >/dev/full 2>err ;;
esac
status=$?
expect_status 1
expect_error "$tool: <stdout>: cannot write: No space left on device"

what='full disk for --help'
"$tool" --help >/dev/full 2>err
status=$?
expect_status 1
expect_error "$tool: <stdout>: cannot write: No space left on device"

what='closed stdout'
case $tool in
fg-diff) "$tool" input other >&- 2>err ;;
*) "$tool" input >&- 2>err ;;
esac
status=$?
expect_status 1
expect_error "$tool: <stdout>: cannot write: Bad file descriptor"

# More than a pipe holds, so that the writer meets the closed end.
what='reader that goes away'
awk 'BEGIN { for (i = 0; i < 200000; i++) print "main;f" i " " i + 1 }' >input
{ run; echo "$status" >status; } 2>/dev/null
size=$(wc -c <out)
case $tool in
fg-diff) set -- "$tool" input other ;;
*) set -- "$tool" input ;;
esac
{ "$@" 2>err; echo $? >status; } | head -c 10 >out
status=$(cat status)
if [ "$size" -gt 300000 ]; then
	expect_status 141
fi
expect_quiet
printf 'main;read 3\nmain;write 4\n' >input

what='-o'
run -o made
expect_status 0
expect_no_output
expect_quiet
cmp -s made expected || fail '-o writes something else'

what='-o onto a file'
echo old >made
run -o made
cmp -s made expected || fail '-o did not replace the file'

what='-o onto the input'
cp input both
case $tool in
fg-diff) "$tool" -o both both other 2>err ;;
*) "$tool" -o both both 2>err ;;
esac
status=$?
expect_status 0
cmp -s both expected || fail '-o onto the input spoils it'

what='-o, input fails'
echo old >made
case $tool in
fg-diff) "$tool" -o made missing other >out 2>err ;;
*) "$tool" -o made missing >out 2>err ;;
esac
status=$?
expect_status 1
[ "$(cat made)" = old ] || fail "$what: the old file is gone"

what='-o into no directory'
run -o no/such/made
expect_status 1
expect_error "$tool: no/such/made: cannot open: No such file or directory"

what='-o onto a directory'
mkdir folder
run -o folder
expect_status 1
grep -q ': Is a directory$' err || fail "$what: not told"

what='-o /dev/full'
run -o /dev/full
expect_status 1
expect_error "$tool: /dev/full: cannot write: No space left on device"

what='-o with stdout closed'
rm -f made
case $tool in
fg-diff) "$tool" -o made input other >&- 2>err ;;
*) "$tool" -o made input >&- 2>err ;;
esac
status=$?
expect_status 0
cmp -s made expected || fail "$what: something else"

what='messages with stderr closed'
case $tool in
fg-diff) "$tool" -o made missing other 2>&- ;;
*) "$tool" -o made missing 2>&- ;;
esac
status=$?
expect_status 1

for file in * .[!.]*; do
	case $file in
	input | other | out | err | expected | status | made | both) ;;
	folder | '.[!.]*') ;;
	*) fail "$file is left behind" ;;
	esac
done
finish
