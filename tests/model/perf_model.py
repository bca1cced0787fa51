#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""perf_model.py SEED FILE MODEL: writes random `perf script` text to FILE, from
the grammar of what perf prints, and what must come of it to MODEL.

The model does not read the text: it folds the samples that the text was made
from, slowly and by the plain rules. So it shares nothing with the reader, not
even an idea of how a line is taken apart.
"""
import random
import re
import sys
from collections import Counter, defaultdict

COMMS = ["main", "a b", "my worker-1", "99 red", "CPU 1/KVM", "kworker/0:1",
         "x#y", "(sd-pam)", "[migration]", ":-1", "Web Content", "ä", "1 2 3",
         "swapper", "perf", "java", "a:b: c"]
# Each with what is to be shown of it, written down by hand from the rules:
# arguments go, unless they are part of a name; a ';' would end the frame.
SYMBOLS = {
    "main": "main", "operator()": "operator()", "_start": "_start",
    "std::vector<int, std::allocator<int> >::push":
        "std::vector<int, std::allocator<int> >::push",
    "fn::{closure#0}": "fn::{closure#0}",
    "(anonymous namespace)::f(int)": "(anonymous namespace)::f",
    "f(int)::g": "f::g", "f(void (*)(int)) const": "f",
    "operator<< <char>(std::ostream&)": "operator<< <char>",
    "a b c": "a b c", "x+0x5y": "x+0x5y", "sys_read": "sys_read",
    "Ljava/lang/String;::of": "Ljava/lang/String:::of",
    "do_idle": "do_idle", "ü": "ü", "lambda#1": "lambda#1",
    "f.part.0": "f.part.0", "10 20": "10 20", "[unknown]": None,
}
# Each with what stands for a function in it that has no symbol.
MODULES = {
    "/bin/a": "[a]", "/usr/lib/libc.so.6": "[libc.so.6]",
    "[kernel.kallsyms]": "[[kernel.kallsyms]]", "[vdso]": "[[vdso]]",
    "/tmp/my prog": "[my prog]", "/tmp/perf-12.map": "[perf-12.map]",
    "[unknown]": "[unknown]", "/tmp/gone.so (deleted)": "[gone.so]",
}
EVENTS = ["cycles", "cycles:u", "cpu-clock:pppH", "sched:sched_switch",
          "cpu/event=0x3c,umask=0x0,name=a:b/Pu", "raw 0x1a8",
          "instructions:u", "page-faults/call-graph=no/", "page-faults:k"]
RECORDS = ["COMM: perf-exec:18891/18891", "COMM exec: a b:1/1",
           "FORK(18891:18893):(18891:18891)", "EXIT(1:1):(1:1)",
           "MMAP2 1/1: [0x55a6586b3000(0x8000) @ 0 fe:00 17 1]: r--p /a b",
           "SWITCH OUT", "LOST lost 12"]
# What perf prints in place of the blank line behind the frames, if it is asked
# for more than these; the last comes behind a blank line.
TAILS = {
    "blank": [""],
    "branches": [" 0x55a1/0x55b2/P/-/-/3  0x7f01/0x55a0/M/-/-/0 "],
    "registers": [" ABI:2    AX:0x0    BX:0x7ffd12345678    CX:0xdead "],
    "source": ["", "|12       return f(x);"],
}
# Left behind in chains by older perf; they are no frames.
MARKERS = ["ffffffffffffff80", "fffffffffffffe00"]


def main():
    seed, text_path, model_path = sys.argv[1:]
    rng = random.Random(int(seed))
    fields = choose_fields(rng)
    crlf = rng.random() < 0.1
    folded = defaultdict(Counter)
    lines = []
    if rng.random() < 0.5:
        add_comment(lines)
    for _ in range(rng.randrange(1, 60)):
        if rng.random() < fields["records"]:
            add_record(rng, fields, lines)
        if rng.random() < 0.01:
            add_comment(lines)  # two files in one
        add_sample(rng, fields, lines, folded)
    if rng.random() < 0.3 and lines[-1] == "":
        lines.pop()  # the last blank line is cut off
    end = "\r\n" if crlf else "\n"
    with open(text_path, "w", encoding="utf-8", newline="") as out:
        out.write(end.join(lines) + end)
    with open(model_path, "w", encoding="utf-8", newline="") as out:
        best = folded[best_of(fields["seen"])]
        for stack in sorted(best, key=lambda s: s.encode()):
            out.write(f"{stack} {best[stack]}\n")


def choose_fields(rng):
    events = rng.sample(EVENTS, rng.choice([1, 1, 2, 4]))
    return {
        "pid": rng.choice(["tid", "pid/tid"]),
        "cpu": rng.random() < 0.5,
        "period": rng.random() < 0.7,
        "offset": rng.random() < 0.8,
        "misc": rng.random() < 0.1,
        "tod": rng.random() < 0.1,
        "guest": rng.random() < 0.1,
        "srcline": rng.random() < 0.15,
        # without call chains everything is on one line, or not even asked for
        "lines": rng.choice(["chain", "chain", "chain", "one", "none"]),
        "tail": rng.choice(["blank", "blank", "blank"] + list(TAILS)),
        "records": rng.choice([0, 0, 0.1, 0.5]),
        "cut": rng.choice([0, 0, 0.1]),
        "events": events,
        "seen": {},  # each event's samples, in the order of their first
    }


def add_comment(lines):
    lines.extend(["# ========", "# captured on: today", "# ========", "#"])


def start_of_line(rng, comm, fields):
    pid, tid = rng.randrange(1, 99999), rng.randrange(1, 99999)
    start = f"VM:{pid:5d} VCPU:{rng.randrange(8):03d} " if fields["guest"] else ""
    # right-aligned where no frames follow
    start += comm if fields["lines"] == "chain" else f"{comm:>16}"
    start += f" {pid:5d}/{tid:<5d} " if fields["pid"] == "pid/tid" else f" {tid:5d} "
    if fields["cpu"]:
        start += f"[{rng.randrange(64):03d}] "
    if fields["misc"]:
        start += f"{rng.choice(['K', 'U', 'H', 'G', 'g', 'Up']):6} "
    if fields["tod"]:
        start += "2026-11-21 01:42:28.233064 "
    time = f"{rng.randrange(10**5)}.{rng.randrange(10**6):06d}:"
    return f"{start}{time:>13} "


def add_record(rng, fields, lines):
    start = start_of_line(rng, rng.choice(COMMS), fields)
    lines.append(f"{start}PERF_RECORD_{rng.choice(RECORDS)}")


def add_sample(rng, fields, lines, folded):
    comm = rng.choice(COMMS)
    period = rng.choice([1, rng.randrange(1, 10**7)])
    event = rng.choice(fields["events"])
    header = start_of_line(rng, comm, fields)
    if fields["period"]:
        header += f"{period:10d} "
    else:
        period = 1
    width = max(map(len, fields["events"]))
    header += f"{event:>{width}}: "
    frames = []
    if fields["lines"] == "chain":
        if event.startswith("sched:"):
            header += " prev_comm=sh prev_pid=24017 ==> next_comm=a b next_pid=1"
        lines.append(header)
        for _ in range(rng.choice([0, 1, 2, 3, 8, 30])):
            frames += add_frame(rng, comm, fields, lines)
        if rng.random() >= fields["cut"]:
            lines.extend(TAILS[fields["tail"]])
    elif fields["lines"] == "one":
        text, name = one_frame(rng, comm, fields)
        after = TAILS[fields["tail"]][-1] if fields["tail"] in (
            "branches", "registers") else ""
        lines.append(f"{header} {text}{after}")
        frames.append(name)
    else:
        lines.append(header)
    fields["seen"][event] = fields["seen"].get(event, 0) + 1
    # leaf first in the text, root first in what comes of it; the process name
    # is the root, with blanks as underlines
    stack = [comm.replace(" ", "_")] + frames[::-1]
    folded[event][";".join(stack)] += period


def best_of(seen):
    """The event that is folded: by rank, most samples, first in the text."""
    return min(seen, key=lambda event: (rank(event), -seen[event]))


def rank(event):
    if re.match(r"(cpu/)?cycles\b", event):
        return 0
    for i, name in enumerate(["cpu-clock", "instructions"]):
        if event.startswith(name):
            return i + 1
    hardware = event.startswith(("cpu/", "raw"))
    return 3 if hardware else 4


def shown(symbol, module, comm):
    name = SYMBOLS[symbol] or MODULES[module]
    # Java's descriptors lose their L where the code may be Java's
    if "/" in name and (comm.startswith("java") or "perf-12.map" in module):
        name = name.removeprefix("L")
    return name


def some_address(rng):
    return rng.choice([rng.randrange(1, 2**47),
                       0xFFFFFFFF81000000 + rng.randrange(2**24)])


def with_offset(rng, symbol, fields):
    if fields["offset"] and symbol != "[unknown]":
        return f"{symbol}+0x{rng.randrange(4096):x}"
    return symbol


def one_frame(rng, comm, fields):
    symbol, module = rng.choice(list(SYMBOLS)), rng.choice(list(MODULES))
    text = with_offset(rng, symbol, fields)
    return (f"{some_address(rng):16x} {text} ({module})",
            shown(symbol, module, comm))


def add_frame(rng, comm, fields, lines):
    """A line of the chain, with those inlined into it before: their names."""
    if rng.random() < 0.02:
        lines.append(f"\t{rng.choice(MARKERS)} [unknown] ([unknown])")
        return []
    text, name = one_frame(rng, comm, fields)
    names = []
    while rng.random() < 0.1:
        names.append(add_inlined(rng, comm, text[:16], fields, lines))
    lines.append(f"\t{text}")
    if fields["srcline"]:
        lines.extend(rng.choice([[], ["  ??:0"], ["  main.c:12"],
                                 ["  a b.c:7"], ["  be ef.so[1a]"],
                                 ["  libc-2.33.so[27b25]"]]))
    return names + [name]


def add_inlined(rng, comm, address, fields, lines):
    symbol = rng.choice([s for s in SYMBOLS if s != "[unknown]"])
    text = f"\t{address} {with_offset(rng, symbol, fields)}"
    if fields["srcline"]:
        # the mark stands behind the place, and there is no module
        place = rng.choice(["main.h:7", "fa de.h:9 (discriminator 2)"])
        lines.extend([text, f"  {place} (inlined)"])
    else:
        lines.append(f"{text} (inlined)")
    return shown(symbol, "(inlined)", comm)


if __name__ == "__main__":
    main()
