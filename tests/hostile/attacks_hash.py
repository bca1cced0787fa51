# SPDX-License-Identifier: MIT
"""Names and numbers made for the tables that they are looked up in: many that
would share a place if their hash had no key, or a known one. The constants are
those of hashes that the programs had before, and of the key that their unit
tests have."""
from attack import attack

MASK = (1 << 64) - 1


def free_of(word, forbidden=b"\n\r;\0 "):
    return not any(byte in forbidden for byte in word)


def words(count):
    """Numbers whose eight bytes are letters."""
    for i in range(count):
        yield bytes(97 + (i >> 4 * k & 15) for k in range(8))


def names(count, build):
    for word in words(count):
        name = build(word)
        assert free_of(name), name
        yield b"main;" + name + b" 1\n"


@attack("hash/factor-of-zero", 4000, "fg-collapse -q FILE")
def factor_of_zero(count):
    """wyhash with known constants: what meets a factor of zero is lost."""
    zero = (0x9e3779b97f4a7c15).to_bytes(8, "little")
    return names(count, lambda word: zero + word + b"x" * 32)


@attack("hash/cancelled-blocks", 4000, "fg-collapse -q FILE")
def cancelled_blocks(count):
    """Two blocks whose products are the same, combined by exclusive or."""
    def build(word):
        other = bytes(255 - byte for byte in word)
        same = b"A" * 8
        return b"x" * 16 + same + word + other + bytes(255 - b for b in same)
    return names(count, build)


@attack("hash/default-key", 4000, "fg-collapse -q FILE")
def default_key(count):
    """The sum of products with the key that is in the sources."""
    key = 0x452821e638d01377
    zero = (-key & MASK).to_bytes(8, "little")
    return names(count, lambda word: b"x" * 16 + zero + word + b"y" * 16)


@attack("hash/names-in-a-picture", 2000, "fg-render -q FILE")
def names_in_a_picture(count):
    return factor_of_zero(count)


@attack("hash/names-compared", 2000, "fg-diff -q --table FILE FILE")
def names_compared(count):
    return factor_of_zero(count)


def unmix(x):
    """The inverse of splitmix's finaliser, by which ids were spread."""
    def unshift(value, by):
        result = value
        for _ in range(64 // by + 1):
            result = value ^ result >> by
        return result
    x = unshift(x, 31)
    x = x * pow(0x94d049bb133111eb, -1, 1 << 64) & MASK
    x = unshift(x, 27)
    x = x * pow(0xbf58476d1ce4e5b9, -1, 1 << 64) & MASK
    return unshift(x, 30)


@attack("hash/ids", 4000, "fg-collapse -q --format=stackprof FILE")
def ids(count):
    """Ids that all began in the first slot of the table of ids."""
    numbers = []
    high = 1
    while len(numbers) < count:
        number = unmix(high << 32)
        high += 1
        if number < 1 << 63:
            numbers.append(number)
    yield '{"version":1.2,"mode":"wall","interval":1000,"samples":1,"frames":{'
    yield ",".join(f'"{n}":{{"name":"f{i % 10}","file":"","samples":1}}'
                   for i, n in enumerate(numbers))
    yield '},"raw":[' + ",".join(f"1,{n},1" for n in numbers) + "]}"


@attack("hash/addresses", 4000, "fg-collapse -q --metric=leaked FILE")
def addresses(count):
    """Blocks that all began in the first slot of the table of blocks."""
    inverse = pow(0x9e3779b97f4a7c15, -1, 1 << 64)
    yield "v 10100\nX ./a.out\ns 4 main\ni 1 0 1\nt 1 0\n"
    for i in range(count):
        yield f"+ 8 1 {(i << 52 | i) * inverse & MASK:x}\n"


@attack("hash/callers-and-callees", 400, "fg-render -q FILE")
def callers_and_callees(count):
    """Pairs of caller and callee that had one slot in common."""
    golden = 0x9e3779b97f4a7c15
    names = pairs = 0
    while pairs < count:
        names += 1
        for other in range(names):
            product = (names << 32 | other) * golden & MASK
            if product >> 54 == 0 and pairs < count:
                pairs += 1
                yield f"f{names:06};f{other:06} 1\n"
