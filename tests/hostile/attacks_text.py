# SPDX-License-Identifier: MIT
"""Lines and names that are long and full of what readers look for: brackets,
blanks, colons, slashes, escapes; elements with many attributes; and what the
other two programs make of deep and wide profiles."""
from attack import attack

LONG = 20000


def perf(name):
    return ["app 1 [000] 1.0: 1 cycles: \n\tff ", name,
            "+0x1 (/bin/app)\n\tfe main+0x2 (/bin/app)\n\n"]


RENAMING = "fg-collapse --strip-args --shorten-packages --strip-offsets FILE"
NATIVE = "fg-collapse --strip-args --strip-templates FILE"


def callgrind(name):
    return ["# callgrind format\nversion: 1\nevents: Ir\n"
            "positions: line\nfn=", name, "\n1 5\n"]


@attack("text/open-brackets", LONG, "fg-collapse FILE")
def open_brackets(count):
    return perf("f" + "(" * count)


@attack("text/open-templates", LONG, NATIVE)
def open_templates(count):
    return callgrind("f" + "<(" * count)


@attack("text/closed-templates", LONG, NATIVE)
def closed_templates(count):
    return callgrind("<" * count + "x" + ">" * count + "::f")


@attack("text/closing-brackets", LONG, RENAMING)
def closing_brackets(count):
    return callgrind("f" + ")>" * count)


@attack("text/packages", LONG, RENAMING)
def packages(count):
    return callgrind("a.b." * count + "f")


@attack("text/java-names", LONG, "fg-collapse FILE")
def java_names(count):
    return [part.replace("app 1", "java 1")
            for part in perf("L" + "a/b;" * count)]


@attack("text/blanks", LONG, "fg-collapse FILE")
def blanks(count):
    return perf("f " * count)


@attack("text/colons-in-a-header", LONG, "fg-collapse -f perf FILE")
def colons(count):
    yield "app" + " 1:" * count + " 1 [000] 1.0: 1 cycles: \n\tff f (x)\n\n"


@attack("text/numbers", LONG, "fg-collapse FILE")
def numbers(count):
    yield "main;f " + "1 " * count + "\nmain;g 1\n"


@attack("text/frames-of-nothing", LONG, "fg-collapse -f folded FILE")
def frames_of_nothing(count):
    yield ";" * count + " 1\n"


@attack("text/xml-attributes", 2000, "fg-collapse -f vsprof_xml FILE", 1)
def xml_attributes(count):
    yield "<CallTreeSummary><CallTree "
    for i in range(count):
        yield f'a{i}="{i}" '
    yield ('FunctionName="f" InclSamples="1" ExclSamples="1" ModuleName="m" '
           'Level="0" ProcessName="p" PID="7"/></CallTreeSummary>')


@attack("text/xml-namespaces", 2000, "fg-collapse -f svg FILE", 1)
def xml_namespaces(count):
    yield '<svg xmlns="http://www.w3.org/2000/svg" '
    for i in range(count):
        yield f'xmlns:n{i}="u{i}" '
    yield '><g id="frames"><g><title>f (5 samples, 1%)</title>'
    yield '<rect x="10" y="16" width="50" height="15"/></g></g></svg>'


@attack("text/json-escapes", 2 * LONG, "fg-collapse -f speedscope FILE", 1)
def json_escapes(count):
    yield '{"shared":{"frames":[{"name":"' + "\\u0041\\n" * count + '"}]}}'


@attack("text/broken-utf8", LONG, "fg-collapse FILE")
def broken_utf8(count):
    yield b"main;f" + b"\xf0\x9f" * count + b" 1\n"


@attack("text/names-alike", 300, "fg-collapse FILE")
def names_alike(count):
    """Long names that differ at their end: sorting looks at all of them."""
    for i in range(count):
        yield "main;" + "n" * 2000 + f"{i:05} 1\n"


@attack("text/stacks-alike", 300, "fg-collapse FILE")
def stacks_alike(count):
    for i in range(count):
        yield "f;" * 2000 + f"g{i} 1\n"


@attack("render/deep", LONG, "fg-render -q FILE")
def render_deep(count):
    yield ";".join(f"f{i % 99}" for i in range(count)) + " 1\n"


@attack("render/comb", 400, "fg-render -q FILE")
def render_comb(count):
    rows = int(20 * count ** 0.5)
    for i in range(rows):
        yield ";".join(f"f{k}" for k in range(i)) + f";leaf{i} 1\n"


@attack("render/callers", 300, "fg-render -q --flamechart FILE")
def render_chart(count):
    for i in range(4 * count):
        yield f"main;f{i % count};g{i} 1\n"


@attack("diff/recursion", LONG, "fg-diff -q --table FILE FILE")
def diff_recursion(count):
    for depth in (count, count // 2, count // 3):
        yield ";".join("ab"[i % 2] for i in range(depth)) + " 1\n"


@attack("diff/functions", 5000, "fg-diff -q --table FILE FILE")
def diff_functions(count):
    for i in range(count):
        yield f"main;f{i};g{i * 7 % count};h 1\n"


@attack("diff/renamed", 3000, "fg-diff -q --rename=(.)x*$=$1 FILE FILE")
def diff_renamed(count):
    for i in range(count):
        yield f"main;f{i}" + "x" * 50 + " 1\n"
