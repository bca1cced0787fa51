# SPDX-License-Identifier: MIT
"""Recordings of Flight Recorder: the file itself says what its events and pools
look like, and these refer to each other by number."""
import struct

from attack import attack

LONG, STRING, SYMBOL, CLASS, METHOD, FRAME, TRACE, SAMPLE = range(1, 9)
FIRST_FREE = 100


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def text(value):
    data = value.encode()
    return b"\3" + varint(len(data)) + data


def event(kind, payload):
    body = varint(kind) + payload
    size = len(body) + 1
    while len(varint(size)) + len(body) != size:
        size += 1
    return varint(size) + body


def metadata(types):
    """Types: (number, name, fields); fields: (name, type, pooled, array)."""
    names, numbers = [], {}

    def number(name):
        if name not in numbers:
            numbers[name] = len(names)
            names.append(name)
        return varint(numbers[name])

    def element(what, attributes, children):
        return (number(what) + varint(len(attributes)) +
                b"".join(number(k) + number(v) for k, v in attributes) +
                varint(len(children)) + b"".join(children))

    classes = []
    for identity, name, fields in types:
        children = []
        for field, kind, pooled, array in fields:
            attributes = [("name", field), ("class", str(kind))]
            attributes += [("constantPool", "true")] * pooled
            attributes += [("dimension", "1")] * array
            children.append(element("field", attributes, []))
        classes.append(element("class", [("id", str(identity)),
                                         ("name", name)], children))
    root = element("root", [], [element("metadata", [], classes)])
    return event(0, b"\0\0\0" + varint(len(names)) +
                 b"".join(map(text, names)) + root)


TYPES = [
    (LONG, "long", []),
    (STRING, "java.lang.String", []),
    (SYMBOL, "jdk.types.Symbol", [("string", STRING, False, False)]),
    (CLASS, "java.lang.Class", [("name", SYMBOL, True, False)]),
    (METHOD, "jdk.types.Method", [("type", CLASS, True, False),
                                  ("name", SYMBOL, True, False)]),
    (FRAME, "jdk.types.StackFrame", [("method", METHOD, True, False)]),
    (TRACE, "jdk.types.StackTrace", [("frames", FRAME, False, True)]),
    (SAMPLE, "jdk.ExecutionSample", [("startTime", LONG, False, False),
                                     ("stackTrace", TRACE, True, False)]),
]


def pool(kind, entries):
    """Entries: (number, bytes)."""
    return varint(kind) + varint(len(entries)) + b"".join(
        varint(i) + data for i, data in entries)


def recording(pools, events, types=()):
    body = event(1, b"\0\0\0\0" + varint(len(pools)) + b"".join(pools))
    body += b"".join(events) + metadata(TYPES + list(types))
    yield b"FLR\0" + struct.pack(">HHQQQQQQQI", 2, 1, 68 + len(body), 0, 0,
                                 0, 0, 0, 10**9, 1)
    yield body


def symbols(names):
    return pool(SYMBOL, [(i + 1, text(n)) for i, n in enumerate(names)])


def methods(count):
    """Of one class, whose name is the first symbol."""
    return [pool(CLASS, [(1, varint(1))]),
            pool(METHOD, [(i + 1, varint(1) + varint(i + 2))
                          for i in range(count)])]


def traces(stacks):
    return pool(TRACE, [(i + 1, varint(len(s)) + b"".join(map(varint, s)))
                        for i, s in enumerate(stacks)])


def samples(numbers):
    return [event(SAMPLE, b"\0" + varint(i)) for i in numbers]


@attack("jfr/long-name", 400, "fg-collapse -q FILE")
def long_name(count):
    """All methods are of one class with a long name."""
    return recording([symbols(["n" * 200 * count] +
                              [f"f{i}" for i in range(count)]),
                      *methods(count), traces([[i + 1] for i in range(count)])],
                     samples(range(1, count + 1)))


@attack("jfr/stack-shared", 20000, "fg-collapse -q FILE")
def stack_shared(count):
    """One deep stack that all samples have."""
    return recording([symbols(["C", "f", "g"]), *methods(2),
                      traces([[i % 2 + 1 for i in range(count)]])],
                     samples([1] * count))


@attack("jfr/numbers-repeated", 20000, "fg-collapse -q FILE")
def numbers_repeated(count):
    """Entries of pools with the same number again and again."""
    return recording([pool(SYMBOL, [(1, text("C")), (2, text("f"))] * count),
                      *methods(1), traces([[1]])] * 2,
                     samples([1] * count))


@attack("jfr/types-nested", 500, "fg-collapse -q FILE")
def types_nested(count):
    """Each type of event has a field of one that has a thousand fields."""
    wide = (FIRST_FREE, "wide", [("x", LONG, False, False)] * 1000)
    kinds = [(FIRST_FREE + 1 + i, f"e{i}",
              [("stackTrace", TRACE, True, False)] +
              [(f"w{k}", FIRST_FREE, False, False) for k in range(4)])
             for i in range(count)]
    return recording([symbols(["C", "f"]), *methods(1), traces([[1]])],
                     [event(FIRST_FREE + 1 + i, b"\1") for i in range(count)] +
                     samples([1]), [wide, *kinds])


@attack("jfr/pools-unknown", 20000, "fg-collapse -q FILE")
def pools_unknown(count):
    """Stacks, methods and classes that are nowhere."""
    return recording([traces([[i + 7] for i in range(count)]),
                      pool(METHOD, [(i + 7, varint(i) + varint(i))
                                    for i in range(count)])],
                     samples(range(1, count + 1)))


@attack("jfr/chunks", 300, "fg-collapse -q FILE")
def chunks(count):
    """Many chunks of one sample each."""
    one = b"".join(recording([symbols(["C", "f"]), *methods(1), traces([[1]])],
                             samples([1])))
    return [one] * count
