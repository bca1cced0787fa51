#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory that gives out and inputs made to use it up: each ends within
# seconds, with a message and status 1 or with the right output, and never by
# a signal. $2 is what a shell may call a bomb's size, in MB.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
part=${2:-1} # sanitizers get a part of the size

# Ends a program that takes longer than anybody would wait.
expect_end() {
	limit=$1
	shift
	timeout -k 1 "$limit" "$@" >out 2>err
	status=$?
	case $status in
	124 | 137) fail "$what: no end" ;;
	esac
	[ "$status" -lt 128 ] || fail "$what: ended by a signal, $status"
}

expect_failure() {
	expect_status 1
	# an empty picture says that it is
	[ "$tool" = fg-render ] || expect_no_output
	complaints | grep -q . || fail "$what: not told"
}

what='memory, by ulimit -v'
awk 'BEGIN {
	for (i = 0; i < 200000; i++)
		print "main;f" i ";g" i * 7 " " i + 1
}' >input
if [ "$part" = 1 ]; then
	for kb in 60000 80000 100000 160000; do
		what="memory, by ulimit -v $kb"
		(
			# shellcheck disable=SC3045 # dash and bash have it
			ulimit -v $kb
			run -o made
			exit "$status"
		)
		status=$?
		# what is enough for one program is not for the other
		[ "$status" = 0 ] || {
			expect_status 1
			expect_no_output
			grep -q 'out of memory' err || fail "$what: not told"
		}
		[ "$status" = 0 ] || [ ! -e made ] ||
			fail "$what: half a file"
		rm -f made
	done
fi

what='packed zeros'
size=$((1000 / part))
head -c ${size}000000 /dev/zero | zstd -qc >bomb
case $tool in
fg-diff) expect_end 60 "$tool" bomb other ;;
*)
	expect_end 60 "$tool" bomb
	expect_failure
	;;
esac

what='packed weights, a line all the same'
yes "main;a 1" | head -c ${size}00000 | gzip -c >bomb
case $tool in
fg-diff) expect_end 60 "$tool" bomb other ;;
*) expect_end 60 "$tool" bomb ;;
esac
expect_status 0

what='packed a hundred times'
printf 'main;a 1\n' >packed
i=0
while [ $i -lt 100 ]; do
	gzip -c packed >again
	mv again packed
	i=$((i + 1))
done
case $tool in
fg-diff) expect_end 10 "$tool" packed other ;;
*)
	expect_end 10 "$tool" packed
	expect_failure
	;;
esac

# Ten thousand names, each of which takes as long as one may. What did not
# match is told, also to those who want it quiet; a gate that cannot know what
# its rule is about does not open.
too_long() {
	what="a pattern that takes too long, $2"
	expect_end 60 "$tool" -q "$@"
	expect_status "$wanted"
	[ "$(grep -c 'warning: .*(a+)+.* long' err)" = 2 ] ||
		fail "$what: not told, once each"
}

awk 'BEGIN {
	for (i = 0; i < 60; i++)
		name = name "aaaaaaaaaa"
	for (i = 0; i < 10000; i++)
		print "main;" name i "b 1" >"input"
	printf "{\"shared\": {\"frames\": [{\"name\": \"f\"}]}, \"profiles\": ["
	for (i = 0; i < 300; i++)
		printf "%s{\"type\": \"sampled\", \"name\": \"%s%db\"," \
			"\"unit\": \"none\", \"startValue\": 0, " \
			"\"endValue\": 1, \"samples\": [[0]], " \
			"\"weights\": [1]}\n", i ? "," : "", name, i
	print "]}"
}' >threads
{
	echo 'ignore (a+)+ until 9999-01-01: too long'
	echo 'fail-if all > +1000%'
} >rules
wanted=0
case $tool in
fg-diff)
	too_long --rename '^(a+)+$=x' input other
	too_long --check --single-run --countname samples --rules rules \
		input other
	wanted=1
	too_long --check --single-run --countname samples \
		--fail-if 'self((a+)+) > +50%' input other
	grep -q '(a+)+.* is about is not known' err ||
		fail "$what: not told that the rule was not checked"
	;;
fg-collapse)
	too_long --exclude '^(a+)+$' input
	wanted=1 # nothing is left
	too_long --include '^(a+)+$' input
	too_long --thread '^(a+)+$' threads
	;;
esac

[ "$tool" = fg-collapse ] || finish

what='deep JSON'
for open in '[' '{"a":' '{"nodes":[{"children":['; do
	awk -v open="$open" -v part="$part" 'BEGIN {
		for (i = 0; i < 2000000 / part; i++)
			printf "%s", open
	}' >deep
	for format in dhat cpuprofile heapprofile; do
		expect_end 20 "$tool" -f $format deep
		expect_failure
	done
	expect_end 20 "$tool" deep
	expect_failure
done

what='entities that grow'
{
	echo '<?xml version="1.0"?><!DOCTYPE svg ['
	echo '<!ENTITY a0 "aaaaaaaaaa">'
	i=1
	while [ $i -lt 20 ]; do
		e="&a$((i - 1));"
		echo "<!ENTITY a$i \"$e$e$e$e$e$e$e$e$e$e\">"
		i=$((i + 1))
	done
	printf '%s' ']><svg><g id="frames"><g><title>&a19; (5 samples, 1%)'
	echo '</title><rect x="0" y="0" width="5"/></g></g></svg>'
} >entities
for format in svg xctrace vsprof_xml; do
	expect_end 20 "$tool" -f $format entities
	[ "$(wc -c <out)" -lt 20000000 ] || fail "$what: they grew"
done

what='an entity from a file'
{
	echo '<!DOCTYPE svg [<!ENTITY x SYSTEM "secret">]><svg>'
	echo '<g id="frames"><g><title>&x; (5 samples, 1%)</title>'
	echo '<rect x="0" y="0" width="5"/></g></g></svg>'
} >entities
echo password >secret
expect_end 20 "$tool" -f svg entities
if grep -q password out err; then
	fail "$what: it was read"
fi

what='deep XML'
awk -v part="$part" 'BEGIN {
	for (i = 0; i < 1000000 / part; i++)
		printf "<g>"
}' >deep
for format in svg xctrace vsprof_xml; do
	expect_end 20 "$tool" -f $format deep
	expect_failure
done

what='patterns that try everything'
awk 'BEGIN {
	for (i = 0; i < 60; i++)
		name = name "aaaaaaaaaa"
	for (i = 0; i < 300; i++)
		print "main;" name i "b 1"
}' >names
# shellcheck disable=SC2016 # the dollar signs are the patterns'
for pattern in '^(a+)+$' '(a|aa)+$' '(a|a)*c' '(.*)*\1x' '((a*)*)*d' \
	'(?:a?){200}a{200}c' '(a+)+\d+$x'; do
	what="pattern $pattern"
	for option in --include --exclude; do
		expect_end 20 "$tool" $option "$pattern" names
		[ "$status" -le 1 ] || fail "$what: status $status"
	done
done

finish
