/* SPDX-License-Identifier: MIT */
/*
 * Reports of profilers without stacks: the cost of each function, or lists of
 * callers. Some have lines that look like a part of another format.
 *
 *	Showing nodes accounting for 1.52s, 100% of 1.52s total
 *	      flat  flat%   sum%        cum   cum%
 *	     0.46s 30.26% 30.26%      0.46s 30.26%  runtime.mallocgc
 *
 * The titles are taken from the output of these tools: pprof of Go 1.26 and
 * gperftools 2.10, Node 20, binutils 2.40, perf 6.1, valgrind 3.19, strace
 * 6.1, ltrace 0.7, OpenJDK 17, Python 3.11, py-spy 0.4, memray 1.20,
 * line_profiler 5 and yappi 1.7. Those of OProfile, memory_profiler,
 * stackprof, ruby-prof, R and dotnet-trace are from their documentation.
 */
#include "format.h"
#include "input/marks.h"

#define IT_IS "this is a report without stacks, "
#define PERF_SCRIPT "perf script | fg-collapse"

static const struct marks kinds[] = {
	{ { "Showing nodes accounting for ", "flat  flat%" },
	  IT_IS "of pprof; fold the profile that it was made from" },
	{ { "Total: ", "ROUTINE ======================== " },
	  IT_IS "of pprof; fold the profile that it was made from" },
	{ { "digraph \"", "node [style=filled fillcolor=" },
	  IT_IS "of pprof; fold the profile that it was made from" },
	{ { "Total: * samples", "*%*%*%" },
	  IT_IS "of google-pprof; fold the profile that it was made from" },
	{ { "Statistical profiling result from ", NULL },
	  IT_IS "of node --prof-process; record a profile with stacks "
		"instead: node --cpu-prof" },
	{ { "Flat profile:", "Each sample counts as " },
	  IT_IS "of gprof; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "Call graph", "granularity: each sample hit covers " },
	  IT_IS "of gprof; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "Percent |*Source code & Disassembly of ", NULL },
	  IT_IS "of perf annotate; fold the recording: " PERF_SCRIPT },
	{ { "Samples: *Event count (approx.)*[percent: ", NULL },
	  IT_IS "of perf annotate; fold the recording: " PERF_SCRIPT },
	{ { "# Baseline * Delta", NULL },
	  IT_IS "of perf diff; fold both recordings with " PERF_SCRIPT ", and "
		"compare"
		" them "
		"with "
		"fg-"
		"diff" },
	{ { "Performance counter stats for ", NULL },
	  IT_IS "of perf stat; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "# *time * counts unit events", NULL },
	  IT_IS "of perf stat; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "{\"counter-value\" : \"", NULL },
	  IT_IS "of perf stat; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "*,msec,task-clock,", NULL },
	  IT_IS "of perf stat; record stacks instead: perf record -g "
		"PROGRAM; " PERF_SCRIPT },
	{ { "*( * ms): */*(*)*=", NULL },
	  IT_IS "of perf trace; record stacks instead: perf record -g -e "
		"raw_syscalls:sys_enter; " PERF_SCRIPT },
	{ { "Summary of events:", "syscall * calls * total * min" },
	  IT_IS "of perf trace; record stacks instead: perf record -g -e "
		"raw_syscalls:sys_enter; " PERF_SCRIPT },
	{ { "time * cpu * task name * wait time * sch delay ", NULL },
	  IT_IS "of perf sched; fold the stacks of its recording: perf sched "
		"record -g; perf script | fg-collapse --off-cpu" },
	{ { "Task *|*Runtime ms *|*Switches", NULL },
	  IT_IS "of perf sched; fold the stacks of its recording: perf sched "
		"record -g; perf script | fg-collapse --off-cpu" },
	{ { "* secs A0 => ", NULL },
	  IT_IS "of perf sched; fold the stacks of its recording: perf sched "
		"record -g; perf script | fg-collapse --off-cpu" },
	{ { "contended * total wait * max wait * avg wait ", NULL },
	  IT_IS "of perf lock; record stacks instead: perf record -g -e "
		"lock:contention_begin; " PERF_SCRIPT },
	{ { "Name * acquired * contended ", NULL },
	  IT_IS "of perf lock; record stacks instead: perf record -g -e "
		"lock:contention_begin; " PERF_SCRIPT },
	{ { "0x* [0x*]: event: ", ". ... raw event: size " },
	  "this is a dump of the records in perf.data; fold what perf script "
	  "prints without -D: " PERF_SCRIPT },
	{ { "PerfTop: * irqs/sec ", NULL },
	  IT_IS "of perf top; record stacks instead: perf record "
		"-g; " PERF_SCRIPT },
	{ { "CPU: *, speed * MHz", "Counted * events" },
	  IT_IS "of OProfile; record stacks instead: perf record "
		"-g; " PERF_SCRIPT },
	{ { "==*== Using Valgrind-", NULL },
	  "this is what valgrind says while it runs; fold the file that its "
	  "tool writes: callgrind.out.PID, dhat.out.PID, massif.out.PID or "
	  "xtmemory.kcg.PID" },
	{ { "Profile data file *(creator: ", NULL },
	  IT_IS "of callgrind_annotate; fold the file that it was made from, "
		"callgrind.out.PID" },
	{ { "Events recorded: ", "I1 cache: " },
	  IT_IS "of cg_annotate; fold the file that it was made from, "
		"cachegrind.out.PID" },
	{ { "Events recorded: ", "Command: " },
	  IT_IS "of cg_annotate; fold the file that it was made from, "
		"cachegrind.out.PID" },
	{ { "Invocation: *cg_annotate ", NULL },
	  IT_IS "of cg_annotate; fold the file that it was made from, "
		"cachegrind.out.PID" },
	{ { "ms_print arguments: ", NULL },
	  "this is a drawing of ms_print; fold the file that it was made "
	  "from, massif.out.PID" },
	{ { "% time * seconds * usecs/call * calls ", NULL },
	  IT_IS "of strace or ltrace; record stacks instead: perf record -g "
		"-e raw_syscalls:sys_enter; " PERF_SCRIPT },
	{ { "num * #instances * #bytes * class name", NULL },
	  IT_IS "of the classes in a Java heap; record who allocates instead: "
		"async-profiler's -e alloc" },
	{ { "Chunks: ", "Event Type * Count * Size (bytes)" },
	  IT_IS "of jfr; fold the recording itself, the .jfr file" },
	{ { "jdk.* {", "startTime = " },
	  "this is a recording that jfr has printed; fold the recording "
	  "itself, the .jfr file" },
	{ { "ncalls * tottime * percall * cumtime ", NULL },
	  IT_IS "of Python's cProfile; record stacks instead: py-spy record "
		"-f raw -o out.folded -- python PROGRAM" },
	{ { "Clock type: ", "name * ncall * tsub " },
	  IT_IS "of yappi; record stacks instead: py-spy record -f raw -o "
		"out.folded -- python PROGRAM" },
	{ { "Timer unit: * s", "Line # * Hits * Time " },
	  IT_IS "of line_profiler; record stacks instead: py-spy record -f "
		"raw -o out.folded -- python PROGRAM" },
	{ { "Collecting samples from *(python v", "*OwnTime*TotalTime" },
	  IT_IS "of py-spy top; record stacks instead: py-spy record -f raw "
		"-o out.folded --pid PID" },
	{ { "*Collecting samples from *(python v", "*Total Samples " },
	  IT_IS "of py-spy top; record stacks instead: py-spy record -f raw "
		"-o out.folded --pid PID" },
	{ { "Line # * Mem usage * Increment ", NULL },
	  IT_IS "of memory_profiler; record stacks instead: memray run "
		"PROGRAM; memray transform csv FILE.bin" },
	{ { "*Total allocations:", "*Total memory allocated:" },
	  IT_IS "of memray; fold what 'memray transform csv FILE.bin' writes" },
	{ { "Mode: *(*)", "TOTAL * (pct) * SAMPLES " },
	  IT_IS "of stackprof; fold what it prints with --json" },
	{ { "Measure Mode: ", "%self * total * self * wait " },
	  IT_IS "of ruby-prof; record stacks instead, with stackprof or "
		"rbspy" },
	{ { "$by.self", "self.time self.pct total.time " },
	  IT_IS "of R's summaryRprof; fold the file that it was made from, "
		"Rprof.out" },
	{ { "Top * Functions (", NULL },
	  IT_IS "of dotnet-trace; convert the trace instead: dotnet-trace "
		"convert --format Speedscope NAME.nettrace" },
	{ { "# tracer: ", "# *TASK-PID * FUNCTION" },
	  "this trace of ftrace has no stacks; record them: echo 1 "
	  ">options/stacktrace" },
	{ { NULL, NULL }, NULL },
};

/*
 * Less than the bid of a format that has seen a stack, which may come late:
 * ftrace's events can have stacks or not.
 */
enum { BID_FLAT = BID_SURE - 15 };

static int detect(fg_str head)
{
	return marks_find(kinds, head) ? BID_FLAT : BID_NO;
}

static const char *advise(fg_str head)
{
	return marks_find(kinds, head);
}

const struct format format_flat = {
	.name = "flat",
	.summary = "reports without stacks: pprof -top, gprof, perf stat and "
		   "others; recognised, not read",
	.detect = detect,
	.advice = "this is a report without stacks; fold the recording that "
		  "it was made from",
	.advise = advise,
};
