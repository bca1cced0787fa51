#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures perf.data read directly beside perf script piped into a folder.

usage: perfdata.py --fg DIR --inferno DIR [--work DIR] [--mb N] [--report FILE]

Rows: a generated recording of N MB (default 300; frame pointers, depth 10 to
45, 20,000 distinct stacks in functions of fg and of libc), and recordings of
fg-collapse itself, made here with -g and with --call-graph dwarf. Processor
time (user and system, of all processes of a pipe) is compared, because wall
time depends on what else runs; each command runs once. What `perf script |
fg-collapse` folds is compared with what fg-collapse folds directly.
"""
import argparse
import os
import platform
import random
import re
import resource
import struct
import subprocess
import sys
import time
from pathlib import Path

USER = 2 ** 64 - 512
SAMPLE_TYPE = 1 | 2 | 4 | 32 | 256  # IP TID TIME CALLCHAIN PERIOD


def functions(path):
    """Offset and size of each function in the file, and of its code."""
    elf = Path(path).read_bytes()
    phoff, = struct.unpack_from("<Q", elf, 32)
    size, count = struct.unpack_from("<HH", elf, 54)
    loads = [struct.unpack_from("<IIQQQQ", elf, phoff + i * size)
             for i in range(count)]
    code = next(l for l in loads if l[0] == 1 and l[1] & 1)
    shift = code[2] - code[3]
    text = subprocess.run(["nm", "-S", "--defined-only", path],
                          capture_output=True, text=True).stdout or \
        subprocess.run(["nm", "-DS", "--defined-only", path],
                       capture_output=True, text=True).stdout
    found = {(int(a, 16) + shift, int(n, 16)) for a, n in
             re.findall(r"^(\w+) (\w+) [tT] ", text, re.M)}
    return [f for f in sorted(found) if f[1] >= 32], (code[2], code[5])


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def text(s):
    b = s.encode() + b"\0"
    return b + b"\0" * (-len(b) % 8)


def generate(path, size, binaries):
    """A recording of one process that maps all of the binaries."""
    rnd, sites, maps = random.Random(7), [], []
    for i, binary in enumerate(binaries):
        base, (found, code) = 0x500000000000 + i * 2 ** 32, functions(binary)
        start, end = code[0] & ~4095, code[0] + code[1] + 4095 & ~4095
        body = struct.pack("<IIQQQIIQQII", 1, 1, base + start, end - start,
                           start, 8, 1, i + 1, 0, 5, 2) + text(str(binary))
        maps.append(record(10, 2, body + struct.pack("<IIQ", 1, 1, 2)))
        sites += [base + at + rnd.randrange(5, n) for at, n in found]
    stacks = []
    for _ in range(20000):
        chain = [USER] + rnd.choices(sites, k=rnd.randint(10, 45))
        stacks.append(struct.pack(f"<Q{len(chain) + 1}Q", 1000000,
                                  len(chain), *chain))
    flags = 1 << 8 | 1 << 9 | 1 << 10 | 1 << 18
    attr = struct.pack("<IIQQQQQ", 1, 128, 0, 1000000, SAMPLE_TYPE, 0, flags)
    attr = attr.ljust(128, b"\0")
    comm = struct.pack("<II", 1, 1) + text("made") + struct.pack("<IIQ", 1, 1, 1)
    with open(path, "wb") as f:
        f.write(b"\0" * 248 + record(3, 0, comm) + b"".join(maps))
        now = 10
        while f.tell() < size:
            part = []
            for _ in range(4000):
                now += 1000
                body = stacks[int(rnd.random() ** 2 * len(stacks))]
                part.append(record(9, 2, struct.pack(
                    "<QIIQ", struct.unpack_from("<Q", body, 24)[0], 1, 1,
                    now) + body))
            f.write(b"".join(part) + record(68, 0, b""))
        data = f.tell() - 248
        f.seek(0)
        f.write(b"PERFILE2" + struct.pack("<12Q", 104, 144, 104, 144, 248,
                                          data, 0, 0, 0, 0, 0, 0))
        f.write(attr + struct.pack("<QQ", 104, 0))


def cost(command, out):
    """Processor seconds and wall seconds of a shell's pipe."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    with open(out, "wb") as f:
        subprocess.run(["sh", "-c", command], stdout=f,
                       stderr=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime
            - before.ru_stime, time.time() - start)


def lines(path):
    return {line for line in Path(path).read_bytes().splitlines()
            if not line.startswith(b"# fg")}


class Bench:
    def __init__(self, args):
        self.fg = f"{Path(args.fg).resolve()}/fg-collapse"
        self.inferno = f"{args.inferno}/inferno-collapse-perf"
        self.work = Path(args.work)
        self.rows = []

    def row(self, title, data, inlines=False):
        ours, text_path, peer = (self.work / name
                                 for name in ("ours", "text", "peer"))
        keep = "" if inlines else "--no-inline"
        direct = "" if inlines else "--inline no"
        script = f"perf script {keep} -i {data}"
        a = cost(f"{self.fg} -q {direct} {data}", ours)
        b = cost(f"{script} | {self.fg} -q", text_path)
        c = cost(f"{script} | {self.inferno}", peer)
        one, two = lines(ours), lines(text_path)
        said = f"equal ({len(one):,} lines)" if one == two else \
            f"{len(one - two):,} / {len(two - one):,} of {len(one):,} differ"
        self.rows.append(
            f"| {title} | {os.path.getsize(data) / 1e6:,.1f} MB | "
            f"{a[0]:.2f} s | {b[0]:.2f} s | {b[0] / a[0]:.1f} x | "
            f"{c[0]:.2f} s | {c[0] / a[0]:.1f} x | {said} |")
        print(self.rows[-1], file=sys.stderr, flush=True)

    def record(self, name, options, text_input):
        data = self.work / name
        subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", *options,
                        "-o", data, "--", "sh", "-c",
                        f"for i in 1 2 3 4; do {self.fg} -q -j1 {text_input} "
                        ">/dev/null; done"], capture_output=True)
        return data


def report(rows):
    cpu = re.search(r"model name\s*: (.*)",
                    Path("/proc/cpuinfo").read_text())
    perf = subprocess.run(["perf", "--version"], capture_output=True,
                          text=True).stdout.strip()
    return "\n".join([
        "# Benchmarks: perf.data", "",
        "Written by `./dev bench perfdata`; see `tests/bench/perfdata.py` for "
        "how.", "",
        f"- {perf}; {cpu.group(1) if cpu else platform.machine()}, "
        f"{os.cpu_count()} processors, Linux {platform.release()}",
        "- processor time, user and system, of all processes of a pipe; one "
        "run each", "",
        "| recording | size | fg-collapse | perf script \\| fg-collapse | "
        "less | perf script \\| inferno-collapse-perf | less | output |",
        "|---|--:|--:|--:|--:|--:|--:|---|", *rows, "", NOTES])


NOTES = """The output is that of `fg-collapse` beside that of `perf script | fg-collapse`.
With inlined functions they differ on purpose: perf 6.1 gives the innermost
inlined function the name of the one that contains it, and shows none at all in
chains of frame pointers; see [PERFDATA.md](PERFDATA.md).
"""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--fg", required=True)
    parser.add_argument("--inferno", required=True)
    parser.add_argument("--work", default="build/bench")
    parser.add_argument("--mb", type=int, default=300)
    parser.add_argument("--report")
    args = parser.parse_args()
    bench = Bench(args)
    bench.work.mkdir(parents=True, exist_ok=True)
    made = bench.work / "made.data"
    libc = subprocess.run(["cc", "-print-file-name=libc.so.6"],
                          capture_output=True, text=True).stdout.strip()
    generate(made, args.mb * 1e6, [f"{Path(args.fg).resolve()}/fg-collapse",
                                   f"{Path(args.fg).resolve()}/fg-render",
                                   Path(libc).resolve()])
    bench.row("generated, -g", made)
    folded = bench.work / "made.folded"
    cost(f"perf script --no-inline -i {made} | head -c 100000000", folded)
    bench.row("own, -g", bench.record("own.data", ["-F", "9999", "-g"], folded))
    dwarf = bench.record("dwarf.data", ["-F", "4999", "--call-graph",
                                        "dwarf,16384"], folded)
    bench.row("own, --call-graph dwarf, no inlined functions", dwarf)
    bench.row("own, --call-graph dwarf, inlined functions", dwarf, True)
    text = report(bench.rows)
    print(text)
    if args.report:
        Path(args.report).write_text(text)


if __name__ == "__main__":
    main()
