#!/bin/sh
# SPDX-License-Identifier: MIT
# kinds.sh BUSY: programs of kinds that recorders stumble over: setuid, 32-bit,
# thousands of threads, scripts.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
busy=$1
need_names
need_events "$busy"

# A setuid program: the kernel takes the counters off it, unless for root. `su`
# is one on every system; root becomes somebody else for it.
somebody=
if [ "$(id -u)" = 0 ]; then
	somebody='setpriv --reuid=65534 --regid=65534 --clear-groups'
	mkdir -m 777 open
fi
cp "$(command -v fg-record)" "$(command -v fg-collapse)" .
if [ "$(cat /proc/sys/kernel/perf_event_paranoid)" -le 2 ]; then
	what='setuid'
	# shellcheck disable=SC2086 # words
	$somebody ./fg-record -o "${somebody:+open/}x.folded" -- su --version \
		>out 2>err
	status=$?
	expect_status 1
	said "^fg-record: su: no samples: it is a setuid program, which only root"
	[ ! -e "${somebody:+open/}x.folded" ] || fail 'writes a file'
fi

# A 32-bit program, made by hand: it counts down in a function with a frame
# pointer. `xor ebp,ebp; call work; exit(0)`, work: `push ebp; mov ebp,esp;
# mov ecx,400000000; dec ecx; jnz; pop ebp; ret`
if [ "$(uname -m)" = x86_64 ]; then
	{
		printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0'
		printf '\124\200\4\10\64\0\0\0\0\0\0\0\0\0\0\0\64\0\40\0\1\0\0\0'
		printf '\0\0\0\0'
		printf '\1\0\0\0\0\0\0\0\0\200\4\10\0\200\4\10'
		printf '\161\0\0\0\161\0\0\0\5\0\0\0\0\20\0\0'
		printf '\61\355\350\11\0\0\0\270\1\0\0\0\61\333\315\200'
		printf '\125\211\345\271\0\204\327\27\111\165\375\135\303'
	} >narrow
	chmod +x narrow
	./narrow || fail 'this kernel runs no 32-bit programs'
	record -e cpu-clock -o x.folded -- ./narrow
	expect_status 0
	# two frames: the function, and who called it
	has x.folded '^narrow;[^;]*narrow[^;]*;[^;]*narrow[^;]* [0-9]'
fi

# Five thousand threads that the command starts, and that are there already.
record -e cpu-clock -o x.folded -- "$busy" 0.2 0 5000
expect_status 0
has x.folded ';thread;'
said '^fg-record: x.folded: note: [0-9]+ samples'

mkfifo ready
"$busy" crowd 5000 >ready &
crowd=$!
read -r _ <ready
record -e cpu-clock -p $crowd --seconds 0.5 -o x.folded
limit=$(sed -n 's/^Max open files *[^ ]* *\([^ ]*\) .*/\1/p' /proc/self/limits)
if [ "$limit" = unlimited ] || [ "$limit" -gt $((5100 * $(nproc --all))) ]; then
	expect_status 0
	has x.folded ';main;.*heavy [0-9]'
else
	expect_status 1
	said "the limit of open files is reached; 'ulimit -n"
fi
kill $crowd

# A script with many children, by its first line and without one.
cat >script <<'END'
#!/bin/sh
for i in 1 2 3 4 5 6 7 8 9 10; do
	"$1" 20 &
	"$1" 20
	wait
done
END
chmod +x script
record -e cpu-clock -o x.folded -- ./script "$busy"
expect_status 0
has x.folded '^fg-busy;.*;main;.*heavy [0-9]'
total=$(sed -n 's/.* total=//p' x.folded)
[ $((total / 1000000)) -ge 350 ] || fail "has only $total ns of 400 ms"
finish
