#!/bin/sh
# SPDX-License-Identifier: MIT
# The commands of README's "Use", of doc/RECORDING.md and of the manual pages'
# examples run as they stand there. `perf` and other recorders are scripts that
# give what was recorded once with these very commands, or nothing.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
profiles=$FG_SOURCE/fixtures/profiles/perf

mkdir "$scratch/bin" "$scratch/run"
cat >"$scratch/bin/perf" <<END
#!/bin/sh
case \$1,\$3 in
script,switch.data) exec gzip -dc "$profiles/offcpu-server.txt.gz" ;;
script,java.data) exec gzip -dc "$profiles/java17-perf-map.txt.gz" ;;
script,node.data) exec zstd -dc "$profiles/node20-perf-map.txt.zst" ;;
script,python.data) exec cat "$profiles/python312-perf-map.txt" ;;
script,python313.data) exec gzip -dc "$profiles/python313-perf-jit.txt.gz" ;;
script,) exec gzip -dc "$profiles/words-before.txt.gz" ;;
script,*) exit 1 ;;
record,999) exec cp "$profiles/../perfdata/fp.data" perf.data ;;
esac
END
cat >"$scratch/bin/java" <<END
#!/bin/sh
gzip -dc "$profiles/../jfr/orders.jfr.gz" >rec.jfr
END
cat >"$scratch/bin/node" <<END
#!/bin/sh
cp "$profiles/../v8/site.cpuprofile" node.cpuprofile
END
cat >"$scratch/bin/py-spy" <<'END'
#!/bin/sh
echo 'main (program.py:3);work (program.py:1) 12' >python.folded
END
cat >"$scratch/bin/fg-record" <<END
#!/bin/sh
# the kernel's events are played: time on the CPU, with frame pointers; the
# process 1234 is this one's parent
for word; do
	shift
	case \$word in
	1234) word=\$PPID ;;
	dwarf) word=fp ;;
	--off-cpu | --only | off) word=--quiet ;;
	esac
	set -- "\$@" "\$word"
done
FG_EVENTS_RING=$FG_SOURCE/fixtures/record/busy.ring \\
	LD_PRELOAD=$(dirname "$(command -v fg-busy)")/fg-events.so \\
	exec $(command -v fg-record) "\$@"
END
chmod +x "$scratch"/bin/*
PATH=$scratch/bin:$PATH

cd "$scratch/run"
printf '#!/bin/sh\n' >program
chmod +x program
cp program bench
fg-collapse -o before.folded "$profiles/words-before.txt.gz"
fg-collapse -o after.folded "$profiles/words-after.txt.gz"
for name in b1 b2 b3; do cp before.folded $name.folded; done
for name in a1 a2 a3 tuesday host1 host2; do cp after.folded $name.folded; done
gzip tuesday.folded host?.folded
mkdir history
for name in v1 v2 v3 v4; do cp before.folded history/$name.folded; done

# Commands, one a line: indented text of README, ".Dl $ " of the pages.
{
	sed -n '/^## Use/,/^## /s/^    //p' "$FG_SOURCE/README.md"
	sed -n 's/^    //p' "$FG_SOURCE/doc/RECORDING.md"
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
