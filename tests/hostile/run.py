#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py NAME RELEASE_BIN: one attack of attacks_*.py in four sizes, each twice
the one before. Neither instructions nor output may grow by more than 2.3 from
one size to the next, and each run ends with the status that is expected.

Instructions are those of `fg-render --version` less: a program that starts.
Hashes have another key in each run, so counts vary; what grows too fast in
three measurements has failed.
    run.py --write NAME SIZE    prints the input, to try it by hand, and writes
                                the files that it comes with
    run.py --all RELEASE_BIN    all attacks, as a table"""
import importlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from attack import ATTACKS, File, Link

GROWTH = 2.3
STEPS = 4
TRIES = 3
START = 400_000  # instructions, not to be counted as growth


def load():
    for path in sorted(pathlib.Path(__file__).parent.glob("attacks_*.py")):
        importlib.import_module(path.stem)


def parts_of(attack, size):
    for part in attack.write(size):
        yield part.encode() if isinstance(part, str) else part


def count(command, log):
    """Runs it; instructions, bytes written, status."""
    with open("out", "wb") as out, open("err", "wb") as err:
        status = subprocess.call(
            ["valgrind", "--tool=cachegrind", "--cache-sim=no",
             "--cachegrind-out-file=/dev/null", "--log-file=" + log,
             *command, "--no-sandbox"], stdout=out, stderr=err)
    with open(log, encoding="utf-8", errors="replace") as text:
        found = re.search(r"I\s+refs:\s+([\d,]+)", text.read())
    if not found or found.group(1) == "0":
        sys.exit("valgrind counted nothing")
    written = sum(os.path.getsize(f) for f in ("out", "err"))
    return int(found.group(1).replace(",", "")), written, status


def measure(attack, bin_dir):
    """A row for each size: size of the input, instructions, output, status."""
    rows = []
    for step in range(STEPS):
        size = attack.size << step
        read = 0
        with open("input", "wb") as out:
            for part in parts_of(attack, size):
                if isinstance(part, Link):
                    part.make()
                elif isinstance(part, File):
                    os.makedirs(os.path.dirname(part.name) or ".",
                                exist_ok=True)
                    read += pathlib.Path(part.name).write_bytes(part.data)
                else:
                    read += out.write(part)
        words = attack.command.split()
        words = ["input" if w == "FILE" else w for w in words]
        words[0] = os.path.join(bin_dir, words[0])
        rows.append((read, *count(words, "log")))
    return rows


def faults(rows, expected):
    for read, _, _, status in rows:
        if status != expected:
            yield f"status {status} at {read} bytes"
    for (_, i1, w1, _), (_, i2, w2, _) in zip(rows, rows[1:]):
        if i2 - START > GROWTH * max(i1 - START, START):
            yield f"instructions grow from {i1} to {i2}"
        if w2 > GROWTH * max(w1, 2000):
            yield f"output grows from {w1} to {w2}"


def try_once(attack, bin_dir):
    """Measures it and prints the rows; the faults."""
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        rows = measure(attack, bin_dir)
        with open("err", encoding="utf-8", errors="replace") as err:
            said = err.read()[:300]
        os.chdir("/")
    for read, instructions, written, status in rows:
        print(f"{attack.name}: {read:>10} bytes read, {instructions:>12} "
              f"instructions, {written:>10} written, status {status}")
    print(said, end="")
    return list(faults(rows, attack.status))


def run(attack, bin_dir):
    for _ in range(TRIES):
        found = try_once(attack, bin_dir)
        if not found:
            return True
    for fault in found:
        print(f"FAILED: {attack.name}: {fault}")
    return False


def main():
    load()
    words = sys.argv[1:]
    if len(words) == 3 and words[0] == "--write":
        for part in parts_of(ATTACKS[words[1]], int(words[2])):
            if isinstance(part, Link):
                part.make()
            elif isinstance(part, File):
                pathlib.Path(part.name).write_bytes(part.data)
            else:
                sys.stdout.buffer.write(part)
        return 0
    if len(words) != 2:
        sys.exit(__doc__)
    bin_dir = os.path.abspath(words[1])
    if not os.path.exists(os.path.join(bin_dir, "fg-collapse")):
        sys.exit(f"no release build in {bin_dir}: ./dev build")
    chosen = ATTACKS.values() if words[0] == "--all" else [ATTACKS[words[0]]]
    return 0 if all([run(attack, bin_dir) for attack in chosen]) else 1


if __name__ == "__main__":
    sys.exit(main())
