#!/bin/sh
# SPDX-License-Identifier: MIT
# Sorted text is read another way than other text. That must not show: sorted,
# shuffled and partly sorted, from files and from pipes, it gives the same
# bytes. So does text that is only almost sorted, or almost plain.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

# Names that begin alike, with bytes below and above ';', a blank and an empty
# one; some stacks come twice. `numbers SEED COUNT`
stacks() {
	awk -v seed="$1" -v count="$2" 'BEGIN {
		n = split("f f1 f10 f-x f.y f! f:a f\\; g g(a,b) \303\251 " \
			"f\tz \377 operator h", name, " ")
		name[n + 1] = "a b"
		name[n + 2] = ""
		srand(seed)
		for (i = 0; i < count; i++) {
			depth = 1 + int(rand() * 7)
			line = "main"
			for (d = 0; d < depth; d++)
				line = line ";" name[1 + int(rand() * (n + 2))]
			print line "x " int(rand() * 900)
		}
	}'
}

# By stack, not by line: "a 5" stands before "a b 3".
by_stack() {
	sed 's/ \([0-9.]*\)$/\x01\1/' | sort -t "$(printf '\001')" -k 1,1 |
		tr '\001' ' '
}

shuffle() {
	awk '{ print NR * 7919 % 1009 "\t" $0 }' | sort -n | cut -f 2-
}

i=0
while [ $i -lt 9 ]; do
	stacks $((i % 4)) 400 | by_stack >"sorted$i"
	shuffle <"sorted$i" >"shuffled$i"
	cmp -s "sorted$i" "shuffled$i" && fail "shuffle $i did nothing"
	# sorted at first, and then not
	{
		head -n 300 "sorted$i"
		tail -n +301 "sorted$i" | shuffle
	} >"partly$i"
	i=$((i + 1))
done
# Each differs from sorted text at one place, near its end.
sed '390s/ [0-9]*$/ 1.5/' sorted1 >decimal
sed '390s/ [0-9]*$/ 18446744073709551615/' sorted1 >large
sed '390s/$/ 7/' sorted1 >pair
sed '390s/$/ no weight/' sorted1 >bad
sed '390s/$/\r/' sorted1 >ending
sed '390s/;[^;]*\( [0-9]*\)$/;;\1/' sorted1 >empty
sed '390s/^/# /' sorted1 >comment
{
	echo '# fg: metric=cycles unit=cycles total=9000000'
	head -n 200 sorted1
	echo '# fg: metric=cycles unit=cycles samples=9 squares=99'
	tail -n +201 sorted1
	echo
} >headers
printf '%s' "$(cat sorted1)" >unended

run() {
	"$tool" "$@" >out 2>err
	status=$?
}

# same AS WHAT ARGUMENT...: runs the tool and compares with the file `as`.
same() {
	as=$1 what=$2
	shift 2
	run "$@"
	expect_status 0
	cmp -s out "$as" || fail "$what: other bytes"
}

with_collapse() {
	for kind in shuffled partly sorted; do
		set --
		for i in 0 1 2 3 4 5 6 7 8; do
			set -- "$@" "$kind$i"
		done
		if [ "$kind" = shuffled ]; then
			run "$@"
			mv out first
		fi
		same first "$kind" "$@"
		same first "$kind, one thread" -j 1 "$@"
	done
	# packed files cannot be read twice, and are read as ever
	for odd in decimal large pair bad ending empty comment headers unended; do
		rm -f ./*.gz
		for i in 2 3 4 5; do
			gzip -c "sorted$i" >"s$i.gz"
		done
		gzip -c "$odd" >odd.gz
		run -q s2.gz s3.gz s4.gz odd.gz s5.gz
		expect_status 0
		mv out first
		same first "$odd" -q sorted2 sorted3 sorted4 "$odd" sorted5
	done
}

with_diff() {
	for kind in shuffled partly sorted; do
		run -q "${kind}0" "${kind}1"
		expect_status 0
		[ "$kind" = shuffled ] && mv out first && continue
		same first "$kind" -q "${kind}0" "${kind}1"
	done
	# what comes by a pipe is read once, as ever
	for odd in sorted0 decimal large bad ending empty comment headers unended; do
		for options in "" "--only-common" "--min-delta 5" "--strict" \
			"--normalize" "-v" "--no-header"; do
			# shellcheck disable=SC2086
			run $options sorted2 - <"$odd"
			before=$status
			sed "s/<stdin>/FILE/; s/'-'/'FILE'/" err >first.err
			mv out first
			# shellcheck disable=SC2086
			run $options sorted2 "$odd"
			[ "$status" = "$before" ] ||
				fail "$odd $options: exit $status, not $before"
			cmp -s out first || fail "$odd $options: other bytes"
			sed "s/'$odd'/'FILE'/; s/^fg-diff: $odd:/fg-diff: FILE:/" \
				err >second.err
			cmp -s first.err second.err ||
				fail "$odd $options: other messages: $(diff \
					first.err second.err)"
		done
	done
}

with_render() {
	for i in 0 1 2 3; do
		for kind in shuffled partly sorted; do
			run "$kind$i"
			expect_status 0
			[ "$kind" = shuffled ] && mv out first && continue
			cmp -s out first || fail "$kind$i: other bytes"
		done
		for kind in shuffled sorted; do
			run --no-javascript --minwidth 5 "$kind$i"
			expect_status 0
			[ "$kind" = shuffled ] && mv out first && continue
			cmp -s out first || fail "$kind$i, static: other bytes"
		done
	done
	for odd in decimal large pair bad ending empty comment headers unended; do
		run -q "$odd"
		expect_status 0
		mv out first
		gzip -c "$odd" >odd.gz
		same first "$odd" -q odd.gz
	done
}

with_"${tool#fg-}"
finish
