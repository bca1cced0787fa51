# SPDX-License-Identifier: MIT
"""Trees for --sysroot whose binaries are no binaries: links that go round or
leave the tree, FIFOs and devices, folders with very many names."""
import struct

from attack import File, Link, attack
from elf import BASE

COMMAND = "fg-collapse -q --sysroot tree FILE"
SIZE = 4096


def profile(names):
    """A CPU profile of gperftools: a sample in each of the binaries."""
    words = [0, 3, 0, 10000, 0]
    for i, _ in enumerate(names):
        words += [1, 1, BASE + i * SIZE]
    words += [0, 1, 0]
    yield struct.pack(f"<{len(words)}Q", *words)
    for i, name in enumerate(names):
        start = BASE + i * SIZE
        yield f"{start:x}-{start + SIZE:x} r-xp 00000000 00:00 0 {name}\n"


@attack("sysroot/links-round", 400, COMMAND)
def links_round(count):
    """Each binary is a link to the next, and the last to the first."""
    for i in range(count):
        yield Link(f"tree/b/{i}", str((i + 1) % count))
    yield from profile([f"/b/{i}" for i in range(count)])


@attack("sysroot/folders-round", 400, COMMAND)
def folders_round(count):
    """A folder that is a link to itself, in longer and longer paths."""
    yield Link("tree/b/b", ".")
    yield from profile(["/b" * (i % 40 + 1) + f"/{i}" for i in range(count)])


@attack("sysroot/links-outside", 400, COMMAND)
def links_outside(count):
    """Links to devices and to what is in no tree; FIFOs, which nobody writes."""
    targets = ["/dev/zero", "/proc/self/mem", "/dev/stdin", "../" * 40 + "etc"]
    for i in range(count):
        yield Link(f"tree/b/{i}", [*targets, None][i % 5])
    yield from profile([f"/b/{i}" for i in range(count)])


@attack("sysroot/names-many", 400, COMMAND)
def names_many(count):
    """A folder of many files beside the few that are looked for."""
    for i in range(count):
        yield File(f"tree/b/{i}", b"\x7fELF")
    yield from profile([f"/b/{i}" for i in range(count)])
