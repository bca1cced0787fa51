# SPDX-License-Identifier: MIT
"""Python for tests/languages/run.py: functions, closures, libraries."""
import json
import math
import re
import threading
import time


def square(x):
    return x * x + math.sin(x)


def waves(n):
    return sum(square(i) for i in range(n))


def descend(depth):
    return descend(depth - 1) + 1 if depth else waves(200)


def words(n):
    counts = {}
    for i in range(n):
        word = f"word {i * 7919 % 101}"
        counts[word] = counts.get(word, 0) + 1
    text = json.dumps(sorted(counts, key=lambda word: word[::-1]))
    return len(re.sub(r"o(r)d", r"\1", text))


def work():
    end = time.monotonic() + 0.8
    while time.monotonic() < end:
        descend(8)
        words(100)
        time.sleep(0.0002)


other = threading.Thread(target=work)
other.start()
work()
other.join()
