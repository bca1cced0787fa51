#!/bin/sh
# SPDX-License-Identifier: MIT
# What happens to a program while it runs: the other end of a pipe dies, a
# packed file is cut or spoilt anywhere, a file may not grow, a signal comes.
# It says so, is status 1 where what is missing cannot be told, and under -o
# there is the whole or nothing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# For fg-diff, a side without weights is worth a warning only.
expect_told() {
	if [ "$tool" = fg-diff ] && [ "$status" = 0 ]; then
		complaints | grep -q warning || fail "$what: not told"
	else
		expect_status 1
		[ -s err ] || fail "$what: not told"
	fi
}

# Of packed data that ends early what is whole is kept, with a warning; where
# there is none, that is an error.
expect_cut() {
	if [ "$status" != 0 ]; then
		expect_told
		return
	fi
	complaints | grep -q warning || fail "$what: not told"
	[ "$tool" != fg-collapse ] || ! grep -vqxFf expected out ||
		fail "$what: half a line is no line"
}

# Nothing but the files that belong here.
expect_clean() {
	for file in * .[!.]*; do
		case $file in
		input | other | out | err | packed | part | pipe | many) ;;
		made | expected | one | two | sum | '.[!.]*') ;;
		*)
			fail "$what: $file is left behind"
			rm -rf "$file"
			;;
		esac
	done
}

run
cp out expected

what='FIFO whose writer dies'
mkfifo pipe
sh -c 'exec 3>pipe; printf "main;re" >&3; kill -9 $$' &
on pipe
wait $!
expect_told

what='FIFO whose writer dies inside a packed file'
gzip -c input >packed
sh -c 'exec 3>pipe; head -c 20 packed >&3; kill -9 $$' &
on pipe
wait $!
expect_cut
complaints | grep -q "$tool: pipe:.* ends inside gzip data" ||
	fail "$what: not told"

for pack in gzip zstd; do
	$pack -qc input >packed
	size=$(wc -c <packed)
	n=1
	while [ $n -lt "$size" ]; do
		what="$pack cut at $n"
		head -c $n packed >part
		on part
		expect_cut
		n=$((n + 1))
	done
	# a spoilt byte is found, or is one of those that mean nothing
	n=0
	while [ $n -lt "$size" ]; do
		what="$pack spoilt at $n"
		{
			head -c $n packed
			printf '\252'
			tail -c +$((n + 2)) packed
		} >part
		on part
		if [ "$status" = 0 ]; then
			cmp -s out expected ||
				complaints | grep -q warning ||
				fail "$what: other output, and not told"
		else
			expect_told
		fi
		n=$((n + 1))
	done
done

awk 'BEGIN { print "main;read 1"; for (i = 0; i < 100000; i++) print "main;f" i " " i + 1 }' >many
cp input sum

what='file that may not grow'
rm -f made
cp many input
(
	ulimit -f 8
	run -o made
	exit "$status"
)
status=$?
expect_status 1
expect_error "$tool: made: cannot write: File too large"
[ ! -e made ] || fail "$what: half a file"
expect_clean

# A shell has its background jobs ignore SIGINT.
for signal in TERM HUP KILL; do
	what="SIG$signal under -o"
	rm -f made
	mkfifo feed
	case $tool in
	fg-diff) "$tool" -o made feed other 2>err & ;;
	*) "$tool" -o made feed 2>err & ;;
	esac
	child=$!
	exec 3>feed
	rm feed
	cat many >&3
	kill -s "$signal" $child
	exec 3>&-
	wait $child
	status=$?
	[ $status -gt 128 ] || fail "$what: status $status"
	[ ! -e made ] || fail "$what: half a file"
	expect_clean
done

# As by ^C and ^\ in a terminal: the whole pipeline gets the signal. A shell
# has its background jobs ignore these two, hence env.
for signal in INT.130 QUIT.131 HUP.129 TERM.143; do
	what="SIG${signal%.*} to a pipeline"
	rm -f made sum
	mkfifo feed
	case $tool in
	fg-diff) other=other ;;
	*) other= ;;
	esac
	# shellcheck disable=SC2016 # for the shell within
	env --default-signal=INT,QUIT setsid sh -c '
		ulimit -c 0
		trap : INT QUIT HUP TERM
		cat feed | "$1" -o made - $2
		echo $? >sum' - "$tool" "$other" 2>err &
	child=$!
	exec 3>feed
	rm feed
	cat many >&3
	kill -s "${signal%.*}" -- -$child
	exec 3>&-
	wait $child
	status=$(cat sum)
	expect_status "${signal#*.}"
	[ ! -e made ] || fail "$what: half a file"
	expect_clean
done
awk 'BEGIN { for (i = 0; i < 3000; i++) print "main;g" i " " i + 1 }' >sum

what='two writers to one -o'
rm -f made
cp sum input
run -o one
cp many input
run -o two
i=0
while [ $i -lt 10 ]; do
	cp sum input
	case $tool in
	fg-diff)
		"$tool" -o made sum other 2>err &
		"$tool" -o made many other 2>/dev/null
		;;
	*)
		"$tool" -o made sum 2>err &
		"$tool" -o made many 2>/dev/null
		;;
	esac
	wait $!
	cmp -s made one || cmp -s made two || fail "$what: neither's output"
	i=$((i + 1))
done
expect_clean
finish
