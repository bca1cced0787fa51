# SPDX-License-Identifier: MIT
"""perf's own recordings, and other readers whose records refer to each other:
maps inside of maps, forks of forks, user chains that many samples wait for,
names that are joined, frames that name a file by its number."""
import struct

from attack import File, attack

ATTR, MMAP, FORK, SAMPLE, DEFERRED = 64, 1, 7, 9, 22
TID, CHAIN = 2, 32
USER, KERNEL = 2, 1
MARK_DEFERRED = 2**64 - 640
SAMPLE_IDS = 1 << 18  # behind all other records, too


def record(kind, misc, payload):
    payload += bytes(-len(payload) % 8)
    return struct.pack("<IHH", kind, misc, 8 + len(payload)) + payload


def recording(records):
    """As a pipe gives it: cpu-clock, with thread and call chain."""
    yield b"PERFILE2" + struct.pack("<Q", 16)
    yield record(ATTR, 0, struct.pack(
        "<IIQQQQQIIQ", 1, 64, 0, 1, TID | CHAIN, 0, SAMPLE_IDS, 0, 0, 0))
    yield from records


def mapped(pid, start, size, name):
    return record(MMAP, USER, struct.pack("<IIQQQ", pid, pid, start, size, 0) +
                  name.encode() + bytes(8 - len(name) % 8) +
                  struct.pack("<II", pid, pid))


def forked(pid, parent):
    return record(FORK, 0, struct.pack("<IIIIQII", pid, parent, pid,
                                       parent, 0, pid, pid))


def sampled(pid, chain, misc=USER):
    return record(SAMPLE, misc, struct.pack(
        f"<IIQ{len(chain)}Q", pid, pid, len(chain), *chain))


@attack("perfdata/maps-overlapping", 3000, "fg-collapse -q FILE")
def maps_overlapping(count):
    """Each map lies inside the one before and cuts it in two."""
    def records():
        for i in range(count):
            yield mapped(1, 4096 * (i + 1), 4096 * (4 * count - 2 * i), f"/m{i}")
        for i in range(count):
            yield sampled(1, [2**64 - 512, 4096 * (4 * i + 1)])
    return recording(records())


@attack("perfdata/maps-replaced", 3000, "fg-collapse -q FILE")
def maps_replaced(count):
    """One that covers all of them, and then they come again."""
    def records():
        for i in range(count):
            yield mapped(1, 4096 * (i % 50 + 1), 4096, f"/m{i % 9}")
            yield mapped(1, 4096, 4096 * 100, "/all")
            yield sampled(1, [2**64 - 512, 4096 * (i % 50 + 1)])
    return recording(records())


@attack("perfdata/forks", 3000, "fg-collapse -q FILE")
def forks(count):
    """Each process has the maps of its parent and changes one."""
    def records():
        for i in range(count):
            yield mapped(1, 4096 * (i + 1), 4096, f"/m{i}")
        for i in range(count):
            yield forked(i + 2, i + 1)
            yield mapped(i + 2, 4096 * (i + 1), 4096, "/other")
            yield sampled(i + 2, [2**64 - 512, 4096 * (count - i)])
    return recording(records())


@attack("perfdata/deferred-shared", 4000, "fg-collapse -q --tid FILE")
def deferred_shared(count):
    """Small samples wait for one chain of users that is as large as can be."""
    def records():
        for i in range(count):
            yield sampled(1, [2**64 - 128, 0xffffffff81000000 + i,
                              MARK_DEFERRED, 7], KERNEL)
        depth = min(count, 8000)
        yield record(DEFERRED, USER, struct.pack(
            f"<QQ{depth}Q", 7, depth, *range(4096, 4096 + depth)) +
            struct.pack("<II", 1, 1))
    return recording(records())


@attack("perfdata/deferred-waiting", 20000, "fg-collapse -q FILE")
def deferred_waiting(count):
    """Samples wait that no chain comes for, and chains come for none."""
    def records():
        for i in range(count):
            yield sampled(1, [2**64 - 128, 0xffffffff81000000,
                              MARK_DEFERRED, i], KERNEL)
        for i in range(count):
            yield record(DEFERRED, USER, struct.pack(
                "<QQQII", count + i, 1, 4096, 1, 1))
    return recording(records())


@attack("readers/gperftools-joined", 4000, "fg-collapse -q FILE")
def gperftools_joined(count):
    """A comment for each function inlined into the next, at one address."""
    yield "heap profile: 1: 1 [ 1: 1] @ heapprofile\n1: 1 [1: 1] @ 0x10\n"
    for i in range(count):
        yield f"#\t0x10\tf{i}+0x1\ta.go:1\n"


@attack("readers/gperftools-maps", 4000, "fg-collapse -q FILE")
def gperftools_maps(count):
    yield "heap profile: 1: 1 [ 1: 1] @ heapprofile\n"
    for i in range(count):
        yield f"1: 1 [1: 1] @ {hex(4096 * i)} {hex(8192 * i + 7)}\n"
    yield "\nMAPPED_LIBRARIES:\n"
    for i in range(count):
        yield f"1000-{i + 2:x}000 r-xp 00000000 00:00 1 /lib{i}\n"


@attack("readers/rprof-files", 2000, "fg-collapse -q --srcline FILE")
def rprof_files(count):
    """Every frame of every stack is of a file whose name is long."""
    yield "line profiling: sample.interval=20000\n"
    yield "#File 1: " + "n" * (20 * count) + ".R\n"
    for i in range(count):
        yield f'"f" 1#{i} "g" 1#{i + 1} "h" 1#7 \n'


@attack("readers/header-keys", 20000, "fg-render -q FILE")
def header_keys(count):
    yield "# fg: " + " ".join(f"k{i}=v" for i in range(count)) + "\na;b 1\n"


@attack("readers/kernel-messages", 4000, "fg-collapse -q -f kstack FILE")
def kernel_messages(count):
    yield "".join(f"[<0>] f{i}+0x1/0x2\n" for i in range(count))


@attack("readers/gdb-threads", 4000, "fg-collapse -q -f gdb FILE")
def gdb_threads(count):
    for i in range(count):
        yield f"Thread {i} (LWP {i}):\n#0  0x1 in f{i} () at a.c:1\n#0  g ()\n"


@attack("readers/goroutines", 4000, "fg-collapse -q -f goroutine FILE")
def goroutines(count):
    for i in range(count):
        yield f"goroutine {i} [running, 7 minutes]:\nmain.f{i}(0x1)\n"
        yield f"\t/a.go:{i} +0x1\ncreated by main.g in goroutine {i - 1}\n"
        yield "\t/a.go:1 +0x1\n\n"


@attack("render/attributes", 3000, "fg-render -q --nameattr attr FILE")
def attributes(count):
    """A line for each name, and most of them twice."""
    yield File("attr", "".join(
        f"f{i % (count * 2 // 3)}\ttitle=t{i}\thref=#x{i}\n"
        for i in range(count)).encode())
    for i in range(count):
        yield f"f{i} 1\n"


@attack("render/colour-map", 3000, "fg-render -q --cp=map FILE")
def colour_map(count):
    yield File("map", "".join(f"f{i}->rgb({i % 256},1,2)\n"
                              for i in range(count)).encode())
    for i in range(count):
        yield f"f{count + i} 1\n"


@attack("diff/rules", 3000, "fg-diff -q --table --check --single-run "
        "--countname samples --rules rules FILE FILE")
def rules(count):
    """So many rules look at each name; the rules are the runner's own."""
    yield File("rules", "".join(
        f"ignore f{i} until 9999-01-01: x\n" for i in range(50)).encode() +
               b"fail-if total(f1) > +5%\n")
    for i in range(count):
        yield f"main;f{i} 3\n"


@attack("diff/reports", 1000, "fg-diff -q --check --format=sarif --single-run "
        "--countname samples --significance 0 --fail-if self>+0.00001pt FILE other", 3)
def reports(count):
    """Every second function breaks the rule."""
    yield File("other", "".join(
        f"main;f{i} {100 + 800 * (i % 2)}\n" for i in range(count)).encode())
    for i in range(count):
        yield f"main;f{i} 300\n"
