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
awk 'BEGIN { print "main;read 1"; for (i = 0; i < 200000; i++) print "main;f" i " " i + 1 }' >input
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

# on_input OUTPUT INPUT: fg-diff has another file on its other side.
on_input() {
	case $tool in
	fg-diff) "$tool" -o "$1" other "$2" >out 2>err ;;
	*) "$tool" -o "$1" "$2" >out 2>err ;;
	esac
	status=$?
}

cp input both
ln both second
ln -s both symbolic
for output in both ./both second symbolic; do
	what="-o $output, which is the input"
	on_input "$output" both
	expect_status 2
	expect_no_output
	expect_error "$tool: the output '$output' is the same file as the \
input 'both'; write to another file
Try '$tool --help'."
	cmp -s both input || fail "$what: the input has changed"
done
what='-o onto standard input'
exec 3<both
case $tool in
fg-diff) "$tool" -o both other - <&3 >out 2>err ;;
*) "$tool" -o both <&3 >out 2>err ;;
esac
status=$?
exec 3<&-
expect_status 2
grep -q "'both' is the same file as the input '<stdin>'" err ||
	fail "$what: not told"
cmp -s both input || fail "$what: the input has changed"
rm -f both second symbolic

what='-o, where a link dangles'
mkdir folder
ln -s folder/new dangling
ln -s dangling again
run -o again
expect_status 0
expect_quiet
[ -L again ] || fail "$what: the first link is gone"
[ -L dangling ] || fail "$what: the second link is gone"
cmp -s folder/new expected || fail "$what: not in the file it names"
rm -rf folder dangling again

what='-o through a circle of links'
ln -s circle circle
run -o circle
expect_status 1
# glibc has other words for it than musl
sed 's/Symbolic link loop/Too many levels of symbolic links/' err >words
mv words err
expect_error "$tool: circle: cannot open: Too many levels of symbolic links"
rm -f circle

# what_is_open NAME: the tool writes to what standard output is.
what_is_open() {
	what="-o $1, a pipe"
	run_to "$1" | cat >made
	cmp -s made expected || fail "$what: something else"
	expect_quiet
	what="-o $1, a file opened for appending"
	echo before >made
	stat -c %i made >number
	run_to "$1" >>made
	{ echo before && cat expected; } | cmp -s - made ||
		fail "$what: something else"
	stat -c %i made | cmp -s - number || fail "$what: replaced"
	what="-o $1, a file with something before"
	{ echo before && run_to "$1" && echo behind; } >made
	{ echo before && cat expected && echo behind; } | cmp -s - made ||
		fail "$what: something else"
	what="-o $1, /dev/full"
	run_to "$1" >/dev/full && fail "$what: no failure"
	grep -q ': cannot write: No space left on device$' err ||
		fail "$what: not told"
}
run_to() {
	case $tool in
	fg-diff) "$tool" -o "$1" input other 2>err ;;
	*) "$tool" -o "$1" input 2>err ;;
	esac
}
ln -s /dev/stdout link
for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 link; do
	what_is_open "$name"
done
what='-o /dev/fd/3'
run_to /dev/fd/3 3>made
cmp -s made expected || fail "$what: something else"
what='-o of a descriptor that is not open'
run_to /dev/fd/7 7>&- && fail "$what: no failure"
expect_error "$tool: /dev/fd/7: cannot open: Bad file descriptor"
what='-o of a descriptor that is for reading'
run_to /dev/fd/7 7<expected && fail "$what: no failure"
expect_error "$tool: /dev/fd/7: cannot open: Bad file descriptor"
rm -f link number

what='-o into a FIFO'
mkfifo fifo
cat fifo >made &
run_to fifo || fail "$what: fails"
wait $!
cmp -s made expected || fail "$what: something else"
[ -p fifo ] || fail "$what: replaced"
rm -f fifo

what='-o onto a name of 255 bytes'
long=$(printf '%0255d' 0)
echo old >"$long"
run -o "$long"
expect_status 0
cmp -s "$long" expected || fail "$what: something else"
rm -f "$long"

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
for name in folder folder/ folder/. .. /; do
	run -o "$name"
	expect_status 1
	grep -q ': Is a directory$' err || fail "$what: not told"
done
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
	input | other | out | err | expected | status | made) ;;
	folder | '.[!.]*') ;;
	*) fail "$file is left behind" ;;
	esac
done
finish
