#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures fg beside inferno: same input, same machine, runs in turn.

usage: bench.py --fg DIR --tools DIR --inferno DIR [--inferno-version V]
                [--work DIR] [--runs N] [--only WORD] [--full]
                [--recording FILE] [--report FILE]

Each row is timed as a whole process: one run of each that is not counted,
then N of each in turn; the medians of the wall time, the processor time and
the peak memory are kept. Both write to a file; both use their default threads. What they
wrote is compared, and what differs is said. --tools is where `generate` and
`measure` were built.

--full adds what takes minutes: 10 GB through a pipe, and how cost grows.
--recording adds `perf script` text of your own, plain or .zst.
"""
import argparse
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path


class Run:
    """What one run of a command cost."""

    def __init__(self, wall, megabytes, status, processor):
        self.wall, self.megabytes, self.status = wall, megabytes, status
        self.processor = processor


def run(command, measure, pipe=None, out=os.devnull):
    """Runs a command once; `pipe` is a command whose output it reads."""
    feeder = subprocess.Popen(pipe, stdout=subprocess.PIPE) if pipe else None
    shell = 'exec "$@" 3>&1 >"$OUT" 2>/dev/null'
    done = subprocess.run(["sh", "-c", shell, "sh", measure, *command],
                          stdin=feeder.stdout if feeder else subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, check=True,
                          env={**os.environ, "OUT": out})
    if feeder:
        feeder.stdout.close()
        feeder.wait()
    wall, kilobytes, status, processor = done.stdout.split()
    return Run(float(wall), int(kilobytes) / 1024, int(status),
               float(processor))


def in_turn(commands, runs, measure, pipe=None):
    """Medians for each command, run one after the other, `runs` times."""
    kept = [[] for _ in commands]
    for turn in range(runs + 1):
        for i, (command, out) in enumerate(commands):
            result = run(command, measure, pipe, out)
            if result.status != 0:
                sys.exit(f"{shlex.join(command)}: exit {result.status}")
            if turn > 0:
                kept[i].append(result)
    return [Run(statistics.median(r.wall for r in results),
                statistics.median(r.megabytes for r in results), 0,
                statistics.median(r.processor for r in results))
            for results in kept]


def compare_folded(ours, theirs):
    """Sorted lines of both: how many stand in one only."""
    a, b = (set(Path(p).read_bytes().splitlines()) for p in (ours, theirs))
    if a == b:
        return f"equal ({len(a):,} lines)"
    return f"{len(a - b):,} / {len(b - a):,} of {len(a):,} lines differ"


def total(path):
    return sum(int(line.rsplit(b" ", 1)[1])
               for line in Path(path).read_bytes().splitlines())


def compare_perf(ours, theirs):
    said = compare_folded(ours, theirs)
    a, b = total(ours), total(theirs)
    return said + (", same sum" if a == b else f", sums {a:,} and {b:,}")


TITLE = re.compile(rb"<title>([^<]* \([0-9,]+ samples, [0-9.]+%\))</title>")


def compare_svg(ours, theirs):
    """Titles of the static frames that both draw."""
    a, b = (set(TITLE.findall(Path(p).read_bytes())) for p in (ours, theirs))
    missing = len(b - a)
    return f"{len(a & b):,} frames alike, {missing:,} of the peer's missing"


class Bench:
    """The rows, and where their input is."""

    def __init__(self, args):
        self.args = args
        self.work = Path(args.work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.rows = []

    def tool(self, name):
        return str(Path(self.args.tools) / name)

    def ours(self, tool):
        return str(Path(self.args.fg) / f"fg-{tool}")

    def peer(self, tool):
        return str(Path(self.args.inferno) / f"inferno-{tool}")

    def make(self, name, *words):
        """A generated input; made once."""
        path = self.work / name
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as out:
                subprocess.run([self.tool("generate"), *map(str, words)],
                               stdout=out, check=True)
            part.rename(path)
        return str(path)

    def sorted(self, name):
        """`name`.folded as fg-collapse writes it; made once."""
        path = self.work / f"{name}.sorted"
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as out:
                subprocess.run([self.ours("collapse"), "-q", "--no-header",
                                self.work / f"{name}.folded"],
                               stdout=out, check=True)
            part.rename(path)
        return str(path)

    def unpack(self, name, source, times=1):
        """`source` (.zst), unpacked so many times in a row; made once."""
        path = self.work / name
        if not path.exists():
            part = path.with_suffix(".part")
            with open(part, "wb") as out:
                for _ in range(times):
                    command = ["zstd", "-dc", source] if source.endswith(
                        ".zst") else ["cat", source]
                    subprocess.run(command, stdout=out, check=True)
            part.rename(path)
        return str(path)

    def row(self, title, ours, theirs, compare, size, pipe=None):
        if self.args.only and self.args.only not in title:
            return
        a, b = str(self.work / "ours.out"), str(self.work / "peer.out")
        print(f"{title} ...", file=sys.stderr, flush=True)
        fg, peer = in_turn([(ours, a), (theirs, b)], self.args.runs,
                           self.tool("measure"), pipe)
        said = compare(a, b)
        size = f"{os.path.getsize(size) / 1e6:,.1f} MB"
        self.rows.append((title, size, fg, peer, said))
        print(f"  fg {fg.wall:.3f} s {fg.megabytes:.0f} MB, inferno "
              f"{peer.wall:.3f} s {peer.megabytes:.0f} MB: "
              f"{peer.wall / fg.wall:.1f} times as fast, processor time "
              f"{fg.processor:.3f} s and {peer.processor:.3f} s; {said}",
              file=sys.stderr, flush=True)

    def perf_row(self, title, path, pipe=None):
        files = [] if pipe else [path]
        self.row(title, [self.ours("collapse"), *files],
                 [self.peer("collapse-perf"), *files],
                 compare_perf, path, pipe)


def main_rows(bench):
    """What ./dev bench measures every time."""
    fixture = str(Path(__file__).resolve().parents[2] /
                  "fixtures/bench/system.txt.zst")
    recorded = bench.unpack("recorded.txt", fixture, 3)
    generated = bench.make("generated.txt", "perf", 300)
    bench.perf_row("perf, recorded, file", recorded)
    bench.perf_row("perf, recorded, pipe", recorded, pipe=["cat", recorded])
    bench.perf_row("perf, generated, file", generated)
    if bench.args.recording:
        own = bench.unpack("own.txt", bench.args.recording)
        bench.perf_row("perf, own recording", own)
    render_rows(bench)
    diff_rows(bench)
    start_rows(bench, recorded)


def render_rows(bench):
    render, peer = bench.ours("render"), bench.peer("flamegraph")
    static = [render, "--no-javascript", "--minwidth", "0.01%"]
    for name, count in (("shallow", 1000000), ("deep", 100000)):
        path = bench.make(f"{name}.folded", name, count)
        bench.row(f"render, {name}, static picture", static + [path],
                  [peer, path], compare_svg, path)
        bench.row(f"render, {name}, whole tree in it", [render, path],
                  [peer, path], compare_svg, path)
        path = bench.sorted(name)
        bench.row(f"render, {name}, sorted, whole tree in it",
                  [render, path], [peer, path], compare_svg, path)
    path = bench.make("tree.folded", "tree", 200000)
    bench.row("render, 200,000 frames, all of them",
              [render, path], [peer, "--minwidth", "0", path],
              compare_svg, path)


def diff_rows(bench):
    after = bench.make("deep.folded", "deep", 100000)
    before = bench.make("before.folded", "deep", 90000)
    bench.row("diff, 90,000 against 100,000 stacks",
              [bench.ours("diff"), "-q", before, after],
              [bench.peer("diff-folded"), before, after],
              compare_folded, after)
    bench.make("shallow.folded", "shallow", 1000000)
    bench.make("sparse.folded", "shallow", 900000)
    for kind, a, b in (("deep", "before", "deep"),
                       ("shallow", "sparse", "shallow")):
        after = bench.sorted(b)
        bench.row(f"diff, {kind}, sorted",
                  [bench.ours("diff"), "-q", "--no-header", bench.sorted(a),
                   after],
                  [bench.peer("diff-folded"), bench.sorted(a), after],
                  compare_folded, after)


def start_rows(bench, recorded):
    small = bench.work / "small.txt"
    text = Path(recorded).read_bytes()[:10000]
    small.write_bytes(text[:text.rfind(b"\n\n") + 2])
    few = bench.work / "few.folded"
    deep = bench.make("deep.folded", "deep", 100000)
    with open(deep, "rb") as lines:
        few.write_bytes(b"".join(line for line, _ in zip(lines, range(1000))))
    bench.perf_row("start: perf, 10 kB", str(small))
    bench.row("start: render, 1,000 lines", [bench.ours("render"), str(few)],
              [bench.peer("flamegraph"), str(few)], compare_svg, few)


def growth(bench):
    """Time and memory of ours alone, as the input grows."""
    rows = []

    def measure(title, size, command, pipe=None):
        print(f"{title} {size} ...", file=sys.stderr, flush=True)
        result = run(command, bench.tool("measure"), pipe)
        rows.append((title, size, result))

    collapse, render = bench.ours("collapse"), bench.ours("render")
    for gigabytes in (1, 2, 5, 10):
        measure("perf text through a pipe, 50,000 stacks",
                f"{gigabytes} GB", [collapse],
                pipe=[bench.tool("generate"), "repeat",
                      str(gigabytes * 1000)])
    for millions in (1, 2, 5, 10):
        measure("distinct stacks", f"{millions} M",
                [collapse, bench.make(f"s{millions}.folded", "shallow",
                                      millions * 1000000)])
    for kind in ("wide", "tower"):
        for count in (250000, 500000, 1000000):
            path = bench.make(f"{kind}{count}.folded", kind, count)
            measure(f"draw {kind}", f"{count:,} frames", [render, path])
    return rows


def version(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return (done.stdout or done.stderr).splitlines()[0].strip()


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def report(bench, grown):
    out = ["# Benchmarks", "",
           "Written by `./dev bench`; see `tests/bench/bench.py` for how.",
           "", f"- {version([bench.ours('collapse'), '--version'])}, "
           f"inferno {bench.args.inferno_version}",
           f"- {processor()}, {os.cpu_count()} processors, "
           f"{platform.system()} {platform.release()}, "
           f"{version(['cc', '--version'])}",
           f"- medians of {bench.args.runs} runs in turn, whole processes, "
           "default threads; processor: how much less user and "
           "system time", "",
           "| work | input | fg | inferno | faster | processor | fg memory | "
           "inferno memory | output |",
           "|---|--:|--:|--:|--:|--:|--:|--:|---|"]
    for title, size, fg, peer, said in bench.rows:
        out.append(f"| {title} | {size} | {fg.wall:.3f} s | "
                   f"{peer.wall:.3f} s | {peer.wall / fg.wall:.1f} x | "
                   f"{peer.processor / fg.processor:.1f} x | "
                   f"{fg.megabytes:.0f} MB | {peer.megabytes:.0f} MB | "
                   f"{said} |")
    if grown:
        out += ["", "## How cost grows", "",
                "| work | size | time | memory |", "|---|--:|--:|--:|"]
        out += [f"| {title} | {size} | {r.wall:.2f} s | "
                f"{r.megabytes:.0f} MB |" for title, size, r in grown]
    out += ["", NOTES]
    return "\n".join(out)


NOTES = """## Where the outputs differ

Lines that differ in perf text come from what fg does right on purpose: names
in anonymous namespaces, `operator()`, template arguments with parentheses,
`[vdso]`, samples without a frame, and full event names (see FORMATS.md).
inferno draws one function twice where a name that is a beginning of another
sorts between (`f1 5`, `f10;a 1`, `f1;b 2`); those frames count as missing. It
drops frames narrower than 0.01 % from the file for good; fg's default
file holds the whole tree, so its rows "whole tree in it" write more, and are
compared by the 1,500 widest frames, which it draws for those without script.
"""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--fg", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--inferno", required=True)
    parser.add_argument("--inferno-version", default="(version unknown)")
    parser.add_argument("--work", default="build/bench")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--recording")
    parser.add_argument("--report")
    bench = Bench(parser.parse_args())
    main_rows(bench)
    text = report(bench, growth(bench) if bench.args.full else [])
    print(text)
    if bench.args.report and not bench.args.only:
        Path(bench.args.report).write_text(text)


if __name__ == "__main__":
    main()
