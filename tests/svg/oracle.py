#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares fg-render with recorded facts of flamegraph.pl's pictures.

usage: oracle.py FOLDER [CASE...]

FOLDER has NAME.folded, perhaps NAME.args (a line "flamegraph.pl: OPTIONS"),
and NAME.pl.tsv (y, x, width, title, fill, label of every frame, below a
heading). fg-render and svg-frames are found by PATH. Each case is drawn with
--classic and without; name, depth, x, width, title and fill must be equal.
Where flamegraph.pl is known to be wrong, DEFECTS says how and what of it is
not compared; everything else must agree. Status 1 when a case differs.
"""
import collections, pathlib, re, shlex, subprocess, sys

# case: (what is not compared, why)
DEFECTS = {
    "07": ("frames", "frames parted where a name sorts between 'b ' and 'b;'"),
    "08": ("title", "percentages of rounded counts; counts lose decimals"),
    "10": ("frames", "'.5' is a number"),
    "11": ("frames", "'1e3' is a number"),
    "13": ("title", "counts above 2^53 lose digits"),
    "16": ("frames", "blanks around a stack and its count"),
    "19": ("frames", "blanks around a stack and its count"),
    "20": ("frames", "blanks around a stack and its count"),
    "22": ("frames", "a blank behind the count"),
    "23": ("frames", "CRLF"),
    "28": ("frames", "lines with bad UTF-8 are damaged"),
    "40": ("delta", "deltas are not summed up towards the root"),
    "41": ("delta", "deltas are not summed up towards the root"),
    "43": ("delta", "deltas of repeated lines are lost"),
    "44": ("delta", "deltas are not summed up towards the root"),
    "46": ("delta", "deltas are not summed up towards the root"),
    "52": ("title", "percentages of rounded counts"),
}

Frame = collections.namedtuple("Frame", "depth x width fill title")


def options(path):
    if not path.exists():
        return []
    for line in path.read_text().splitlines():
        if line.startswith("flamegraph.pl:"):
            return shlex.split(line.split(":", 1)[1])
    return []


def unescape(text):
    return re.sub(r"\\(.)", lambda m: {"t": "\t", "n": "\n", "r": "\r"}.get(m[1], m[1]), text)


def by_depth(rows, what):
    """Frames from (y, x, width, fill, title), y turned into depth."""
    if not rows:
        return []
    root = next(r for r in rows if r[4].startswith("all ("))[0]
    step = 16.0
    frames = []
    for y, x, width, fill, title in rows:
        depth = round(abs(root - y) / step)
        if what == "title":
            title = title.rsplit(" (", 1)[0]
        if what == "delta":
            title = re.sub(r"; [-+0-9.]+%\)$", ")", title)
            fill = ""
        frames.append(Frame(depth, x, width, fill, title))
    return sorted(frames)


def wanted(path, what):
    rows = []
    # what XML cannot hold, flamegraph.pl writes all the same
    text = re.sub("[\0-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", path.read_text(errors="replace"))
    for line in text.split("\n")[1:]:
        cells = line.split("\t")
        if len(cells) >= 5:
            rows.append((float(cells[0]), float(cells[1]), float(cells[2]), cells[4], cells[3]))
    return by_depth(rows, what)


def drawn(folded, args, what):
    svg = subprocess.run(["fg-render", *args, str(folded)], capture_output=True)
    facts = subprocess.run(["svg-frames", "-"], input=svg.stdout, capture_output=True)
    if facts.returncode:
        return None, facts.stderr.decode()
    rows = []
    for line in facts.stdout.decode().split("\n"):
        cells = line.split("\t")
        if len(cells) == 8:
            rows.append((float(cells[0]), float(cells[1]), float(cells[2]), cells[3], unescape(cells[7])))
    return by_depth(rows, what), svg.stderr.decode()


def compare(folder, name):
    what, why = DEFECTS.get(name[:2], ("", ""))
    args = options(folder / (name + ".args"))
    want = wanted(folder / (name + ".pl.tsv"), what)
    lines = []
    for mode in (["--classic"], []):
        have, message = drawn(folder / (name + ".folded"), mode + args, what)
        if have is None:
            lines.append("  %s: %s" % (mode, message))
            continue
        if what == "frames":
            continue
        lines += ["  %s only flamegraph.pl: %s" % (mode, f) for f in want if f not in have]
        lines += ["  %s only fg-render: %s" % (mode, f) for f in have if f not in want]
    verdict = "DIFFERS" if lines else "ok"
    note = " (not compared: %s; %s)" % (what, why) if what else ""
    print("%-28s %s%s" % (name, verdict, note))
    for line in lines[:12]:
        print(line)
    return not lines


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    names = sorted(p.name[:-7] for p in folder.glob("*.folded"))
    names = [n for n in names if len(sys.argv) == 2 or n in sys.argv[2:]]
    results = [compare(folder, n) for n in names]
    print("%d of %d cases agree" % (sum(results), len(results)))
    sys.exit(0 if results and all(results) else 1)


main()
