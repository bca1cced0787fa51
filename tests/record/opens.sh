#!/bin/sh
# SPDX-License-Identifier: MIT
# opens.sh LIBRARY: --open, with a program that notes what it is to open.
# shellcheck source=tests/record/lib.sh
. "$(dirname "$0")/lib.sh"
export LD_PRELOAD="$1" FG_EVENTS_RING="$ring"
unset DISPLAY WAYLAND_DISPLAY
mkdir bin
export PATH="$PWD/bin:$PATH"

record -e cpu-clock --open -o x.svg -- true
expect_status 0
said 'x.svg: warning: not opened: there is no display .neither DISPLAY nor WAYL'
[ -s x.svg ] || fail 'no picture'

mkfifo opened
cat >bin/xdg-open <<'END'
#!/bin/sh
[ -s "$1" ] && echo "$1" >opened
echo this is not to be seen >&2
END
chmod +x bin/xdg-open
for display in DISPLAY WAYLAND_DISPLAY; do
	what=$display
	# shellcheck disable=SC2034 # it is exported
	env $display=:9 fg-record -e cpu-clock --open -o x.svg -- true \
		>out 2>err &
	read -r name <opened
	wait $!
	[ "$name" = x.svg ] || fail "opens $name"
	said 'x.svg: note: opened with xdg-open'
	unsaid 'not to be seen'
done

# no program for it
what='no xdg-open'
mkdir only
for tool in fg-record fg-collapse fg-render; do
	ln -s "$(command -v $tool)" only
done
ln -s /bin/true only
rm bin/xdg-open
PATH=$PWD/only DISPLAY=:9 fg-record -e cpu-clock --open -o x.svg -- true \
	>out 2>err
status=$?
expect_status 0
said "x.svg: warning: not opened: there is no 'xdg-open' in PATH"

# nothing to open
for wrong in '-o x.folded' '-o x.data' '-o -' '--runs 2 -o folder'; do
	# shellcheck disable=SC2086 # words
	record --open $wrong -- true
	expect_status 2
done
finish
