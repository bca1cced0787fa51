/* SPDX-License-Identifier: MIT */
/*
 * Recordings that another program must convert, and files that come with
 * recordings, recognised by their first bytes:
 *
 *	04 22 4D 18 ... "memray"	memray (lz4), or "memray" alone
 *	"go 1.26 trace" 0 0 0	Go's runtime/trace
 *	7B A9 03 FA / 7B 29 03	cProfile: marshal's dictionary of tuples
 *	"JAVA PROFILE 1.0."	a heap dump of Java (hprof)
 *	"gmon" 1		gprof
 *	"NYTProf "		Devel::NYTProf
 *	17 08 44 "tracing"	trace-cmd
 *	"Ftrace!" 0		uftrace
 *	7F "ELF", "MZ" 90, ...	a program
 *	"resourceSpans", ...	OpenTelemetry's traces, metrics and logs
 *
 * marshal sets the top bit of a type if the value is referred to later.
 */
#include <string.h>

#include "fg/text.h"

#include "format.h"
#include "formats/otlp/otlp_detect.h"
#include "input/json.h"

/* Certain: more bytes are checked than for lz4 and zip archives. */
enum { BID_CERTAIN = BID_SURE + 10 };

struct kind {
	fg_str start;
	const char *advice;
};

#define A_PROGRAM                                                             \
	"this is a program, not a profile; record one of it: perf record -g " \
	"PROGRAM; perf script | fg-collapse"

#define JFR_PRINTED                                                     \
	"this is a recording that jfr has printed; fold the recording " \
	"itself, the .jfr file"

static const struct kind kinds[] = {
	{ { "memray\0", 7 },
	  "this is a recording of memray; convert it: memray transform csv "
	  "FILE.bin" },
	{ { "JAVA PROFILE 1.0.", 17 },
	  "a heap dump has no stacks of who allocated; record these instead: "
	  "async-profiler's -e alloc" },
	{ { "gmon\1\0", 6 },
	  "this is a recording for gprof, which has no stacks; record some: "
	  "perf record -g PROGRAM; perf script | fg-collapse" },
	{ { "NYTProf ", 8 },
	  "this is a recording of Devel::NYTProf; convert it: nytprofcalls "
	  "FILE" },
	{ { "\27\10\104tracing", 10 },
	  "this is a recording of trace-cmd; fold its text: trace-cmd report "
	  "-i FILE | fg-collapse" },
	{ { "Ftrace!\0", 8 },
	  "this is a recording of uftrace; fold what 'uftrace dump "
	  "--flame-graph -d FOLDER' prints" },
	{ { "\177ELF", 4 }, A_PROGRAM },
	{ { "MZ\x90", 3 }, A_PROGRAM },
	{ { "\xcf\xfa\xed\xfe", 4 }, A_PROGRAM },
	{ { "\xca\xfe\xba\xbe", 4 }, A_PROGRAM },
};

/* lz4's frame has a header of 7 to 15 bytes, the length of a block, a token. */
static bool is_packed_memray(fg_str head)
{
	enum { LOOK = 40 };

	if (!fg_starts_with(head, FG_STR("\4\"M\30")))
		return false;
	return fg_contains(fg_slice(head, 0, head.n < LOOK ? head.n : LOOK),
			   FG_STR("memray"));
}

/* "go 1.26 trace" and three zeros */
static bool is_go_trace(fg_str head)
{
	return fg_starts_with(head, FG_STR("go 1.")) &&
	       fg_find(head, FG_STR(" trace\0\0\0")) < sizeof "go 1.999";
}

static bool is_kind(fg_str head, size_t at, const char *marshal_kinds)
{
	enum { REFERRED_TO = 0x80 };
	char kind = (char)((unsigned char)head.p[at] & (REFERRED_TO - 1));

	return memchr(marshal_kinds, kind, strlen(marshal_kinds)) != NULL;
}

/*
 * Whether it is a dictionary whose first key is a tuple of three that begins
 * with a text.
 */
static bool is_pstats(fg_str head)
{
	bool is_small;

	if (head.n < 10 || !is_kind(head, 0, "{") || !is_kind(head, 1, ")(") ||
	    head.p[2] != 3)
		return false;
	is_small = is_kind(head, 1, ")");
	if (!is_small && memcmp(head.p + 3, "\0\0\0", 3) != 0)
		return false;
	return is_kind(head, is_small ? 3 : 6, "zZaAsut");
}

static const char *advice_of_json(fg_str head)
{
	static const char *const paths[] = { "[].os_thread_id",
					     "[].frames[].short_filename",
					     ".recording.events[].type", NULL };
	unsigned found = json_head_find(head, paths);

	if ((found & 3) == 3)
		return "this is what py-spy dump --json prints; leave out "
		       "--json: py-spy dump --pid PID | fg-collapse";
	if (found & 4)
		return JFR_PRINTED;
	return NULL;
}

static const char *advice_of_markup(fg_str head)
{
	if (fg_contains(head, FG_STR("<title>Tree view</title>")) &&
	    fg_contains(head, FG_STR(".t1")))
		return "this is async-profiler's tree; have it write another "
		       "of its formats: asprof -o collapsed";
	if (fg_contains(head, FG_STR("\n<recording ")) &&
	    fg_contains(head, FG_STR("<event type=\"jdk.")))
		return JFR_PRINTED;
	return NULL;
}

#define NOT_PROFILES(what)                                                   \
	"this is OpenTelemetry's " what ", which have no stacks; fold what " \
	"it exports as profiles"

static const char *advice_of_otlp(fg_str head)
{
	switch (otlp_detect(head)) {
	case OTLP_TRACES:
		return NOT_PROFILES("traces");
	case OTLP_METRICS:
		return NOT_PROFILES("metrics");
	case OTLP_LOGS:
		return NOT_PROFILES("logs");
	default:
		return NULL;
	}
}

static const char *advise(fg_str head)
{
	if (is_packed_memray(head))
		return kinds[0].advice;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (fg_starts_with(head, kinds[i].start))
			return kinds[i].advice;
	}
	if (is_go_trace(head))
		return "this is a trace of Go's runtime/trace; take profiles "
		       "out of it with 'go tool trace -pprof=sched FILE' (or "
		       "net, sync, syscall), or record one with runtime/pprof";
	if (is_pstats(head))
		return "cProfile's statistics have no stacks; record some: "
		       "py-spy record -f raw -o out.folded -- python PROGRAM";
	if (fg_starts_with(head, FG_STR("<")))
		return advice_of_markup(head);
	if (json_head_is(head) && advice_of_json(head))
		return advice_of_json(head);
	return advice_of_otlp(head);
}

static int detect(fg_str head)
{
	return advise(head) ? BID_CERTAIN : BID_NO;
}

const struct format format_recording = {
	.name = "recording",
	.summary = "recordings of memray, runtime/trace, cProfile and others; "
		   "recognised, not read",
	.detect = detect,
	.advice = "this is a recording that another program must convert",
	.advise = advise,
};
