# SPDX-License-Identifier: MIT
"""Trees as deep as they are large, each node with a weight of its own: their
stacks, written in full, have the square of their size in frames. Each format
that keeps a tree is tried; those that write every stack out cannot do this."""
import json

from attack import attack

DEEP = 4500  # the smallest; its square is over the allowance


def joined(items, between=","):
    first = True
    for item in items:
        yield item if first else between + item
        first = False


@attack("trees/trace_events", DEEP, "fg-collapse FILE")
def trace_events(count):
    yield '{"traceEvents":['
    yield from joined(f'{{"name":"f{i % 9}","ph":"B","pid":1,"tid":1,"ts":{i}}}'
                      for i in range(count))
    for i in range(count):
        yield f',{{"ph":"E","pid":1,"tid":1,"ts":{count + i}}}'
    yield "]}"


@attack("trees/trace_events-samples", DEEP, "fg-collapse FILE")
def trace_events_samples(count):
    yield '{"stackFrames":{'
    yield from joined(f'"{i}":{{"name":"f{i % 9}","parent":"{i - 1}"}}' if i
                      else '"0":{"name":"main"}' for i in range(count))
    yield '},"samples":['
    yield from joined(f'{{"cpu":0,"tid":1,"ts":{i},"name":"x","sf":"{i}",'
                      '"weight":1}' for i in range(count))
    yield '],"traceEvents":[]}'


def speedscope(events):
    yield ('{"$schema":"https://www.speedscope.app/file-format-schema.json",'
           '"shared":{"frames":[')
    yield from joined(f'{{"name":"frame{i}"}}' for i in range(100))
    yield ']},"profiles":[{"type":"evented","name":"x","unit":"none",'
    yield '"startValue":0,"endValue":9000000,"events":['
    yield from joined(f'{{"type":"{kind}","frame":{frame},"at":{at}}}'
                      for at, (kind, frame) in enumerate(events))
    yield "]}]}"


@attack("trees/speedscope", DEEP, "fg-collapse FILE")
def speedscope_nested(count):
    yield from speedscope([("O", i % 100) for i in range(count)] +
                          [("C", (count - 1 - i) % 100)
                           for i in range(count)])


@attack("trees/speedscope-crossing", 2 * DEEP, "fg-collapse FILE")
def speedscope_crossing(count):
    """Each frame is closed while all that it called stay open."""
    events = [("O", i % 100) for i in range(count // 2)]
    for i in range(count // 2):
        events += [("C", i * 37 % 100), ("O", i * 53 % 100)]
    yield from speedscope(events)


@attack("trees/speedscope-rotating", 2 * DEEP, "fg-collapse FILE")
def speedscope_rotating(count):
    """The outermost of many is closed, time and again, and opened on top."""
    events = [("O", i) for i in range(60)]
    for i in range(count):
        events += [("C", i % 60), ("O", i % 60)]
    yield from speedscope(events)


@attack("trees/cpuprofile", DEEP, "fg-collapse FILE")
def cpuprofile(count):
    yield '{"nodes":['
    for i in range(count):
        yield (f'{{"id":{i + 1},"callFrame":{{"functionName":"f{i % 9}",'
               '"scriptId":"1","url":"","lineNumber":1,"columnNumber":1},'
               f'"hitCount":1,"children":[{i + 2}]}},')
    yield (f'{{"id":{count + 1},"callFrame":{{"functionName":"leaf",'
           '"scriptId":"1","url":"","lineNumber":1,"columnNumber":1},'
           '"hitCount":1}],"startTime":0,"endTime":' + str(count))
    yield ',"samples":[' + ",".join(str(i + 1) for i in range(count))
    yield '],"timeDeltas":[' + ",".join("1" for _ in range(count)) + "]}"


@attack("trees/firefox", DEEP, "fg-collapse FILE")
def firefox(count):
    strings = [f"f{i}" for i in range(9)]
    table = {
        "meta": {"interval": 1, "preprocessedProfileVersion": 55,
                 "product": "x"},
        "libs": [],
        "threads": [{
            "name": "t", "processName": "p", "pid": "1", "tid": "2",
            "samples": {"length": count, "stack": list(range(count)),
                        "weight": [1] * count, "weightType": "samples"},
            "stackTable": {"length": count,
                           "prefix": [None] + list(range(count - 1)),
                           "frame": [i % 9 for i in range(count)]},
            "frameTable": {"length": 9, "func": list(range(9)),
                           "address": [-1] * 9},
            "funcTable": {"length": 9, "name": list(range(9)),
                          "resource": [-1] * 9},
            "resourceTable": {"length": 0, "lib": [], "name": []},
            "stringArray": strings}]}
    yield json.dumps(table)


@attack("trees/heaptrack", DEEP, "fg-collapse FILE")
def heaptrack(count):
    yield "v 10400 2\nX ./a.out\nI 1000 10\n"
    for i in range(9):
        yield f"s 2 f{i}\ni {4096 + i:x} 0 {i + 1:x}\n"
    for i in range(count):
        yield f"t {i % 9 + 1:x} {i:x}\na 8 {i + 1:x}\n+ {i:x}\n"


@attack("trees/perfview", DEEP, "fg-collapse FILE")
def perfview(count):
    yield "<StackWindow><StackSource><Frames Count=\"9\">"
    for i in range(9):
        yield f'<Frame ID="{i}">m!f{i}</Frame>'
    yield f'</Frames><Stacks Count="{count}">'
    for i in range(count):
        yield f'<Stack ID="{i}" CallerID="{i - 1}" FrameID="{i % 9}"/>'
    yield f'</Stacks><Samples Count="{count}">'
    for i in range(count):
        yield (f'<Sample ID="{i}" Time="{i}" StackID="{i}" Metric="1" '
               'Count="1"/>')
    yield "</Samples></StackSource></StackWindow>"


@attack("trees/vsprof", DEEP, "fg-collapse FILE")
def vsprof(count):
    yield ("Level,Function Name,Inclusive Samples,Exclusive Samples,"
           "Inclusive Samples %,Exclusive Samples %,Module Name,\n")
    for i in range(count):
        yield f'{i},"f{i % 9}",{count - i},1,1.0,1.0,"m.exe",\n'


@attack("trees/vsprof_xml", DEEP, "fg-collapse FILE")
def vsprof_xml(count):
    yield "<CallTreeSummary>"
    for i in range(count):
        yield (f'<CallTree FunctionName="f{i % 9}" InclSamples="{count - i}" '
               f'ExclSamples="1" ModuleName="m" Level="{i}" '
               'ProcessName="p" PID="7"/>')
    yield "</CallTreeSummary>"


@attack("trees/xdebug", DEEP, "fg-collapse FILE")
def xdebug(count):
    yield "Version: 3.1.6\nFile format: 4\nTRACE START [2026-01-15 10:20:30]\n"
    for i in range(count):
        yield (f"{i + 1}\t{i}\t0\t{i / 1e6:.6f}\t1000\tf{i % 9}\t1\t\t"
               "/a.php\t1\t0\n")
    for i in range(count):
        yield f"{count - i}\t{count - 1 - i}\t1\t{(count + i) / 1e6:.6f}\t1\n"
    yield "TRACE END   [2026-01-15 10:20:31]\n"


@attack("trees/ftrace_graph", DEEP, "fg-collapse FILE")
def ftrace_graph(count):
    yield "# tracer: function_graph\n#\n# CPU  DURATION    FUNCTION CALLS\n"
    for i in range(count):
        yield f" 0)               |  f{i % 9}() {{\n"
        yield " 0)   1.000 us    |    leaf();\n"
    for i in range(count):
        yield f" 0) + {3 * i + 3}.000 us    |  }}\n"


@attack("trees/callgrind", DEEP, "fg-collapse FILE")
def callgrind(count):
    yield "# callgrind format\nversion: 1\nevents: Ir\npositions: line\n"
    for i in range(count):
        yield f"fn=f{i}\n1 1\ncfn=f{i + 1}\ncalls=1 1\n1 {count - i}\n"
    yield f"fn=f{count}\n1 1\n"


@attack("trees/callgrind-diamonds", 1000, "fg-collapse FILE")
def callgrind_diamonds(count):
    """Two ways at each function: 2^n ways through all."""
    yield "# callgrind format\nversion: 1\nevents: Ir\npositions: line\n"
    for i in range(count):
        half = 1 << max(0, 40 - i)
        yield (f"fn=f{i}\n1 1\ncfn=a{i}\ncalls=1 1\n1 {half}\n"
               f"cfn=b{i}\ncalls=1 1\n1 {half}\n")
        for side in "ab":
            yield f"fn={side}{i}\n1 1\ncfn=f{i + 1}\ncalls=1 1\n1 {half}\n"
    yield f"fn=f{count}\n1 1\n"


@attack("trees/async_html", DEEP, "fg-collapse FILE")
def async_html(count):
    yield "<!DOCTYPE html>\n<script>\nconst cpool = [\n'all',\n"
    for i in range(8):
        yield f"' f{i}',\n"
    yield "];\nunpack(cpool);\n\nn(3," + str(count) + ")\n"
    for i in range(1, count):
        yield f"u({(i % 8 + 1) << 3 | 3},{count - i})\n"
    yield "</script>\n"


@attack("trees/nested-json", DEEP, "fg-collapse --format=d3 FILE")
def nested_json(count):
    for i in range(count):
        yield f'{{"name":"f{i % 9}","value":{count - i},"children":['
    yield "]}" * count


@attack("trees/ghc_json", DEEP, "fg-collapse --format=ghc_json FILE")
def ghc_json(count):
    yield '{"program":"x","total_ticks":1,"cost_centres":['
    yield '{"id":1,"label":"f","module":"M","src_loc":"a","is_caf":false}],'
    yield '"profile":'
    for i in range(count):
        yield '{"id":1,"entries":1,"alloc":1,"ticks":1,"children":['
    yield "]}" * count + "}"


@attack("trees/foreign-picture", DEEP, "fg-collapse --format=svg FILE")
def foreign_picture(count):
    """flamegraph.pl's: a frame in each row, each a bit narrower."""
    yield '<svg xmlns="http://www.w3.org/2000/svg"><g id="frames">'
    for i in range(count):
        yield (f'<g><title>f{i % 9} ({count - i} samples, 1%)</title>'
               f'<rect x="10" y="{16 * (count - i)}" width="{count - i}" '
               'height="15"/></g>')
    yield "</g></svg>"
