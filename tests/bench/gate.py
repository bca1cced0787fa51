# SPDX-License-Identifier: MIT
"""What a gate of fg-diff finds, and how often chance closes it.

gate.py FG_DIFF [TRIALS]: draws profiles whose noise and change are known, hands
them to the real program, and prints the tables of doc/COMPARING.md.

A run is 41 functions in 2,400 samples: one of 12 %, one of 1 %, the others
between. Before and after are recorded in turns. The kinds of noise:

  sampling    every count is Poisson: nothing but sampling
  over        each function's rate varies by 8 % from run to run (gamma)
  bursty      samples come in bursts of 4 in the mean (geometric)
  drifting    the machine's speed wanders by 3 % from run to run, for all
  neighbour   one run of all is 15 % slower; a third of the functions, 40 %
"""

import json
import math
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile

SAMPLES = 2400
SHARES = {"target": 0.12, "small": 0.01}
REST = [f"f{i:02}" for i in range(39)]
WEIGHTS = [1 / (i + 3) for i in range(39)]
SHARES.update({n: 0.87 * w / sum(WEIGHTS) for n, w in zip(REST, WEIGHTS)})
KINDS = ["sampling", "over", "bursty", "drifting", "neighbour"]
FEWEST = 20  # samples a run, for an interval to be counted


def poisson(rng, mean):
    """Exact: Ahrens and Dieter 1974, by the gamma distribution."""
    count = 0
    while mean > 20:
        step = int(mean * 7 / 8)
        at = rng.gammavariate(step, 1)
        if at > mean:
            share = mean / at
            return count + sum(rng.random() < share for _ in range(step - 1))
        count += step
        mean -= at
    product, end = rng.random(), math.exp(-mean)
    while product > end:
        count += 1
        product *= rng.random()
    return count


def bursts(rng, mean, size):
    """As many samples in the mean, in bursts of a geometric size."""
    stop = math.log(1 - 1 / size)
    return sum(
        1 + int(math.log(1 - rng.random()) / stop)
        for _ in range(poisson(rng, mean / size))
    )


def draw(rng, kind, samples, growth, state):
    """One run: samples by function. `state` lives as long as the pair."""
    counts = {}
    speed = 1.0
    if kind == "drifting":
        state["speed"] = state.get("speed", 1.0) * math.exp(rng.gauss(0, 0.03))
        speed = state["speed"]
    noisy = kind == "neighbour" and state["noisy"] == state["run"]
    state["run"] += 1
    for i, (name, share) in enumerate(SHARES.items()):
        mean = samples * share * growth.get(name, 1) * speed
        if kind == "over":
            mean *= rng.gammavariate(1 / 0.08**2, 0.08**2)
        if noisy:
            mean *= 1.4 if i % 3 == 0 else 1.15
        if kind == "bursty":
            counts[name] = bursts(rng, mean, 4)
        else:
            counts[name] = poisson(rng, mean)
    return counts


def write(path, counts):
    total = sum(counts.values())
    with open(path, "w", encoding="ascii") as out:
        out.write(f"# fg: metric=samples unit=count samples={total}\n")
        for i, (name, count) in enumerate(counts.items()):
            if count:
                out.write(f"main;part{i % 5};{name} {count}\n")


def trial(job):
    """One pair; what the rules say, and the rows of all functions."""
    program, kind, runs, samples, growth, seed = job
    rng = random.Random(repr(job[1:]))
    state = {"run": 0, "noisy": rng.randrange(2 * runs)}
    sides = {"before": [], "after": []}
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        for run in range(runs):
            for side in sides if run % 2 == 0 else reversed(sides):
                change = growth if side == "after" else {}
                path = f"{folder}/{side}{run}"
                write(path, draw(rng, kind, samples, change, state))
                sides[side].append(path)
        done = subprocess.run(
            [program, "-q", "--table", "--by=self", "--format=json"]
            + ["--countname=samples", "--allow-outlier"]
            + ["--fail-if", "self(target) > +0%"]
            + ["--fail-if", "self(small) > +0%"]
            + ["--fail-if", "self > +0%"]
            + ["--before", *sides["before"], "--after", *sides["after"]],
            stdout=subprocess.PIPE,
            check=False,
        )
    if done.returncode not in (0, 3):
        sys.exit(f"gate.py: {program} failed: {done.returncode}")
    told = json.loads(done.stdout)
    broken = [rule["broken"] for rule in told["check"]]
    any_by = {row["function"] for row in told["check"][2]["by"]}
    rows = {row["function"]: row for row in told["self"]["rows"]}
    covered = total = 0
    for name, share in SHARES.items():
        if share * samples < FEWEST:
            continue
        total += 1
        truth = 100 * (growth.get(name, 1) - 1)
        row = rows.get(name)
        # a function without a row did not change at all
        if row is None:
            covered += truth == 0
        else:
            covered += row["low_percent"] <= truth <= row["high_percent"]
    return broken[0], broken[1], broken[2], any_by, covered, total


def run(pool, program, trials, kind, runs, samples=SAMPLES, growth=None):
    jobs = [
        (program, kind, runs, samples, growth or {}, i) for i in range(trials)
    ]
    return pool.map(trial, jobs, chunksize=8)


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


def print_nulls(pool, program, trials):
    print("| noise | runs | named rule | any function | intervals |")
    print("|---|--:|--:|--:|--:|")
    for kind in KINDS:
        for runs in (3, 5, 10):
            done = run(pool, program, trials, kind, runs)
            named = percent(sum(d[0] + d[1] for d in done), 2 * trials)
            anyone = percent(sum(d[2] for d in done), trials)
            inside = percent(sum(d[4] for d in done), sum(d[5] for d in done))
            print(f"| {kind} | {runs} | {named} | {anyone} | {inside} |")
            sys.stdout.flush()


CHANGES = [
    ("12 % made 10 % slower", "target", 1.1, 5),
    ("12 % made 30 % slower", "target", 1.3, 3),
    ("1 % made twice as slow", "small", 2.0, 5),
]


def print_changes(pool, program, trials):
    print("| change | runs | samples a run | noise | named rule | any function |")
    print("|---|--:|--:|---|--:|--:|")
    for what, name, growth, runs in CHANGES:
        for samples in (SAMPLES, 3 * SAMPLES):
            for kind in ("sampling", "over"):
                done = run(
                    pool, program, trials, kind, runs, samples, {name: growth}
                )
                named = sum(d[0 if name == "target" else 1] for d in done)
                anyone = sum(name in d[3] for d in done)
                print(
                    f"| {what} | {runs} | {samples:,} | {kind} | "
                    f"{percent(named, trials)} | {percent(anyone, trials)} |"
                )
                sys.stdout.flush()


def history(job):
    """The steps that --trend tells: (function, point, may be here) a list."""
    program, kind, points, runs, changes, seed = job
    rng = random.Random(repr(job[1:]))
    state = {"run": 0, "noisy": rng.randrange(points * runs)}
    growth = {}
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        for point in range(points):
            for name, size in changes.get(point, {}).items():
                growth[name] = size
            os.mkdir(f"{folder}/p{point}")
            for run_ in range(runs):
                counts = draw(rng, kind, SAMPLES, growth, state)
                write(f"{folder}/p{point}/run{run_}.folded", counts)
        done = subprocess.run(
            [program, "-q", "--trend", folder, "--format=json"],
            stdout=subprocess.PIPE,
            check=True,
        )
    told = json.loads(done.stdout)
    lists = []
    for measure in ("self", "total"):
        steps = set()
        for row in told[measure]["rows"]:
            for step in row["steps"]:
                places = range(step["earliest"], step["latest"] + 1)
                steps.add((row["function"], step["at"], places))
        lists.append(steps)
    return lists[0], lists[1], len(told["all"]["steps"])


def histories(pool, program, trials, kind, points, runs, changes):
    jobs = [(program, kind, points, runs, changes, i) for i in range(trials)]
    return pool.map(history, jobs, chunksize=4)


def print_histories(pool, program, trials):
    print("| noise | points | runs | self | total | all |")
    print("|---|--:|--:|--:|--:|--:|")
    for kind in KINDS:
        for points, runs in ((10, 1), (10, 5), (30, 3)):
            done = histories(pool, program, trials, kind, points, runs, {})
            cells = [percent(sum(bool(d[i]) for d in done), trials) for i in range(3)]
            print(f"| {kind} | {points} | {runs} | {' | '.join(cells)} |")
            sys.stdout.flush()


# Two commits of ten: a function of 12 %, one of 6 %
TWO = {4: {"target": 1.3}, 7: {"f02": 1.5}}


def team(job):
    """A gate of each of ten commits by the rules of doc/PIPELINES.md.

    How many of the two changes it named; of the other gates, how many closed.
    """
    program, kind, runs, seed = job
    rng = random.Random(repr(job[1:]))
    state = {"run": 0, "noisy": rng.randrange(20 * runs)}
    growth, named, wrong = {}, 0, 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        rules = f"{folder}/fg-gate.conf"
        with open(rules, "w", encoding="ascii") as out:
            out.write("fail-if self > +1pt\nfail-if all > +10%\n")
        for point in range(1, 10):
            before = dict(growth)
            growth.update(TWO.get(point, {}))
            sides = {"before": [], "after": []}
            for run_ in range(runs):
                for side, change in (("before", before), ("after", growth)):
                    path = f"{folder}/{side}{run_}.folded"
                    counts = draw(rng, kind, SAMPLES, change, state)
                    write(path, counts)
                    sides[side].append(path)
            done = subprocess.run(
                [program, "-q", "--rules", rules, "--format=json"]
                + ["--allow-outlier"]
                + ["--before", *sides["before"], "--after", *sides["after"]],
                stdout=subprocess.PIPE,
                check=False,
            )
            told = json.loads(done.stdout)["check"]
            by = {r["function"] for rule in told for r in rule["by"]}
            wanted = set(TWO.get(point, {}))
            named += bool(wanted) and by == wanted
            wrong += bool(by - wanted)
    return named, wrong


def print_teams(pool, program):
    print("| noise | runs | changes named, of 40 | other gates closed, of 140 |")
    print("|---|--:|--:|--:|")
    for kind in KINDS:
        for runs in (3, 5):
            jobs = [(program, kind, runs, i) for i in range(20)]
            done = pool.map(team, jobs, chunksize=2)
            named, wrong = (sum(d[i] for d in done) for i in range(2))
            print(f"| {kind} | {runs} | {named} | {wrong} |")
            sys.stdout.flush()


def print_steps(pool, program, trials):
    print("| noise | runs | both | at the point | within the range | others |")
    print("|---|--:|--:|--:|--:|--:|")
    wanted = {("target", 4), ("f02", 7)}
    names = {name for name, _ in wanted}
    for kind in KINDS:
        for runs in (3, 5):
            done = histories(pool, program, trials, kind, 10, runs, TWO)
            both = sum({s[0] for s in d[0]} >= names for d in done)
            there = sum({s[:2] for s in d[0]} >= wanted for d in done)
            within = sum(
                all(any(s[0] == n and p in s[2] for s in d[0]) for n, p in wanted)
                for d in done
            )
            others = sum(bool({s[0] for s in d[0]} - names) for d in done)
            cells = [percent(n, trials) for n in (both, there, within, others)]
            print(f"| {kind} | {runs} | {' | '.join(cells)} |")
            sys.stdout.flush()


def main():
    program = sys.argv[1]
    trials = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    with multiprocessing.Pool() as pool:
        print(f"Gates closed by chance, of 100 ({trials:,} pairs a row)\n")
        print_nulls(pool, program, trials)
        print("\nChanges found, of 100\n")
        print_changes(pool, program, trials)
        print("\nHistories of which nothing changed, with a step, of 100\n")
        print_histories(pool, program, trials // 2)
        print("\nSteps found in ten points, of 100 histories\n")
        print_steps(pool, program, trials // 2)
        print("\nTen commits, two of them slower, twenty times\n")
        print_teams(pool, program)


if __name__ == "__main__":
    main()
