#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports of a check are well-formed whatever functions are called, and the
# JSON is as the schemas in doc/ say.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
here=$FG_SOURCE/tests/cli
schema=$FG_SOURCE/doc/fg-diff.schema.json

# Every byte but LF and NUL, bad UTF-8, markup of all kinds, places.
python3 - <<'END'
names = [bytes([c]) * 2 + b"x" for c in range(1, 256) if c not in b"\n\r;"]
names += [
    b"<b>&amp;\"'</b>", b"]]>", b"<!--", b"--->", b"|x|`y`*z*_w_[u](v)",
    b"\xef\xbf\xbe\xef\xbf\xbf", b"\xed\xa0\x80", b"\xc2\x85", b"\\\"\\",
    b"f (a b/c%d<\">.js:3:4)", b"http://host/a.js:7", b"/abs/x.c:2_[k]",
    b"x.c:0", b"a::b.c:3", b"x.c:99999999999", b":3", b"(:3)", b".:1",
    "naïve\u202e.c:12".encode(), b"</details>", b"\\n\\t", b"$1",
]
for side, weight in (("before", 100), ("after", 300)):
    for run in "123":
        with open(side + run, "wb") as out:
            for i, name in enumerate(names):
                out.write(b"m;%s %d\n" % (name, weight + i % 7 + int(run)))
            out.write(b"m;rest 900\n")
END
set -- -q --before before1 before2 before3 --after after1 after2 after3
cat >rules <<'END'
fail-if self > +1
fail-if total(<b>.*) > +1%
fail-if all > +900%
ignore .*x until 9999-12-31: "because" <of> | &amp; this
END

for format in text markdown junit sarif json; do
	what=$format
	fg-diff "$@" --rules rules --format=$format >$format 2>err
	status=$?
	expect_status 3
done
what='JUnit is well-formed'
xmllint --noout junit 2>err || fail "$what"
[ "$(xmllint --xpath 'count(//testcase)' junit)" = 3 ] || fail "$what: cases"
[ "$(xmllint --xpath 'count(//failure)' junit)" = 2 ] || fail "$what: failures"
[ "$(xmllint --xpath 'string(//testcase[2]/@name)' junit)" = \
	'total(<b>.*) > +1%' ] || fail "$what: a name"
what='SARIF'
python3 - >err 2>&1 <<'END' || fail "$what"
import json
run = json.load(open("sarif", encoding="utf-8"))["runs"][0]
rules = run["tool"]["driver"]["rules"]
places = {}
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    for location in result.get("locations", []):
        name = location["logicalLocations"][0]["fullyQualifiedName"]
        place = location.get("physicalLocation")
        if place:
            places[name] = (place["artifactLocation"]["uri"],
                            place["region"]["startLine"])
assert places["http://host/a.js:7"] == ("http://host/a.js", 7), places
assert places["/abs/x.c:2_[k]"] == ("file:///abs/x.c", 2), places
assert places["f (a b/c%d<\">.js:3:4)"] == ("b/c%25d%3C%22%3E.js", 3), places
for name in ("x.c:0", "a::b.c:3", ":3", "(:3)", "x.c:99999999999"):
    assert name not in places, name
assert any("suppressions" in result for result in run["results"])
END
what='Markdown'
grep -q '^|' markdown || fail "$what: no table"
# all rows have as many cells: "\|" and "&#124;" are none
sed -n '/^|/p' markdown | sed 's/\\|//g' | tr -cd '|\n' | sort -u |
	grep -vqx '||||||||||' && fail "$what: another number of cells"
what='JSON as the schema has it'
python3 "$here/schema.py" "$schema" json >err 2>&1 || fail "$what"
fg-diff "$@" --table --format=json --rules rules >with-table
fg-diff "$@" -n --table --by self --format=json >table
fg-diff -q --table --format=json before1 after1 >single
printf 'm 5000000.5\n' >one
fg-diff -q --table --format=json one before1 >unknown
python3 "$here/schema.py" "$schema" with-table table single unknown \
	>err 2>&1 || fail "$what"
what='a schema that finds faults'
for fault in 's/"verdict":"[a-z ]*"/"verdict":"x"/' 's/"z":/"zz":/' \
	's/"broken":true/"broken":1/' 's/"delta":/"delta":"x","d":/'; do
	sed "$fault" json >bad
	python3 "$here/schema.py" "$schema" bad >/dev/null 2>&1 &&
		fail "$what: $fault"
done

# A history with the same names, and markup in those of the points.
for point in 1 2 3 4 5 6 7 8; do
	folder="h/$point<&\"'>"
	mkdir -p "$folder"
	for run in 1 2; do
		weight=$((point * 7 % 5 + run))
		sed "/rest/s/900/$((point > 4 ? 3000 + weight : 900 + weight))/" \
			"before$run" >"$folder/$run.folded"
	done
done
trend=$FG_SOURCE/doc/fg-diff-trend.schema.json
for options in --by=self -n --normalize=none --significance=1; do
	what="trend, $options"
	fg-diff -q --trend h --countname=samples --format=json "$options" \
		>json 2>err || fail "$what"
	python3 "$here/schema.py" "$trend" json >err 2>&1 || fail "$what"
	grep -q '"point":"5<&\\"' json || fail "$what: no step"
	fg-diff -q --trend h --countname=samples --format=svg --top 1000 \
		"$options" >svg 2>err || fail "$what: svg"
	xmllint --noout svg 2>err || fail "$what: svg is not well-formed"
done
what='a schema of trends that finds faults'
for fault in 's/"at":/"at":-/' 's/"z":/"zz":/' 's/"runs":2/"runs":0/'; do
	sed "$fault" json >bad
	python3 "$here/schema.py" "$trend" bad >/dev/null 2>&1 &&
		fail "$what: $fault"
done
finish
