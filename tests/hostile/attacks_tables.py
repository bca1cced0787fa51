# SPDX-License-Identifier: MIT
"""Tables that much refers to: one long name that every frame has, one long list
of inlined functions that every sample goes through, one deep stack that every
sample has. What is large is there once, what refers to it is small."""
import json

from attack import attack

LONG = 400  # the smallest; names are 200 times as long


def name(count):
    return "n" * (200 * count)


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, value):
    """One of a protocol buffer's: a number, or bytes."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def pprof(strings, functions, locations, samples):
    """Functions: (name). Locations: lists of (function, line)."""
    yield field(1, field(1, 1) + field(2, 2))
    for places in samples:
        yield field(2, field(1, b"".join(map(varint, places))) +
                    field(2, varint(1)))
    for i, lines in enumerate(locations):
        yield field(4, field(1, i + 1) + b"".join(
            field(4, field(1, f) + field(2, line)) for f, line in lines))
    for i, text in enumerate(functions):
        yield field(5, field(1, i + 1) + field(2, text))
    for text in ["", "samples", "count", *strings]:
        yield field(6, text.encode())


@attack("tables/pprof-long-name", LONG, "fg-collapse --srcline FILE")
def pprof_long_name(count):
    return pprof([name(count), "a.c"], [3] * count,
                 [[(i + 1, i + 1)] for i in range(count)],
                 [[i + 1] for i in range(count)])


@attack("tables/pprof-inlined", 3000, "fg-collapse FILE")
def pprof_inlined(count):
    return pprof([f"f{i}" for i in range(99)], [3 + i for i in range(99)],
                 [[(i % 99 + 1, 1) for i in range(count)], [(1, 1)], [(2, 1)]],
                 [[2 + (i >> b & 1) for b in range(12)] + [1]
                  for i in range(count)])


@attack("tables/pprofraw-inlined", 3000, "fg-collapse FILE")
def pprofraw_inlined(count):
    yield "PeriodType: cpu nanoseconds\nPeriod: 1\nSamples:\nsamples/count\n"
    for i in range(count):
        bits = " ".join(str(2 + (i >> b & 1)) for b in range(12))
        yield f"          1: {bits} 1\n"
    yield "Locations\n     1: 0x1 M=1 f0 /a.c:1:0 s=0\n"
    for i in range(count):
        yield f"             f{i % 99} /a.c:1:0 s=0\n"
    yield "     2: 0x2 M=1 a /a.c:1:0 s=0\n     3: 0x3 M=1 b /a.c:1:0 s=0\n"
    yield "Mappings\n1: 0x0/0x10/0x0 /app\n"


@attack("tables/speedscope-long-name", LONG, "fg-collapse FILE", 1)
def speedscope_long_name(count):
    """All samples have it, in different company; the text is refused."""
    frames = [{"name": name(count)}] + [{"name": f"f{i}"}
                                        for i in range(99)]
    samples = [[0] * 40 + [i % 99 + 1, i // 99 % 99 + 1]
               for i in range(10 * count)]
    yield json.dumps({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "shared": {"frames": frames},
        "profiles": [{"type": "sampled", "name": "x", "unit": "none",
                      "startValue": 0, "endValue": count, "samples": samples,
                      "weights": [1] * len(samples)}]})


@attack("tables/firefox-long-name", LONG, "fg-collapse FILE", 1)
def firefox_long_name(count):
    """One name for each function of a table, in chains of ten."""
    n = 10 * count
    yield json.dumps({
        "meta": {"interval": 1, "preprocessedProfileVersion": 55},
        "libs": [],
        "threads": [{
            "name": "t", "processName": "p", "pid": "1", "tid": "2",
            "samples": {"length": n, "stack": list(range(n)),
                        "weight": [1] * n, "weightType": "samples"},
            "stackTable": {"length": n, "prefix": [
                None if i % 200 == 0 else i - 1 for i in range(n)],
                "frame": [i % 9 for i in range(n)]},
            "frameTable": {"length": 9, "func": list(range(9)),
                           "address": [-1] * 9},
            "funcTable": {"length": 9, "name": [0] * 8 + [1],
                          "resource": [-1] * 9},
            "resourceTable": {"length": 0, "lib": [], "name": []},
            "stringArray": [name(count), "f"]}]})


@attack("tables/xctrace-deep-stack", 3000, "fg-collapse FILE")
def xctrace_deep_stack(count):
    yield "<?xml version=\"1.0\"?><trace-query-result><node xpath='//x'>"
    yield '<schema name="time-profile"></schema><row><sample-time id="1">1'
    yield '</sample-time><weight id="2" fmt="1.00 ms">1000000</weight>'
    yield '<backtrace id="3"><frame id="4" name="f" addr="0x1"/>'
    for _ in range(count):
        yield '<frame ref="4"/>'
    yield "</backtrace></row>"
    for _ in range(count):
        yield ('<row><sample-time ref="1"/><weight ref="2"/>'
               '<backtrace ref="3"/></row>')
    yield "</node></trace-query-result>"


@attack("tables/heaptrack-long-name", LONG, "fg-collapse FILE", 1)
def heaptrack_long_name(count):
    text = name(count)
    yield "v 10400 2\nX ./a.out\nI 1000 10\n"
    yield f"s {len(text):x} {text}\ns 3 a.c\n"
    for i in range(count):
        yield f"i {4096 + i:x} 0 1 2 {i + 1:x}\n"
    for i in range(count):
        yield f"t {i + 1:x} {i:x}\na 8 {i + 1:x}\n+ {i:x}\n"


@attack("tables/callgrind-long-name", LONG,
        "fg-collapse --modules --srcline FILE")
def callgrind_long_name(count):
    """(1) is the file of all functions, which are in its name."""
    yield "# callgrind format\nversion: 1\nevents: Ir\npositions: line\n"
    yield f"ob=(1) {name(count)}\nfl=(1) {name(count)}\n"
    for i in range(count):
        yield f"ob=(1)\nfl=(1)\nfn=({i + 1}) f{i}\n1 1\n"


@attack("tables/cpuprofile-samples", 3000, "fg-collapse --no-aggregate FILE")
def cpuprofile_samples(count):
    """One deep node that all samples are of, each a stack in input order."""
    yield '{"nodes":['
    for i in range(count):
        yield (f'{{"id":{i + 1},"callFrame":{{"functionName":"f{i % 9}",'
               '"scriptId":"1","url":"","lineNumber":1,"columnNumber":1},'
               f'"children":[{i + 2}]}},')
    yield (f'{{"id":{count + 1},"callFrame":{{"functionName":"leaf",'
           '"scriptId":"1","url":"","lineNumber":1,"columnNumber":1}}')
    yield f'],"startTime":0,"endTime":{count},"samples":['
    yield ",".join([str(count + 1)] * count)
    yield '],"timeDeltas":[' + ",".join(["1"] * count) + "]}"


@attack("tables/async_html-names", LONG, "fg-collapse FILE")
def async_html_names(count):
    """Each name has what is before it as its beginning."""
    yield "<!DOCTYPE html>\n<script>\nconst cpool = [\n'all',\n"
    for i in range(20 * count):
        yield f"'{chr(32 + min(i, 94)) if i < 94 else '~'}x',\n"
    yield "];\nunpack(cpool);\n\nn(3," + str(20 * count) + ")\n"
    for i in range(1, 20 * count):
        yield f"f({i << 3 | 3},1,{i},1)\n"
    yield "</script>\n"


@attack("tables/dhat-deep-stacks", 3000, "fg-collapse FILE")
def dhat_deep_stacks(count):
    """Frames are numbers; one place of the program is all of them."""
    yield json.dumps({
        "dhatFileVersion": 2, "mode": "heap", "verb": "Allocated",
        "bklt": True, "bkacc": False, "tu": "instrs", "Mtu": "Minstr",
        "tuth": 500, "cmd": "x", "pid": 1, "te": 1, "tg": 1,
        "pps": [{"tb": 1, "tbk": 1, "tl": 1, "mb": 1, "mbk": 1, "gb": 0,
                 "gbk": 0, "eb": 0, "ebk": 0, "fs": [1] * 100}
                for _ in range(count // 100)],
        "ftbl": ["[root]", "0x1: " + "f" * count + " (a.c:1)"]})


@attack("tables/austin-frames", 3000, "fg-collapse --format=austin FILE")
def austin_frames(count):
    """Frames by key: one name of all of them."""
    yield b"MOJ" + varint(1)
    yield b"\x01mode\0wall\0"
    yield b"\x0b\x01" + b"a.py\0" + b"\x0b\x02" + b"n" * count + b"\0"
    yield b"\x03\x01\x01\x02\x01"
    for _ in range(count // 10):
        yield b"\x02\x01" + b"1\0" + b"\x05\x01" * 5 + b"\x09\x01"


@attack("tables/stackprof-runs", 3000, "fg-collapse -f stackprof FILE")
def stackprof_runs(count):
    yield '{"version":1.2,"mode":"wall","interval":1000,"samples":1,"frames":'
    yield f'{{"1":{{"name":"{"n" * count}","file":"","samples":1}}}},"raw":['
    yield ",".join("3,1,1,1,1" for _ in range(count // 10)) + "]}"



def otlp(strings, functions, locations, stacks, samples, labels, types):
    """OTLP of 1.9: locations have one function, and all labels."""
    profiles = b"".join(
        field(2, field(1, field(1, t) + field(2, 0)) + b"".join(
            field(2, field(1, s) + field(2, varint(1))) for s in samples))
        for t in types)
    yield field(1, field(2, profiles))
    every = b"".join(map(varint, range(labels)))
    yield field(2, b"".join(
        [field(2, field(3, field(1, f)) + field(4, every)) for f in locations] +
        [field(3, field(1, f)) for f in functions] +
        [field(5, text.encode()) for text in strings] +
        [field(6, field(1, 1) + field(2, field(3, i))) for i in range(labels)] +
        [field(7, field(1, b"".join(map(varint, s)))) for s in stacks]))


@attack("tables/otlp-labels", 3000, "fg-collapse --label none FILE")
def otlp_labels(count):
    """All samples share one deep stack, whose location has all labels."""
    return otlp(["", "a", "b"], [1], [0], [[0] * count, [0]],
                [0] * count, count, [1])


@attack("tables/otlp-types", 3000, "fg-collapse FILE", 1)
def otlp_types(count):
    """Each profile has a sample type of its own."""
    return otlp([f"t{i}" for i in range(count)], [1], [0], [[0]], [0], 0,
                range(count))
