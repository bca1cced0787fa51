# SPDX-License-Identifier: MIT
"""fg-record beside perf record, cargo-flamegraph and samply.

record.py BIN [--runs N] [--report FILE]: BIN has fg's programs.
Recorders that are not there are left out, and the report says so; samply needs
perf_event_paranoid 1. All runs take turns. Processor time counts, of all
processes of a command; time by the clock says little on a machine that others
use.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import tempfile
import time

ROUNDS = 4000
HERE = os.path.dirname(os.path.abspath(__file__))


def measure(words, cwd):
    """Runs a command: seconds on the processor and by the clock, peak in kB."""
    # a process of its own, so that the peak is of this command's processes
    code = (
        "import os,resource,subprocess,sys,time,json;"
        "t=time.monotonic();"
        "s=subprocess.run(sys.argv[1:],stdout=2).returncode;"
        "u=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([u.ru_utime+u.ru_stime,time.monotonic()-t,u.ru_maxrss,s]))"
    )
    done = subprocess.run(
        ["python3", "-c", code, *words],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    used, wall, peak, status = json.loads(done.stdout.strip().splitlines()[-1])
    if status != 0:
        raise SystemExit(f"{words}: status {status}\n{done.stderr}")
    return {"used": used, "wall": wall, "peak": peak, "said": done.stderr}


def selves(path):
    """Self weight by function, in shares, of a folded file."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            stack, weight = line.rsplit(" ", 1)
            leaf = stack.split(";")[-1]
            found[leaf] = found.get(leaf, 0) + int(weight)
    whole = sum(found.values())
    return {name: 100 * w / whole for name, w in found.items()}


def size(folder, names):
    return sum(
        os.path.getsize(os.path.join(folder, n))
        for n in names
        if os.path.exists(os.path.join(folder, n))
    )


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    if len(values) < 2:
        return 0
    m = mean(values)
    return (sum((v - m) ** 2 for v in values) / (len(values) - 1)) ** 0.5


def recorders(fg, program, have):
    """Name, command, files that it leaves: recording alone, then to a picture."""
    fg_record = os.path.join(fg, "fg-record")
    only = {
        "none": ([*program], []),
        "fg-record -o x.data": (
            [fg_record, "-q", "-e", "cpu-clock", "-F", "999", "-o", "x.data", "--", *program],
            ["x.data"],
        ),
    }
    if have["perf"]:
        only["perf record -g"] = (
            ["perf", "record", "-q", "-e", "cpu-clock", "-F", "999", "-g", "-o", "p.data", "--", *program],
            ["p.data"],
        )
    picture = {
        "fg-record": (
            [fg_record, "-q", "-e", "cpu-clock", "-F", "999", "-o", "x.svg", "--", *program],
            ["x.svg"],
        )
    }
    if have["flamegraph"] and have["perf"]:
        picture["cargo-flamegraph"] = (
            ["flamegraph", "-c", "record -e cpu-clock -F 999 -g", "-o", "c.svg", "--", *program],
            ["c.svg", "perf.data"],
        )
    if have["samply"]:
        picture["samply record -s"] = (
            ["samply", "record", "-s", "-r", "999", "-o", "s.json.gz", "--", *program],
            ["s.json.gz"],
        )
    return only, picture


def compare_shares(fg, folder, program, runs):
    """Shares of the ten top functions by both recorders, a list a function."""
    shares = {"fg-record": {}, "perf record": {}}
    fold = os.path.join(fg, "fg-collapse")
    for _ in range(runs):
        for who, words in (
            ("fg-record", [os.path.join(fg, "fg-record"), "-q", "-e", "cpu-clock", "-F", "999", "-o", "run.folded", "--", *program]),
            ("perf record", ["perf", "record", "-q", "-e", "cpu-clock", "-F", "999", "-g", "-o", "run.data", "--", *program]),
        ):
            measure(words, folder)
            if who == "perf record":
                measure([fold, "-q", "-o", "run.folded", "run.data"], folder)
            for name, share in selves(os.path.join(folder, "run.folded")).items():
                shares[who].setdefault(name, []).append(share)
    return shares


def version(words):
    try:
        said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        return said.strip().splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return None


def report_shares(shares, out):
    top = sorted(shares["perf record"], key=lambda n: -mean(shares["perf record"][n]))
    out.append("| function | fg-record | perf record | difference | its error |\n|---|--:|--:|--:|--:|")
    for name in top[:10]:
        a = shares["fg-record"].get(name, [0, 0])
        b = shares["perf record"][name]
        error = (deviation(a) ** 2 / len(a) + deviation(b) ** 2 / len(b)) ** 0.5
        out.append(
            f"| `{name}` | {mean(a):.2f} % | {mean(b):.2f} % | {mean(a) - mean(b):+.2f} | {error:.2f} |"
        )
    out.append("")


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("bin")
    ask.add_argument("--runs", type=int, default=10)
    ask.add_argument("--report")
    o = ask.parse_args()
    fg = os.path.abspath(o.bin)
    have = {n: shutil.which(n) is not None for n in ("perf", "flamegraph", "samply")}
    with tempfile.TemporaryDirectory() as folder:
        busy = os.path.join(folder, "record_busy")
        subprocess.run(
            ["cc", "-O1", "-g", "-fno-omit-frame-pointer", "-fno-inline", "-pthread",
             os.path.join(HERE, "record_busy.c"), "-o", busy],
            check=True,
        )
        program = [busy, str(ROUNDS), "2"]
        only, picture = recorders(fg, program, have)
        results = {}
        for _ in range(o.runs):
            for name, (words, files) in {**only, **picture}.items():
                for file in files:
                    if os.path.exists(os.path.join(folder, file)):
                        os.remove(os.path.join(folder, file))
                try:
                    one = measure(words, folder)
                except SystemExit as failed:
                    results[name] = str(failed)
                    continue
                one["size"] = size(folder, files)
                if not isinstance(results.get(name), str):
                    results.setdefault(name, []).append(one)
        out = [
            "# Benchmarks: fg-record\n",
            "Written by `./dev bench record`; see `tests/bench/record.py` for how.\n",
            f"- {platform.machine()}, {os.cpu_count()} processors, {platform.system()} {platform.release()}; load when it began: {LOAD:.0f}",
            f"- {version([os.path.join(fg, 'fg-record'), '--version'])}; "
            + "; ".join(
                version([n, "--version"]) or f"{n} is not there" for n in ("perf", "flamegraph", "samply")
            ),
            f"- `record_busy {ROUNDS} 2` (tests/bench), the same work in two threads, {o.runs} runs in turn; means of processor time, user and system, of all processes\n",
            "## Recording\n",
            "Processor time of the program and the recorder at 999 Hz (`-e cpu-clock`), and the largest process.",
            "Figures of a machine that does other things as well are good to their error; the",
            "smallest peak is that of the script that measures.\n",
            "| | processor | ± | more than without | peak memory | file |\n|---|--:|--:|--:|--:|--:|",
        ]
        bare = mean([r["used"] for r in results["none"]])
        for name in only:
            rows = results[name]
            used = [r["used"] for r in rows]
            error = deviation(used) / len(used) ** 0.5
            out.append(
                f"| {name} | {mean(used):.3f} s | {error:.3f} | {100 * (mean(used) / bare - 1):+.1f} % | {max(r['peak'] for r in rows) / 1024:.0f} MB | {mean([r['size'] for r in rows]) / 1e3:.0f} kB |"
            )
        out += [
            "\n## From command to picture\n",
            "samply writes a profile for its viewer, without names; cargo-flamegraph leaves its perf.data.\n",
            "| | processor | beyond the program | by the clock | peak memory | on disk |\n|---|--:|--:|--:|--:|--:|",
        ]
        for name in picture:
            rows = results[name]
            if isinstance(rows, str):
                out.append(f"| {name} | failed: {rows.splitlines()[-1]} | | | |")
                continue
            used = mean([r["used"] for r in rows])
            out.append(
                f"| {name} | {used:.2f} s | {used - bare:+.2f} s | {mean([r['wall'] for r in rows]):.1f} s | {max(r['peak'] for r in rows) / 1024:.0f} MB | {mean([r['size'] for r in rows]) / 1e3:.0f} kB |"
            )
        out.append("")
        if have["perf"]:
            out.append("## Do the samples agree?\n")
            out.append(f"Self time of the ten top functions, means of {o.runs} runs each, in turn.\n")
            report_shares(compare_shares(fg, folder, program, o.runs), out)
    text = "\n".join(out)
    print(text)
    if o.report:
        with open(o.report, "w", encoding="utf-8") as file:
            file.write(text)


LOAD = os.getloadavg()[0]
if __name__ == "__main__":
    main()
