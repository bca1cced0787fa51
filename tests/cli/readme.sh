#!/bin/sh
# SPDX-License-Identifier: MIT
# The commands of README's "Use" and of the manual pages' examples run as
# they stand there. `perf` is a script that prints what was recorded once.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
profiles=$FG_SOURCE/fixtures/profiles/perf

mkdir "$scratch/bin" "$scratch/run"
cat >"$scratch/bin/perf" <<END
#!/bin/sh
case \$1 in
script) exec gzip -dc "$profiles/words-before.txt.gz" ;;
esac
END
chmod +x "$scratch/bin/perf"
PATH=$scratch/bin:$PATH

cd "$scratch/run"
fg-collapse -o before.folded "$profiles/words-before.txt.gz"
fg-collapse -o after.folded "$profiles/words-after.txt.gz"
for name in b1 b2 b3; do cp before.folded $name.folded; done
for name in a1 a2 a3 tuesday host1 host2; do cp after.folded $name.folded; done
gzip tuesday.folded host?.folded

# Commands, one a line: indented text of README, ".Dl $ " of the pages.
{
	sed -n '/^## Use/,/^## /s/^    //p' "$FG_SOURCE/README.md"
	sed -n 's/^\.Dl \$ //p' "$FG_SOURCE"/*/fg-*.1 | sed 's/\\e/\\/g; s/\\-/-/g'
} >"$scratch/commands"
[ "$(grep -c fg- "$scratch/commands")" -ge 8 ]

failed=0
while read -r command; do
	printf '$ %s\n' "$command"
	status=0
	sh -c "$command" </dev/null >out 2>err || status=$?
	# 3 is fg-diff's for a broken rule, which is what it is asked for
	if [ $status != 0 ] && [ $status != 3 ]; then
		echo "FAILED: status $status"
		cat err
		failed=1
	fi
done <"$scratch/commands"
for picture in *.svg; do
	xmllint --noout "$picture"
done
exit $failed
