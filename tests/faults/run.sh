#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SHIM WHAT [STEP]: WHAT is a format, of which fg-collapse reads the
# smallest fixture, or "render" or "diff": with every kind of fault at each
# STEP-th call where it may strike (all of them by default).
set -u
shim=$1
what=$2
step=${3:-1}
fixtures=$FG_SOURCE/fixtures
# shellcheck source=tests/fixtures.sh
. "$FG_SOURCE/tests/fixtures.sh"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$scratch/run"
cd "$scratch/run" || exit 1
failed=0

# try KINDS STEP PROGRAM ARG...
try() {
	kinds=$1
	each=$2
	program=$(command -v "$3") || exit 1
	shift 3
	for kind in $kinds; do
		fg-survive "$shim" "$kind" "$each" "$program" "$@" \
			>"$scratch/told" || {
			failed=1
			echo "$program $*"
		}
		cat "$scratch/told"
	done
}

# Some stdout files hold the answers to several runs: those have no header.
folded=$(find "$fixtures/collapse/perf" -name stdout -size +1 \
	-exec grep -l '^# fg: metric=' {} + | sort | head -n 1)
case $what in
render) set -- fg-render -o made "$folded" ;;
diff) set -- fg-diff -o made "$folded" "$folded" ;;
folded) set -- fg-collapse -o made "$folded" ;;
*)
	input=$(smallest_input "$what")
	[ -n "$input" ] || {
		echo "no fixture of $what folds"
		exit 1
	}
	set -- fg-collapse -q -o made --format "$what" "$input"
	# names of functions and lines, from a binary that is there
	[ "$what" != perfdata ] ||
		set -- fg-collapse -q -o made --srcline \
			--sysroot "$fixtures/profiles/src/root" \
			"$fixtures/profiles/perfdata/fp.data"
	;;
esac
try 'malloc malloc+' "$step" "$@"
try 'read short eintr write part vanish kill hup int quit' 1 "$@"
# where there are no files without names, there is one beside the output
try 'malloc-named' "$step" "$@"
try 'write-named part-named kill-named hup-named int-named quit-named' 1 "$@"
exit $failed
