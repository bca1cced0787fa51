#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""perf_model.py SEED FILE MODEL: writes random `perf script` text to FILE, from
the grammar of what perf prints, and what must come of it to MODEL.

The model does not read the text: it folds the samples that the text was made
from, slowly and by the plain rules. So it shares nothing with the reader, not
even an idea of how a line is taken apart.
"""
import random
import sys
from collections import Counter

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
          "cpu/event=0x3c,umask=0x0,name=a:b/Pu", "raw 0x1a8"]


def main():
    seed, text_path, model_path = sys.argv[1:]
    rng = random.Random(int(seed))
    event = rng.choice(EVENTS)
    fields = {
        "pid": rng.choice(["tid", "pid/tid"]),
        "cpu": rng.random() < 0.5,
        "period": rng.random() < 0.7,
        "offset": rng.random() < 0.8,
    }
    crlf = rng.random() < 0.1
    folded = Counter()
    lines = []
    if rng.random() < 0.5:
        lines += ["# ========", "# captured on: today", "# ========", "#"]
    for _ in range(rng.randrange(1, 60)):
        add_sample(rng, event, fields, lines, folded)
    if rng.random() < 0.3 and lines[-1] == "":
        lines.pop()  # the last blank line is cut off
    end = "\r\n" if crlf else "\n"
    with open(text_path, "w", encoding="utf-8", newline="") as out:
        out.write(end.join(lines) + end)
    with open(model_path, "w", encoding="utf-8", newline="") as out:
        for stack in sorted(folded, key=lambda s: s.encode()):
            out.write(f"{stack} {folded[stack]}\n")


def add_sample(rng, event, fields, lines, folded):
    comm = rng.choice(COMMS)
    pid, tid = rng.randrange(1, 99999), rng.randrange(1, 99999)
    period = rng.choice([1, rng.randrange(1, 10**7)])
    number = f"{pid:5d}/{tid:<5d}" if fields["pid"] == "pid/tid" else f"{tid:5d}"
    cpu = f"[{rng.randrange(64):03d}] " if fields["cpu"] else ""
    time = f"{rng.randrange(10**5)}.{rng.randrange(10**6):06d}:"
    header = f"{comm} {number} {cpu}{time:>13} "
    if fields["period"]:
        header += f"{period:10d} "
    else:
        period = 1
    lines.append(f"{header}{event}: ")
    frames = []
    for _ in range(rng.choice([0, 1, 2, 3, 8, 30])):
        frames.append(add_frame(rng, comm, fields, lines))
    lines.append("")
    # leaf first in the text, root first in what comes of it; the process name
    # is the root, with blanks as underlines
    stack = [comm.replace(" ", "_")] + frames[::-1]
    folded[";".join(stack)] += period


def add_frame(rng, comm, fields, lines):
    symbol, module = rng.choice(list(SYMBOLS)), rng.choice(list(MODULES))
    address = rng.choice([rng.randrange(1, 2**47),
                          0xFFFFFFFF81000000 + rng.randrange(2**24)])
    offset = ""
    if fields["offset"] and symbol != "[unknown]":
        offset = f"+0x{rng.randrange(4096):x}"
    lines.append(f"\t{address:16x} {symbol}{offset} ({module})")
    name = SYMBOLS[symbol] or MODULES[module]
    # Java's descriptors lose their L where the code may be Java's
    if "/" in name and (comm.startswith("java") or "perf-12.map" in module):
        name = name.removeprefix("L")
    return name


if __name__ == "__main__":
    main()
