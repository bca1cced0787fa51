#!/bin/sh
# SPDX-License-Identifier: MIT
# What --to writes has the same sums and functions as the folded stacks, to a
# reader that is not fg's; JSON of fg-render is as its schema says.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
profile=$FG_SOURCE/fixtures/profiles/pprof/go.cpu.pb.gz

fg-collapse --metric cpu "$profile" >stacks.folded
fg-collapse --to pprof stacks.folded >out.pb
fg-collapse --to speedscope stacks.folded >out.json
what='the sums of all functions'
python3 - <<'END' >err 2>&1 || fail "$what"
import collections, json


def fields(data):
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        key = varint()
        value = varint()
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        else:
            assert key & 7 == 0, key
        yield key >> 3, value


def varints(data):
    while data:
        n = next(i for i, byte in enumerate(data) if byte < 128) + 1
        yield sum((byte & 127) << 7 * i for i, byte in enumerate(data[:n]))
        data = data[n:]


want = collections.Counter()
for line in open("stacks.folded"):
    if not line.startswith("# "):
        stack, weight = line.rsplit(" ", 1)
        want[stack.strip()] += int(weight)

parts = collections.defaultdict(list)
for number, value in fields(open("out.pb", "rb").read()):
    parts[number].append(value)
text = [value.decode() for value in parts[6]]
assert text[0] == ""
kind = dict(fields(parts[1][0]))
assert (text[kind[1]], text[kind[2]]) == ("cpu", "nanoseconds")
functions = {f[1]: text[f[2]] for f in (dict(fields(v)) for v in parts[5])}
places = {p[1]: functions[dict(fields(p[4]))[1]]
          for p in (dict(fields(v)) for v in parts[4])}
got = collections.Counter()
for sample in (dict(fields(v)) for v in parts[2]):
    value, = varints(sample[2])
    got[";".join(places[p] for p in varints(sample[1]))] += value
assert {";".join(k.split(";")[::-1]): v for k, v in got.items()} == want

file = json.load(open("out.json"))
names = [frame["name"] for frame in file["shared"]["frames"]]
profile, = file["profiles"]
assert (profile["type"], profile["unit"]) == ("sampled", "nanoseconds")
assert profile["endValue"] == sum(profile["weights"]) == sum(want.values())
assert len(profile["samples"]) == len(profile["weights"])
got = collections.Counter()
for stack, weight in zip(profile["samples"], profile["weights"]):
    got[";".join(names[frame] for frame in stack)] += weight
assert got == want
END
what='JSON as the schema has it'
schema=$FG_SOURCE/doc/fg-render.schema.json
fg-render --table --format json stacks.folded >table
fg-render --table --focus runtime --format json stacks.folded >focus
fg-render --tree --format json stacks.folded >tree
python3 "$(dirname "$0")/schema.py" "$schema" table focus tree >err 2>&1 ||
	fail "$what"
finish
