# SPDX-License-Identifier: MIT
"""Binaries of ELF made of parts that no linker would put together, and a
profile whose samples are in them (gperftools' CPU profile)."""
import struct

from attack import File

BASE = 0x400000  # where the binary's code is; its offset is that less BASE
FUNC = 0x12  # a global function
PROGBITS, SYMTAB, STRTAB, COMPRESSED = 1, 2, 3, 0x800


def uleb(number):
    out = bytearray()
    while True:
        byte, number = number & 0x7f, number >> 7
        out.append(byte | (0x80 if number else 0))
        if not number:
            return bytes(out)


def binary(sections, code_size):
    """sections: {name: (type, flags, link, data)}; one segment maps all."""
    names = b"\0" + b"".join(n.encode() + b"\0" for n in sections)
    names += b".shstrtab\0"
    parts = list(sections.items())
    parts.append((".shstrtab", (STRTAB, 0, 0, names)))
    at = 64 + 56
    headers = bytes(64)
    body = b""
    for name, (kind, flags, link, data) in parts:
        headers += struct.pack(
            "<IIQQQQIIQQ", names.index(name.encode() + b"\0"), kind, flags, 0,
            at + len(body), len(data), link, 0, 8,
            24 if kind == SYMTAB else 0)
        body += data
        body += bytes(-len(body) % 8)
    size = at + len(body) + len(headers)
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", 2, 62, 1, BASE, 64, at + len(body), 0, 64, 56, 1,
        64, len(parts) + 1, len(parts))
    segment = struct.pack("<IIQQQQQQ", 1, 5, 0, BASE, BASE,
                          max(size, code_size), max(size, code_size), 4096)
    return head + segment + body + headers


def symbols(rows, strings):
    """rows: (offset in strings, address, size)."""
    table = bytes(24) + b"".join(
        struct.pack("<IBBHQQ", name, FUNC, 0, 0xfff1, address, size)
        for name, address, size in rows)
    return {".symtab": (SYMTAB, 0, 2, table),
            ".strtab": (STRTAB, 0, 0, strings)}


def profile(addresses, elf, code_size):
    """A sample at each of the addresses."""
    words = [0, 3, 0, 10000, 0]
    for address in addresses:
        words += [1, 1, address]
    words += [0, 1, 0]
    yield struct.pack(f"<{len(words)}Q", *words)
    yield f"{BASE:x}-{BASE + code_size:x} r-xp 00000000 00:00 0 /binary\n"
    yield File("binary", elf)
