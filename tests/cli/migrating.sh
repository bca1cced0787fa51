#!/bin/sh
# SPDX-License-Identifier: MIT
# doc/MIGRATING.md says which options of FlameGraph and inferno are taken here
# and which are refused, with what advice: each row is tried on the programs.
# `migrating.sh` needs no argument; FG_SOURCE is the root of the sources.
# shellcheck disable=SC2016 # the page's back quotes are Markdown
set -- fg-collapse
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

page=$FG_SOURCE/doc/MIGRATING.md
fixtures=$FG_SOURCE/fixtures/collapse

cat >perf.txt <<'END'
server 4242/4243 [001] 100.000001:     250000 cycles:
	    55d0c0de1111 work+0x11 (/usr/bin/server)
	    55d0c0de2222 main+0x22 (/usr/bin/server)

END
printf 'name\ttitle=x\n' >attributes

# What the programs of a section are tried on.
input_for() {
	case $1 in
	flamegraph.pl | inferno-flamegraph) echo input ;;
	difffolded.pl) echo input other ;;
	inferno-collapse-guess | stackcollapse-perf.pl | range-perf.pl)
		echo perf.txt
		;;
	inferno-collapse-dtrace) echo "$fixtures/dtrace/synthetic/in.txt" ;;
	inferno-collapse-ghcprof) echo "$fixtures/ghc/recorded/in.prof" ;;
	inferno-collapse-sample) echo "$fixtures/sample/synthetic/in.txt" ;;
	stackcollapse-vtune-mc.pl) echo "$fixtures/vtune/memory/in.csv" ;;
	stackcollapse-jstack.pl) echo "$fixtures/jstack/synthetic/in.txt" ;;
	stackcollapse-ibmjava.pl) echo "$fixtures/javacore/synthetic/in.txt" ;;
	stackcollapse-java-exceptions.pl)
		echo "$fixtures/javaexceptions/synthetic/in.log"
		;;
	stackcollapse-elfutils.pl)
		echo "$fixtures/elfutils/synthetic/in.txt"
		;;
	stackcollapse-go.pl) echo "$fixtures/pprofraw/synthetic/in.txt" ;;
	stackcollapse-xdebug.php) echo "$fixtures/xdebug/recorded/in.xt" ;;
	*) fail "$1: nothing to try it on" ;;
	esac
}

# The rows of options as "PROGRAM|THEIRS|OPTION|HERE|REST".
awk -F '`' '
/^### / { theirs = $2; program = $(NF - 1) }
/^## / { theirs = "" }
/^\| `-/ && theirs {
	rest = $0
	sub(/^\| `[^`]*` \| /, "", rest)
	here = rest
	sub(/ .*/, "", here)
	sub(/^[a-z]* \| /, "", rest)
	print program "|" theirs "|" $2 "|" here "|" rest
}' "$page" >rows
[ "$(wc -l <rows)" -gt 100 ] || fail 'the page has lost its tables'

# given OPTION WORDS: as a user types it, a value behind a blank.
while IFS='|' read -r program theirs option here rest; do
	what="$theirs $option"
	# shellcheck disable=SC2046,SC2086 # files, and an option's value
	"$program" $option $(input_for "$theirs") >out 2>err </dev/null
	status=$?
	case $here in
	same)
		expect_status 0
		expect_output
		;;
	refused)
		expect_status 2
		expect_no_output
		advice=$(printf '%s\n' "$rest" | sed 's/^[^`]*`//; s/`.*//')
		grep -qF -e "$advice" err || fail "$what: no word of $advice"
		grep -qF -e "${option%% *}" err || fail "$what: not named"
		;;
	*) fail "$what: the page says '$here'" ;;
	esac
done <rows

# What stands in for an option is one of ours.
for program in fg-collapse fg-diff fg-render; do "$program" --help; done >help
sed -n 's/^| `-[^|]*| [a-z]* | //p' "$page" | grep -o '`--[a-z-]*' |
	tr -d '`' | sort -u | while read -r option; do
	grep -qE -e "(^|[ ,])$option([ =[]|\$)" help || echo "$option"
done >missing
[ ! -s missing ] || fail "not options of ours: $(cat missing)"

# Formats are called so.
fg-collapse --list-formats | sed 's/ .*//' >formats
sed -n 's/^| `[a-z-]*collapse[^`]*` | `\([a-z_]*\)` .*/\1/p' "$page" >named
[ "$(wc -l <named)" -gt 25 ] || fail 'the page has lost its formats'
grep -vxFf formats named >missing && fail "no formats: $(cat missing)"

# One dash and capitals, of all that FlameGraph has.
for option in -title=T -Title=T '-subtitle T' -WIDTH=1200 -height=16 \
	-minwidth=1 -fonttype=Arial -fontsize=12 -fontwidth=0.59 \
	-encoding=UTF-8 -countname=n -nametype=n -nameattr=attributes \
	-total=1000 -factor=2 '-colors java' -color=java '-bgcolors blue' \
	-hash -random -cp -reverse -inverted -flamechart -negate '-notes n' \
	-help --Colors=java --HASH; do
	what="fg-render $option"
	# shellcheck disable=SC2086 # an option and its value
	fg-render $option input >out 2>err
	status=$?
	expect_status 0
	expect_output
done
for option in -pid -tid -kernel -jit -all -addrs -context -srcline \
	'-event-filter cycles' -event-filter=cycles --Kernel -help; do
	what="fg-collapse $option"
	# shellcheck disable=SC2086 # an option and its value
	fg-collapse $option perf.txt >out 2>err
	status=$?
	expect_status 0
	expect_output
done
for palette in hot mem io wakeup chain java js perl red green blue aqua \
	yellow purple orange python rust; do
	what="palette $palette"
	fg-render --colors $palette input >out 2>err
	status=$?
	expect_status 0
done

# What the options do.
what='-title'
fg-render -title Ours input | grep -q '>Ours<' || fail "$what: not there"
what='--context'
fg-collapse --context perf.txt >out
fg-collapse --srcline perf.txt | cmp -s - out || fail "$what: not --srcline"
what='--noinclude-tname'
fg-collapse --noinclude-tname "$fixtures/jstack/synthetic/in.txt" >out
fg-collapse --per-process "$fixtures/jstack/synthetic/in.txt" |
	cmp -s - out || fail "$what: not --per-process"
what='--ticks'
fg-collapse --ticks "$fixtures/ghc/recorded/in.prof" >out
fg-collapse --metric ticks "$fixtures/ghc/recorded/in.prof" |
	cmp -s - out || fail "$what: not --metric ticks"
what='two metrics'
fg-collapse --ticks --bytes "$fixtures/ghc/recorded/in.prof" >out 2>err
status=$?
expect_status 2
what='--count samples'
fg-collapse --no-header --count samples perf.txt | grep -qx '.* 1' ||
	fail "$what: not one"
what='the sizes of files'
mkdir -p tree/folder
printf 12345 >tree/folder/file
sed -n 's/^| `files.pl` | none: `\(find DIR.*fg-render\).*/\1/p' "$page" |
	sed 's/DIR/tree/; s/\\|/|/g; s/|[^|]*$//' >find.sh
[ "$(sh find.sh)" = 'folder;file 5' ] || fail "$what: $(sh find.sh)"

# Nothing of theirs is left out: every program of FlameGraph (commit 41fee1f)
# and of inferno (0.12.8).
for name in aix-perf.pl difffolded.pl files.pl flamegraph.pl jmaps \
	pkgsplit-perf.pl range-perf.pl record-test.sh test.sh \
	stackcollapse.pl stackcollapse-aix.pl stackcollapse-bpftrace.pl \
	stackcollapse-chrome-tracing.py stackcollapse-elfutils.pl \
	stackcollapse-faulthandler.pl stackcollapse-gdb.pl \
	stackcollapse-go.pl stackcollapse-ibmjava.pl \
	stackcollapse-instruments.pl stackcollapse-java-exceptions.pl \
	stackcollapse-jstack.pl stackcollapse-ljp.awk \
	stackcollapse-perf-sched.awk stackcollapse-perf.pl \
	stackcollapse-pmc.pl stackcollapse-recursive.pl \
	stackcollapse-sample.awk stackcollapse-stap.pl \
	stackcollapse-vsprof.pl stackcollapse-vtune-mc.pl \
	stackcollapse-vtune.pl stackcollapse-wcp.pl \
	stackcollapse-xdebug.php dev/gatherhc-kern.d dev/gatherthc-kern.d \
	dev/hcstackcollapse.pl dev/hotcoldgraph.pl dev/thcstackcollapse.pl \
	inferno-collapse-dtrace inferno-collapse-ghcprof \
	inferno-collapse-guess inferno-collapse-perf \
	inferno-collapse-recursive inferno-collapse-sample \
	inferno-collapse-vsprof inferno-collapse-vtune \
	inferno-collapse-xctrace inferno-diff-folded inferno-flamegraph; do
	grep -qF "\`$name\`" "$page" || fail "$name is not on the page"
done
finish
