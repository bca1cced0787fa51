# SPDX-License-Identifier: MIT
"""Binaries whose tables refer to the same bytes again and again, so that what
they say is far longer than they are."""
import lzma
import struct
import zlib

from attack import attack
from elf import (BASE, COMPRESSED, PROGBITS, binary, profile, symbols, uleb)

COMMAND = "fg-collapse -q --sysroot . FILE"
ADDR, DATA4, DATA8, STRING, SEC_OFFSET = 1, 6, 7, 8, 0x17
UNIT, SUBPROGRAM, INLINED = 0x11, 0x2e, 0x1d
NAME, STMT_LIST, LOW, HIGH, RANGES = 3, 0x10, 0x11, 0x12, 0x55


def spread(count, code_size):
    return [BASE + i * code_size // count for i in range(count)]


def abbrev(code, tag, children, attributes):
    return (uleb(code) + uleb(tag) + bytes([children]) +
            b"".join(uleb(n) + uleb(f) for n, f in attributes) + b"\0\0")


def unit(entries, abbrev_offset=0):
    body = struct.pack("<HIB", 4, abbrev_offset, 8) + entries
    return struct.pack("<I", len(body)) + body


def debug(**parts):
    return {f".debug_{n}": (PROGBITS, 0, 0, d) for n, d in parts.items()}


@attack("symbols/ranges-shared", 1000, COMMAND)
def ranges_shared(count):
    """Each of many functions has all of many ranges."""
    size = 16 * count
    abbrevs = (abbrev(1, UNIT, 1, [(LOW, ADDR), (HIGH, DATA8)]) +
               abbrev(2, SUBPROGRAM, 0, [(NAME, STRING),
                                         (RANGES, SEC_OFFSET)]) + b"\0")
    entries = b"\1" + struct.pack("<QQ", BASE, size)
    for i in range(count):
        entries += b"\2f%x\0" % i + struct.pack("<I", 0)
    ranges = b"".join(struct.pack("<QQ", 16 * i, 16 * i + 8)
                      for i in range(1, count)) + bytes(16)
    elf = binary(debug(info=unit(entries + b"\0"), abbrev=abbrevs,
                       ranges=ranges), size)
    return profile(spread(count, size), elf, size)


@attack("symbols/inlined-deep", 1000, COMMAND)
def inlined_deep(count):
    """Functions inlined into each other, all around each address."""
    size = 16 * count
    abbrevs = (abbrev(1, UNIT, 1, [(LOW, ADDR), (HIGH, DATA8)]) +
               abbrev(2, INLINED, 1, [(NAME, STRING), (LOW, ADDR),
                                      (HIGH, DATA8)]) + b"\0")
    entries = b"\1" + struct.pack("<QQ", BASE, size)
    for i in range(count):
        entries += b"\2f\0" + struct.pack("<QQ", BASE, size)
    elf = binary(debug(info=unit(entries + bytes(count + 1)), abbrev=abbrevs),
                 size)
    return profile(spread(64, size), elf, size)


@attack("symbols/abbreviations-shared", 500, COMMAND)
def abbreviations_shared(count):
    """Each unit has its own beginning of one long table."""
    table = b"".join(abbrev(2 + i, UNIT, 0, []) for i in range(count))
    table += abbrev(1, UNIT, 0, [(LOW, ADDR), (HIGH, DATA8)]) + b"\0"
    starts = [0]
    for i in range(count - 1):
        starts.append(starts[-1] + len(abbrev(2 + i, UNIT, 0, [])))
    info = b"".join(unit(b"\1" + struct.pack("<QQ", BASE + 16 * i, 16), start)
                    for i, start in enumerate(starts))
    elf = binary(debug(info=info, abbrev=table), 16 * count)
    return profile(spread(count, 16 * count), elf, 16 * count)


@attack("symbols/lines-shared", 500, COMMAND + " --srcline")
def lines_shared(count):
    """Each unit has its own beginning of one long table of lines."""
    abbrevs = abbrev(1, UNIT, 1, [(LOW, ADDR), (HIGH, DATA8),
                                  (STMT_LIST, DATA4)])
    abbrevs += abbrev(2, SUBPROGRAM, 0, [(NAME, STRING), (LOW, ADDR),
                                         (HIGH, DATA8)]) + b"\0"
    header = struct.pack("<BBBBBB", 1, 1, 1, 0xfb, 14, 13)
    header += bytes([0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) + b"\0a.c\0\0\0\0\0"
    program = b"\0\x09\2" + struct.pack("<Q", BASE) + b"\x14" * 60
    lines, starts = b"", []
    for i in range(count):
        left = (count - i) * (6 + 4 + len(header) + len(program)) - 4
        starts.append(len(lines))
        lines += struct.pack("<IHI", left, 2, len(header)) + header + program
    info = b""
    for i, start in enumerate(starts):
        low = BASE + 16 * i
        info += unit(b"\1" + struct.pack("<QQI", low, 16, start) + b"\2f\0" +
                     struct.pack("<QQ", low, 16) + b"\0")
    elf = binary(debug(info=info, abbrev=abbrevs, line=lines), 16 * count)
    return profile(spread(count, 16 * count), elf, 16 * count)


@attack("symbols/overlapping", 2000, COMMAND)
def overlapping(count):
    """Each function goes on to the end of the last one."""
    strings = b"\0" + b"".join(b"f%05x\0" % i for i in range(count))
    rows = [(1 + 7 * i, BASE + 16 * i, 16 * (count - i)) for i in range(count)]
    elf = binary(symbols(rows, strings), 16 * count)
    return profile(spread(count, 16 * count), elf, 16 * count)


@attack("symbols/names-shared", 8000, COMMAND)
def names_shared(count):
    """Each name is the end of one long one."""
    strings = b"\0" + b"x" * count + b"\0"
    rows = [(1 + i, BASE + 16 * i, 16) for i in range(count)]
    elf = binary(symbols(rows, strings), 16 * count)
    return profile(spread(count, 16 * count), elf, 16 * count)


@attack("symbols/aliases", 4000, COMMAND)
def aliases(count):
    """All are at one address, and each name is the end of one long one."""
    strings = b"\0" + b"x" * count + b"\0"
    rows = [(1 + i, BASE, 16) for i in range(count)]
    elf = binary(symbols(rows, strings), 16 * count)
    return profile([BASE], elf, 16 * count)


def substitution(number):
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    text = ""
    while True:
        text = digits[number % 36] + text
        number //= 36
        if number == 0:
            return f"S{text}_"


def doubled(name, times):
    """f(a<b, b>, a<a<b, b>, a<b, b>>, ...): each argument twice the last."""
    symbol = f"_Z{len(name)}{name}1aI1bS0_E"
    for i in range(times):
        last = substitution(i + 1)
        symbol += f"S_I{last}{last}E"
    return symbol.encode()


@attack("symbols/demangled-doubling", 8, COMMAND)
def demangled_doubling(count):
    """Some letters more, and a name is twice as long."""
    names = [doubled(f"f{i:04x}", 60) for i in range(count)]
    return many_names(names)


@attack("symbols/demangled-longer", 8, COMMAND)
def demangled_longer(count):
    return many_names([doubled("f", 2 * count)])


@attack("symbols/demangled-twice", 8, COMMAND)
def demangled_twice(count):
    """Conversion operators, whose arguments libiberty reads twice."""
    return many_names([b"_Z" + b"cvT_I" * count + b"i" + b"E" * count])


def many_names(names):
    strings, rows = b"\0", []
    for i, name in enumerate(names):
        rows.append((len(strings), BASE + 16 * i, 16))
        strings += name + b"\0"
    elf = binary(symbols(rows, strings), 16 * len(rows))
    return profile([row[1] for row in rows], elf, 16 * len(rows))


@attack("symbols/packed-sections", 100000, COMMAND)
def packed_sections(count):
    """Zeros, of which a thousand bytes become one."""
    packed = struct.pack("<IIQQ", 1, 0, 200 * count, 1)
    packed += zlib.compress(bytes(200 * count), 9)
    parts = {f".debug_{name}": (PROGBITS, COMPRESSED, 0, packed)
             for name in ("info", "abbrev", "str", "ranges", "addr")}
    return profile([BASE], binary(parts, 4096), 4096)


@attack("symbols/packed-symbols", 100000, COMMAND)
def packed_symbols(count):
    packed = lzma.compress(bytes(200 * count))
    parts = {".gnu_debugdata": (PROGBITS, 0, 0, packed)}
    return profile([BASE], binary(parts, 4096), 4096)
