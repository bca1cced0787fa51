#!/bin/sh
# SPDX-License-Identifier: MIT
# Input that cannot be read is told by name; what can be read is read, from
# files and pipes, packed or not.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

what='missing file'
on missing
expect_status 1
expect_no_output
expect_error "$tool: missing: cannot open: No such file or directory"

what='directory'
mkdir folder
on folder
expect_status 1
expect_error "$tool: folder: is a directory"

what='file that cannot be read'
on /proc/self/mem
expect_status 1
grep -q "^$tool: /proc/self/mem: cannot read: " err || fail "$what: not told"

what='unreadable file'
if [ "$(id -u)" != 0 ]; then
	cp input locked
	chmod 000 locked
	on locked
	expect_status 1
	expect_error "$tool: locked: cannot open: Permission denied"
fi

what='control characters in a file name'
on "$(printf 'a\033[31mb')"
expect_status 1
expect_error "$tool: a?[31mb: cannot open: No such file or directory"

what='closed stdin'
case $tool in
fg-diff) "$tool" - other <&- >out 2>err ;;
*) "$tool" - <&- >out 2>err ;;
esac
status=$?
expect_status 1
grep -q "^$tool: <stdin>: cannot read: " err || fail "$what: not told"

what='standard input'
run --
cp out expected
case $tool in
fg-diff) tail -c +1 input | "$tool" - other >out 2>err ;;
*) tail -c +1 input | "$tool" >out 2>err ;;
esac
cmp -s out expected || fail "$what: something else"

if [ "$tool" = fg-collapse ]; then
	what='JSON of something else'
	printf '{"name":"left-pad","version":"1.3.0","main":"a.js"}' >package
	on package
	expect_status 1
	expect_no_output
	expect_error "$tool: package: JSON of an unknown profiler, with the \
keys name, version, main; --list-formats prints the known formats"
	printf '[{"id":1,"title":"x"},{"id":2}]' >items
	on items
	expect_status 1
	expect_error "$tool: items: JSON of an unknown profiler, with the \
keys id, title, id; --list-formats prints the known formats"

	what='brackets that are no JSON'
	printf '[INFO] started\n' >log
	on log
	expect_status 1
	grep -q "^$tool: log: no format recognises this input; " err ||
		fail "$what: not told"
fi

if [ "$tool" = fg-collapse ]; then
	mkfifo pipe
	ln -s /dev/zero link
	# opened, the FIFO would let this go on
	(exec 3>pipe && echo >opened) 2>/dev/null &
	writer=$!
	for path in pipe link folder missing /dev/zero /dev/full; do
		what="a profile that names $path"
		case $path in
		/*) ;;
		*) path=$PWD/$path ;;
		esac
		cat >heap <<-END
			heap profile: 1: 16 [1: 16] @ heapprofile
			1: 16 [1: 16] @ 0x401000
			
			MAPPED_LIBRARIES:
			00400000-00500000 r-xp 00000000 08:01 7 $path
		END
		timeout 20 "$tool" heap >out 2>err
		status=$?
		expect_status 0
		expect_output
	done
	[ ! -e opened ] || fail 'the FIFO that a profile names was opened'
	kill $writer
fi

for pack in gzip zstd; do
	what=$pack
	$pack -c input >packed
	on packed
	expect_status 0
	expect_quiet
	cmp -s out expected || fail "$what: something else"

	what="$pack through a pipe"
	case $tool in
	fg-diff) $pack -c input | "$tool" - other >out 2>err ;;
	*) $pack -c input | "$tool" - >out 2>err ;;
	esac
	cmp -s out expected || fail "$what: something else"

	what="$pack, cut before anything comes out of it"
	head -c 8 packed >part
	on part
	expect_status 1
	expect_error "$tool: part: ends inside $pack data"
done

what='line ends of Windows'
sed 's/$/\r/' input >crlf
on crlf
expect_status 0
cmp -s out expected || fail "$what: something else"

what='many bad lines'
{
	cat input
	awk 'BEGIN { for (i = 0; i < 50000; i++) print "what is this" }'
} >bad
on bad
[ "$(wc -l <err)" -le 30 ] || fail "$what: floods the terminal"
[ -s err ] || fail "$what: not told"
finish
