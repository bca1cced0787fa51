#!/bin/sh
# SPDX-License-Identifier: MIT
# Whose file an output is, and what may be done to it: permission bits alone
# are copied, and only onto a file of the same owner; what is not the runner's
# is replaced by root alone, as the owner's, and written over by others where
# they may. Run by root, all of it is tried, as root and as nobody (65534);
# run by a user, only what a user can set up.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

user=65534
runner=$(id -u)
cp "$(command -v "$tool")" program
chmod 755 "$scratch" program
if [ -n "${LD_PRELOAD:-}" ]; then # nobody may not read the build's folder
	cp "$LD_PRELOAD" preload.so
	chmod 755 preload.so
	export LD_PRELOAD="$scratch/preload.so"
fi
umask 022
# shellcheck disable=SC2119 # without options
run
cp out expected

# as WHO FILE: the tool with -o FILE, as root or as nobody.
as() {
	set -- "$1" -o "$2" "$scratch/input" "$scratch/other"
	who=$1
	shift
	case $tool in
	fg-diff) ;;
	*) set -- "$1" "$2" "$3" ;;
	esac
	case $who in
	nobody) set -- setpriv --reuid=$user --regid=$user --clear-groups \
		"$scratch/program" "$@" ;;
	*) set -- "$scratch/program" "$@" ;;
	esac
	"$@" >out 2>err
	status=$?
}

# old OWNER MODE: makes the file that is to be overwritten, folder/made.
old() {
	rm -rf folder
	mkdir -m 755 folder
	echo old >folder/made
	[ "$runner" != 0 ] || chown "$1" folder/made
	chmod "$2" folder/made
	ln folder/made folder/second
}

# is OWNER MODE: what folder/made is now.
is() {
	[ "$(stat -c %u:%g folder/made)" = "$1" ] ||
		fail "$what: belongs to $(stat -c %u:%g folder/made), not $1"
	[ "$(stat -c %a folder/made)" = "$2" ] ||
		fail "$what: has mode $(stat -c %a folder/made), not $2"
}

written() {
	expect_status 0
	cmp -s folder/made expected || fail "$what: not written"
}

replaced() {
	written
	expect_quiet
	[ "$(cat folder/second)" = old ] ||
		fail "$what: the hard link has changed, too"
}

written_over() {
	written
	cmp -s folder/second expected || fail "$what: replaced"
	grep -q "folder/made: note: written over, not replaced: there cannot \
be a new file $1" err || fail "$what: no note of $1"
}

kept() {
	expect_status 1
	expect_error "$tool: folder/made: cannot open: $1"
	[ "$(cat folder/made)" = old ] || fail "$what: has changed"
}

me=$runner:$(id -g)
for mode in 600 640 755 4755 2755 1644 7777; do
	what="one's own file of mode $mode"
	old "$me" $mode
	as me folder/made
	replaced
	is "$me" "$(printf %o $((0$mode & 0777)))"
done
what='a new file'
rm -rf folder
mkdir folder
umask 027
as me folder/made
umask 022
written
is "$me" 640

[ "$runner" = 0 ] || {
	what="one's own file, which may not be written to"
	old "$me" 444
	as me folder/made
	kept 'Permission denied'
	what='a folder that takes no file'
	old "$me" 644
	chmod 555 folder
	as me folder/made
	written_over 'in its folder'
	finish
}

for mode in 600 666 4755 2775 6777; do
	what="root, over a file of another with mode $mode"
	old $user:$user $mode
	as root folder/made
	replaced
	is $user:$user "$(printf %o $((0$mode & 0777)))"
done
what='root, over a file of its own with another group'
old 0:$user 4664
as root folder/made
replaced
is 0:$user 664

what="a user, over one's own file"
old $user:$user 4640
chown $user folder
as nobody folder/made
replaced
is $user:$user 640

what="a user, over another's file that all may write to"
old 0:0 666
chown $user folder
as nobody folder/made
written_over 'with its owner'
is 0:0 666

what="a user, over another's setuid file that all may write to"
old 0:0 4777
chown $user folder
as nobody folder/made
expect_status 1
grep -q ': cannot open: Operation not permitted$' err ||
	fail "$what: not told"
[ "$(cat folder/made)" = old ] || fail "$what: has changed"
is 0:0 4777

what="a user, over another's file that only its group may write to"
old 0:$user 664
chown $user folder
as nobody folder/made
written_over 'with its owner'
is 0:$user 664

what="a user, over another's file that nobody else may write to"
old 0:0 644
chown $user folder
as nobody folder/made
kept 'Permission denied'
is 0:0 644

what="a user, over one's own file of a group that one is not in"
old $user:0 660
chown $user folder
as nobody folder/made
written_over 'with its group'
is $user:0 660

what='a user, in a folder of another'
old $user:$user 644
as nobody folder/made
written_over 'in its folder'
is $user:$user 644
what='a user, a new file in a folder of another'
rm folder/made
as nobody folder/made
expect_status 1
expect_error "$tool: folder/made: cannot open: Permission denied"

what="a user, input that root alone may read"
old $user:$user 644
chown $user folder
chmod 600 "$scratch/input"
as nobody folder/made
chmod 644 "$scratch/input"
expect_status 1
grep -q "input: cannot open: Permission denied; it is another user's" err ||
	fail "$what: not told whose it is"

what='a failure after which nothing is written over'
old 0:0 666
mv input away
as nobody folder/made
mv away input
expect_status 1
[ "$(cat folder/made)" = old ] || fail "$what: has changed"

# trap WHO: folder/made is not used, since somebody may have put it there.
trapped() {
	as "$1" folder/made
	kept "another user's, in a folder that everybody may write to"
}
what="root, over another's file in a folder like /tmp"
old $user:$user 666
chmod 1777 folder
trapped root
what="a user, over another's file in a folder like /tmp"
old 1:1 666
chmod 1777 folder
trapped nobody
what="a user, over a file of the owner of a folder like /tmp"
old 0:0 666
chmod 1777 folder
as nobody folder/made
written_over 'with its owner'
what="root, through another's link in a folder like /tmp"
old 0:0 644
chmod 1777 folder
mv folder/made precious
cp precious before
ln -s "$scratch/precious" folder/made
chown -h $user folder/made
trapped root
cmp -s precious before || fail "$what: has changed"
what="root, through another's dangling link in a folder like /tmp"
ln -sf "$scratch/fresh" folder/made
chown -h $user folder/made
as root folder/made
expect_status 1
[ ! -e fresh ] || fail "$what: the file was made"
what="root, into another's FIFO in a folder like /tmp"
rm folder/made
mkfifo folder/made
chown $user folder/made
as root folder/made
expect_status 1
what="root, through one's own link in a folder like /tmp"
ln -sf "$scratch/fresh" folder/made
as root folder/made
written
[ -L folder/made ] || fail "$what: the link is gone"

what='the folders hold nothing else'
rm -rf folder/made folder/second
[ -z "$(ls -A folder)" ] || fail "$what: $(ls -A folder)"
finish
