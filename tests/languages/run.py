#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares perf.data read directly with `perf script`, language by language.

usage: run.py [--work DIR] [--only WORD] [--again] FG_COLLAPSE

Builds a program in each language whose compiler is there, records it in
several ways for about a second each, and folds each recording twice:

    fg-collapse --inline no perf.data
    perf script --no-inline | fg-collapse

Prints a table: samples, the share of their weight whose stack is another one,
and the pairs of frames that differ most (perf script's, then ours). All that
differs is in DIR/LANGUAGE-WAY.diff. --again folds what was recorded before.
Judge what differs with llvm-symbolizer: doc/PERFDATA.md has the findings.
"""
import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "programs"
JDK = Path(shutil.which("javac") or "/").resolve().parents[1]

# name: how it is built, in DIR, and how it is run
LANGUAGES = {
    "c": ("cc -O2 -g -fno-omit-frame-pointer -o c {src}/work.c -lm -lpthread",
          "./c"),
    "c-frameless": ("cc -O2 -g -o c-frameless {src}/work.c -lm -lpthread",
                    "./c-frameless"),
    "c-stripped": ("cc -O2 -s -o c-stripped {src}/work.c -lm -lpthread",
                   "./c-stripped"),
    "c-32": ("cc -m32 -O2 -g -fno-omit-frame-pointer -o c-32 {src}/work.c "
             "-lm -lpthread", "./c-32"),
    "c++": ("c++ -O2 -g -fno-omit-frame-pointer -o c++ {src}/work.cc "
            "-lpthread", "./c++"),
    "rust": ("rustc -O -g -C force-frame-pointers=yes -o rust {src}/work.rs",
             "./rust"),
    "go": ("go build -o go-work {src}/work.go", "./go-work"),
    "node": ("true", "node --perf-basic-prof --interpreted-frames-native-stack"
             " {src}/work.js"),
    "node-jitdump": ("true", "node --perf-prof {src}/work.js"),
    "java": ("javac -d . {src}/Work.java",
             "java -XX:+PreserveFramePointer -XX:+UnlockDiagnosticVMOptions "
             "-XX:+DumpPerfMapAtExit Work"),
    "java-jitdump": ("javac -d . {src}/Work.java && cc -O2 -shared -fPIC "
                     "-I{jdk}/include -I{jdk}/include/linux -o jitdump.so "
                     "{src}/java_agent.c",
                     "java -XX:+PreserveFramePointer "
                     "-agentpath:./jitdump.so Work"),
    "python": ("true", "{python} -X perf {src}/work.py"),
    "python-jitdump": ("{python} -X perf_jit -c pass",
                       "{python} -X perf_jit {src}/work.py"),
}

# name: options of perf record, options of fg-collapse
WAYS = {
    "fp": (["-g"], []),
    "dwarf": (["--call-graph", "dwarf,16384"], []),
    "events": (["-g", "-e", "cpu-clock,page-faults,context-switches"],
               ["--event", "all"]),
    "pipe": (["-g", "-o", "-"], []),
    "zstd": (["-g", "-z"], []),
    "threads": (["-g", "--threads"], []),
    "sched": (["-g", "-e", "cpu-clock,sched:sched_switch"],
              ["--event", "all"]),
}


def python():
    """The newest that can write a map for perf."""
    found = [f"python3.{minor}" for minor in range(20, 11, -1)]
    for name in [os.environ.get("PYTHON", "python3"), *found]:
        done = subprocess.run([name, "-X", "perf", "-c", "import sys; sys.exit"
                               "(sys.version_info < (3, 12))"],
                              stdin=subprocess.DEVNULL, capture_output=True) \
            if shutil.which(name) else None
        if done and done.returncode == 0:
            return name
    return "python3"


class Matrix:
    def __init__(self, args):
        self.fg = str(Path(args.fg).resolve())
        self.work = Path(args.work).resolve()
        self.again = args.again
        self.words = {"src": HERE, "jdk": JDK, "python": python()}

    def build(self, language):
        self.work.mkdir(parents=True, exist_ok=True)
        if self.again:
            return True
        command = LANGUAGES[language][0].format(**self.words)
        done = subprocess.run(command, shell=True, cwd=self.work,
                              capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{language}: cannot build: {done.stderr[-300:]}",
                  file=sys.stderr)
        return done.returncode == 0

    def record(self, language, way):
        """The recording, named like its language and way; made once."""
        data = self.work / f"{language}-{way}.data"
        if self.again:
            return data if data.exists() else None
        if data.is_dir():
            shutil.rmtree(data)
        words = ["perf", "record", "-q", "-F", "499", "-k", "mono"]
        options = WAYS[way][0]
        if "-e" not in options:
            words += ["-e", "cpu-clock"]
        out = None
        if "-o" in options:
            out = open(data, "wb")
        else:
            options = options + ["-o", str(data)]
        program = LANGUAGES[language][1].format(**self.words).split()
        environment = {**os.environ, "JITDUMPDIR": str(self.work)}
        done = subprocess.run([*words, *options, "--", *program],
                              cwd=self.work, env=environment, stdout=out or
                              subprocess.DEVNULL, stderr=subprocess.PIPE)
        if not data.exists() or done.returncode < 0:
            print(done.stderr.decode(), file=sys.stderr)
            return None
        return data

    def text_of(self, language, data):
        """What perf script is to read: with code of jit dumps as files."""
        if "jitdump" not in language or data.is_dir():
            return data
        injected = data.with_suffix(".injected")
        if not self.again:
            subprocess.run(["perf", "inject", "--jit", "-i", data, "-o",
                            injected], cwd=self.work, capture_output=True)
        whole = injected.exists() and injected.stat().st_size > 0
        return injected if whole else data

    def fold(self, command):
        done = subprocess.run(command, shell=True, cwd=self.work,
                              capture_output=True)
        stacks = collections.Counter()
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            if line.startswith("# fg"):
                continue
            stack, _, weight = line.rpartition(" ")
            stacks[stack] += int(weight)
        return stacks, done.stderr.decode()

    def compare(self, language, way):
        data = self.record(language, way)
        if not data:
            return None
        options = " ".join(WAYS[way][1])
        ours, said = self.fold(f"{self.fg} --inline no {options} {data}")
        text = self.text_of(language, data)
        theirs, _ = self.fold(f"perf script --no-inline -i {text} | "
                              f"{self.fg} -q {options}")
        only_ours, only_theirs = ours - theirs, theirs - ours
        with open(data.with_suffix(".diff"), "w") as out:
            out.write(said)
            for name, stacks in (("perf", only_theirs), ("fg", only_ours)):
                for stack in sorted(stacks):
                    out.write(f"{name:4} {stacks[stack]:12} {stack}\n")
        return ours, theirs, only_ours, only_theirs


def pairs(only_ours, only_theirs):
    """Frames that differ, in stacks of one depth and weight that are alike."""
    found = collections.Counter()
    shapes = collections.defaultdict(list)
    for stack, weight in only_ours.items():
        frames = stack.split(";")
        shapes[len(frames), weight].append(frames)
    for stack, weight in only_theirs.items():
        frames = stack.split(";")
        same = shapes.get((len(frames), weight), [])
        best = min(same, default=None, key=lambda other: sum(
            a != b for a, b in zip(frames, other)))
        if best is None:
            found["(another depth)", ""] += weight
            continue
        same.remove(best)
        for a, b in zip(frames, best):
            if a != b:
                found[a, b] += weight
    return found


def row(language, way, result):
    ours, theirs, only_ours, only_theirs = result
    total = sum(theirs.values())
    share = sum(only_theirs.values()) / total if total else 0
    same_sum = "same" if total == sum(ours.values()) else \
        f"{sum(ours.values())} for {total}"
    said = "; ".join(f"`{a}` `{b}` {weight / total:.1%}" if b else
                     f"{a} {weight / total:.1%}" for (a, b), weight in
                     pairs(only_ours, only_theirs).most_common(4))
    return (f"| {language} | {way} | {len(theirs)} | {same_sum} | "
            f"{share:.1%} | {said} |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("fg")
    parser.add_argument("--work", default="build/languages")
    parser.add_argument("--only", default="")
    parser.add_argument("--again", action="store_true")
    args = parser.parse_args()
    matrix = Matrix(args)
    print("| language | recorded | stacks | sum | differs | frames |")
    print("|---|---|--:|---|--:|---|", flush=True)
    for language in LANGUAGES:
        ways = [way for way in WAYS
                if re.search(args.only or ".", f"{language}-{way}")]
        if not ways or not matrix.build(language):
            continue
        for way in ways:
            result = matrix.compare(language, way)
            if result:
                print(row(language, way, result), flush=True)


if __name__ == "__main__":
    main()
