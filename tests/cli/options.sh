#!/bin/sh
# SPDX-License-Identifier: MIT
# The command line module, by way of fg-options (list_options.c), which prints
# what its options came to.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# given 'ARG...' 'LINE...': those lines are what differs from no arguments.
"$tool" -q >defaults
given() {
	what="$1"
	eval "$tool -q $1" >out 2>err
	status=$?
	expect_status 0
	expect_quiet
	printf '%b' "$2${2:+\n}" >expected
	grep -vxFf defaults out | cmp -s expected - ||
		fail "$what: $(grep -vxFf defaults out)"
}

# refused 'ARG...' 'MESSAGE'
refused() {
	what="$1"
	eval "$tool -q $1" >out 2>err
	status=$?
	expect_status 2
	expect_no_output
	expect_error "fg-options: $2
Try 'fg-options --help'."
}

given '--string=a' 'string=a'
given '--string a' 'string=a'
given '-sa' 'string=a'
given '-s a' 'string=a'
given '--string=' 'string='
given '--string --flag' 'string=--flag'
given '-s -- x' 'string=--\noperand=x'
given '--text=a' 'string=a'
given '--string=a --string=b' 'string=b'
given '-fs a' 'string=a\nflag=1 on=1 quiet=1'
given '-fsa' 'string=a\nflag=1 on=1 quiet=1'
given '-gf' 'flag=1 on=1 quiet=1'
given '--no-on' 'flag=0 on=0 quiet=1'
given '--no-on --on' ''
given '--optional' 'optional='
given '--optional=a' 'optional=a'
given '--optional a' 'optional=\noperand=a'
given '--choice=green' 'choice=green'
given '--number=0' 'number=0 real=0.5'
given '--number 18446744073709551615' 'number=18446744073709551615 real=0.5'
given '-r1e3' 'number=7 real=1000'
given '-r .25' 'number=7 real=0.25'
given '-la -l b --list=c --list d' 'list=a\nlist=b\nlist=c\nlist=d'
given 'a -f b - -- -c --flag' \
	'flag=1 on=1 quiet=1\noperand=a\noperand=b\noperand=-\noperand=-c\noperand=--flag'
given '--strin=a' 'string=a'
given '--c green' 'choice=green'
given '--li=a --lis=b' 'list=a\nlist=b'
given '--no-o' 'flag=0 on=0 quiet=1'
given '--tex=a' 'string=a'
given "''" 'operand='

# one dash, in whole, where it cannot be letters; and capitals
given '-s=a' 'string==a'
given '--String=a' 'string=a'
given '--STRING=a --Text=b' 'string=b'
given '--STR=a' 'string=a'
given '-text a' 'string=a'
given '-Text=a' 'string=a'
given '-choice green' 'choice=green'
given '-choice=green' 'choice=green'
given '-number 8' 'number=8 real=0.5'
given '-no-on' 'flag=0 on=0 quiet=1'
given '-noon' 'flag=0 on=0 quiet=1'
given '--noon' 'flag=0 on=0 quiet=1'
given '--No-On' 'flag=0 on=0 quiet=1'
given '-quiet --flagship' 'flag=1 on=1 quiet=1'
given '--flags' 'flag=1 on=1 quiet=1'
# these can be letters
given '-output' 'file=utput'
given '-list' 'list=ist'
given '-flag' 'flag=1 on=1 quiet=1\nlist=ag'
given '-optional=a' 'file=ptional=a'
given '-string=a' 'string=tring=a'
given '-fgs a' 'string=a\nflag=1 on=1 quiet=1'
given '-n8' 'number=8 real=0.5'
given '-kblue' 'choice=blue'

refused '--strnig=a' "unknown option '--strnig'; did you mean '--string'?"
refused '--stringg' "unknown option '--stringg'; did you mean '--string'?"
refused '--sting' "unknown option '--sting'; did you mean '--string'?"
refused '--zzzzzz' "unknown option '--zzzzzz'"
refused '--str' "--str: needs a value, TEXT"
refused '--=x' "unknown option '--'"
refused '--o' "option '--o' may be '--optional', '--output' or '--on'"
refused '--n=1' "option '--n' may be '--number' or '--no-on'"
refused '--fla=yes' "--fla: takes no value, got 'yes'"
refused '--no-flag' "unknown option '--no-flag'; did you mean '--flag'?"
refused '--no-string=x' "unknown option '--no-string'; did you mean '--string'?"
refused '-z' "unknown option '-z'"
refused '-zlist' "unknown option '-zlist'; did you mean '--list'?"
refused '--string' '--string: needs a value, TEXT'
refused '-fs' '-s: needs a value, TEXT'
refused '--flag=yes' "--flag: takes no value, got 'yes'"
refused '--no-on=yes' "--no-on: takes no value, got 'yes'"
refused '--number=1.5' "--number: expected a whole number, got '1.5'; the flag of others is --on"
refused '-n -1' "-n: expected a whole number, got '-1'; the flag of others is --on"
refused '--number=' "--number: expected a whole number, got ''; the flag of others is --on"
refused '--number=18446744073709551616' \
	"--number: expected a whole number, got '18446744073709551616'; the flag of others is --on"
refused '-r nan' "-r: expected a number, got 'nan'"
refused '-r 0x10' "-r: expected a number, got '0x10'"
refused '-r 1e999' "-r: expected a number, got '1e999'"
refused '-r -1' "-r: expected a number, got '-1'"
refused '-r 1.2.3' "-r: expected a number, got '1.2.3'"
refused '--kind=gren' "--kind: no such kind 'gren'; see --list-kinds"
refused '-n x' "-n: expected a whole number, got 'x'; the flag of others is --on"
refused '--number' '--number: needs a value, N; the flag of others is --on'
refused '-number' '-number: needs a value, N; the flag of others is --on'
refused '--foreign' '--foreign: say --on'
refused '-Foreign' '-Foreign: say --on'
refused '-x' '-x: say --on'
refused '-fx' '-x: say --on'
refused '-tex=a' "unknown option '-tex=a'"
refused '-quie' "unknown option '-quie'; did you mean '--quiet'?"
refused '-kno' "-k: no such kind 'no'; see --list-kinds"
refused '--choice=gren' "--choice: expected red, green or blue, got 'gren'"
refused '--choice=' "--choice: expected red, green or blue, got ''"
refused '--print-completion=tcsh' \
	"--print-completion: expected bash, zsh or fish, got 'tcsh'"

what='notes and warnings'
"$tool" >out 2>err
status=$?
expect_status 0
expect_error 'fg-options: file:3: warning: a warning'
grep -qx 'fg-options: note: a note' err || fail "$what: no note"

what='--help'
"$tool" --bogus-is-not-seen-behind --help >out 2>err
status=$?
expect_status 2
"$tool" --help --bogus >out 2>err
status=$?
expect_status 0
cat >expected <<'END'
Usage: fg-options [OPTION]... [FILE]...
Show what the command line came to, with a summary that is longer than one line
is wide.

Options:
  -s, --string TEXT         it's [one] line: with what shells take for their
                            own, "quotes", $dollars and `ticks`

Kinds of values:
  -p, --optional[=VALUE]    may stand alone
  -c, --choice COLOUR       one of some (red, green, blue)
  -k, --kind NAME           one of many
  -o, --output FILE         a path
  -n, --number N            a whole number
  -r, --a-real-number-with-a-long-name N
                            a number, perhaps with decimals
  -l, --list ITEM           may be given often

Flags:
  -f, --flag                is set
  -g, --[no-]on             can be cleared
  -q, --quiet               is set

Other:
  -h, --help                print this help and exit
  -V, --version             print the version and exit

Long names may be shortened where this is unambiguous, and written in capitals.
A whole name may have one dash.

Nothing more.
END
diff -u expected out || fail 'the help'
finish
