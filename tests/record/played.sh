#!/bin/sh
# SPDX-License-Identifier: MIT
# played.sh LIBRARY: what becomes of a recording, whose records the library
# plays; see events.c.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
export LD_PRELOAD="$1" FG_EVENTS_RING="$ring"

record -e cpu-clock -- true
expect_status 0
said 'flame.svg: note: 96 samples, .*; most self time: .* [0-9.]+ %'
xmllint --noout flame.svg || fail 'flame.svg is not well-formed'

record -e cpu-clock -o x.folded -- sh -c 'exit 7'
expect_status 7
has x.folded '^# fg: metric=cpu-clock unit=ns samples=96 .*total=482412000$'

record -e cpu-clock -o - -- echo hello
expect_status 0
has out 'samples=96 '
has err '^hello$'

record -e cpu-clock -o x.data -- true
expect_status 0
fg-collapse -q x.data >collapsed 2>err || fail 'fg-collapse cannot read it'
cmp -s collapsed x.folded || fail 'the recording folds to something else'
[ "$(stat -c %a x.data)" = 600 ] || fail 'others may read the recording'

record -e cpu-clock --keep -o kept.svg -- true
expect_status 0
for file in kept.svg kept.folded kept.data; do
	[ -s "$file" ] || fail "no $file"
done
cmp -s kept.folded x.folded || fail 'kept.folded is something else'

record -q -e cpu-clock -o x.folded -- true
expect_status 0
[ ! -s err ] || fail 'says something with -q'

# cycles, where the machine has none
FG_EVENTS_REFUSE='ENOENT hardware' record -o x.folded -- true
expect_status 0
said 'note: this machine has no cycles to count'
has x.folded 'metric=cpu-clock '

# a kernel that knows no build ids in maps
FG_EVENTS_REFUSE='EINVAL buildid' record -e cpu-clock -o x.folded -- true
expect_status 0
has x.folded 'samples=96 '

# the kernel's part is not allowed
FG_EVENTS_REFUSE='EACCES kernel' record -e cpu-clock -o x.folded -- true
expect_status 0
said "the kernel's part is not recorded; 'sudo sysctl kernel.perf_event_p"
has x.folded 'metric=cpu-clock:u '

# where the kernel's functions are is hidden
mkdir proc
echo 1 >proc/kptr_restrict
echo 1 >proc/perf_event_paranoid
echo 0-3 >proc/online
echo '0000000000000000 T _text' >proc/kallsyms
FG_EVENTS_ROOT=$PWD/proc record -e cpu-clock -o x.folded -- true
expect_status 0
said "kptr_restrict is 1: the kernel's functions have no names; 'sudo sysctl ke"
FG_EVENTS_ROOT=$PWD/proc record -e cpu-clock:u -o x.folded -- true
expect_status 0
unsaid 'kptr_restrict'
echo 'ffffffff81000000 T _text' >proc/kallsyms
FG_EVENTS_ROOT=$PWD/proc record -e cpu-clock -o x.folded -- true
unsaid 'kptr_restrict'

# a CPU went off meanwhile: the others are recorded, all by the same event
FG_EVENTS_ROOT=$PWD/proc FG_EVENTS_REFUSE='ENODEV cpu:2' \
	record -o x.folded -- true
expect_status 0
unsaid 'no cycles'
has x.folded 'metric=cycles .*samples=96 '

# what the kernel allows of buffers
FG_EVENTS_PAGES=16 record -e cpu-clock -o x.folded -- true
expect_status 0
said 'note: the kernel allows buffers of 16 pages a CPU, not of 128'
FG_EVENTS_PAGES=16 record -e cpu-clock -m 64 -o y.folded -- true
expect_status 1
said 'the kernel allows no buffer of 64 pages .* a smaller --mmap-pages does'
[ ! -e y.folded ] || fail 'writes a file all the same'

# lost records: type 2, 24 bytes, an id and the number 50
printf '\2\0\0\0\0\0\30\0\0\0\0\0\0\0\0\0\62\0\0\0\0\0\0\0' |
	cat "$ring" - >lossy
FG_EVENTS_RING=$PWD/lossy record -e cpu-clock -q -o x.folded -- true
expect_status 0
said 'warning: 50 samples were lost, 34.2 % of all; --mmap-pages 512 gives'

# a record of no size
printf '\11\0\0\0\0\0\0\0' | cat "$ring" - >damaged
FG_EVENTS_RING=$PWD/damaged record -e cpu-clock -o x.folded -- true
expect_status 0
said 'warning: a ring buffer had a record of impossible size'
has x.folded 'samples=96 '

# a name longer than the line that tells it
mkdir bin
cat >bin/fg-collapse <<'END'
#!/bin/sh
cat >/dev/null
printf 'main;%071d\303\251%030d 7\n' 0 0
END
chmod +x bin/fg-collapse
cp "$(command -v fg-record)" bin
what='a long name'
bin/fg-record -e cpu-clock -o x.folded -- true >out 2>err
status=$?
expect_status 0
said 'most self time: 0{71}[.][.][.] 100.0 %$'

# nothing at all
FG_EVENTS_RING=/dev/null record -e cpu-clock -o none.svg -- true
expect_status 1
said 'no samples: in .* s nothing that is recorded ran long enough'
[ ! -e none.svg ] || fail 'writes a file all the same'
finish
