#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""folded_model.py SEED FILE: random folded text; its merged stacks, sorted as
lines, to FILE.model and the sum of its weights to FILE.sum."""
import random
import sys
from collections import Counter

NAMES = ["main", "a", "b", "a.b", "a b", "<script>", "&amp", "]]>", "--", "ü",
         "f(int)", "x_[k]", "'q'", "\"", "\\", "%s", "${x}", "a-b", "#x", "1x"]


def main():
    seed, path = sys.argv[1:]
    rng = random.Random(int(seed))
    stacks = Counter()
    with open(path, "w", encoding="utf-8") as out:
        for _ in range(rng.randrange(1, 80)):
            depth = rng.choice([1, 1, 2, 3, 5, 40])
            stack = ";".join(rng.choice(NAMES) for _ in range(depth))
            weight = rng.choice([1, 7, rng.randrange(1, 10**6), 10**12])
            stacks[stack] += weight
            out.write(f"{stack} {weight}\n")
    with open(path + ".model", "w", encoding="utf-8") as out:
        for stack in sorted(stacks, key=lambda s: s.encode()):
            out.write(f"{stack} {stacks[stack]}\n")
    with open(path + ".sum", "w", encoding="utf-8") as out:
        out.write(f"{sum(stacks.values())}\n")


if __name__ == "__main__":
    main()
