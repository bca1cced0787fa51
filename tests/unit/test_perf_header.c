/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "collapse/formats/perf/perf_header.h"
#include "collapse/formats/perf/perf_line.h"
#include "collapse/formats/perf/perf_single.h"
#include "fg/text.h"

/* "comm|pid|tid|cpu|time|period|event|payload" */
static void assert_header(const char *line, const struct perf_header *h,
			  const char *expected)
{
	char got[512];

	snprintf(got, sizeof got, "%.*s|%.*s|%.*s|%.*s|%.*s|%llu|%.*s|%.*s",
		 FG_FMT(h->comm), FG_FMT(h->pid), FG_FMT(h->tid),
		 FG_FMT(h->cpu), FG_FMT(h->time), (unsigned long long)h->period,
		 FG_FMT(h->event), FG_FMT(h->payload));
	if (strcmp(got, expected) != 0)
		fail_msg("'%s'\n gives %s\n  wants %s", line, got, expected);
}

static void assert_timed(const char *line, const char *expected)
{
	struct perf_header h;
	fg_str time;

	assert_true(perf_find_time(fg_from_c(line), &time));
	assert_true(perf_header_timed(fg_from_c(line), time, &h));
	assert_header(line, &h, expected);
}

static void fields_are_taken_from_the_right(void **state)
{
	(void)state;
	assert_timed("cpp 18864   909.314179:    1001001 cpu-clock: ",
		     "cpp||18864||909.314179|1001001|cpu-clock|");
	assert_timed("cpp 5120/5133 [003]   920.250000: cycles: ", "cpp|5120|"
								   "5133|003|"
								   "920.250000|"
								   "0|cycles|");
	assert_timed("cpp 18864   909.314179:    1001001 ", "cpp||18864||909."
							    "314179|1001001||");
	assert_timed("18864   909.314179:    1001001 cpu-clock: ", "||18864||"
								   "909.314179|"
								   "1001001|"
								   "cpu-"
								   "clock|");
	assert_timed("  909.314179: cpu-clock: ", "||||909.314179|0|cpu-"
						  "clock|");
	assert_timed("cpp   909.314179: cpu-clock: ", "cpp||||909.314179|0|cpu-"
						      "clock|");
	assert_timed("cpp [001]   909.314179: cpu-clock: ", "cpp|||001|909."
							    "314179|0|cpu-"
							    "clock|");
	assert_timed("a 1 [0] b 18 K       9.3:    1 c: ", "a 1 [0] "
							   "b||18||9.3|1|c|");
	assert_timed("K 18 9.3: 1 c:", "K||18||9.3|1|c|");
	assert_timed("a K 9.3: 1 c:", "a K||||9.3|1|c|");
	assert_timed("a 18 [1] 2026-11-21 01:42:28.233064   9.3:   1 c: ",
		     "a||18|1|9.3|1|c|");
	assert_timed("VM: 2345 VCPU:001 CPU 1/KVM  2350/2351  [003]  9.3: 1 c:",
		     "CPU 1/KVM|2350|2351|003|9.3|1|c|");
	assert_timed("VM: x 23 9.3: 1 c:", "VM: x||23||9.3|1|c|");
	assert_timed(":-1    -1/-1    [000]  9.3: 1 c: ", ":-1|-1|-1|000|9.3|1|"
							  "c|");
	assert_timed("a 1 0.1: 2: 3 c:", "a||1||0.1|0|2|3 c:");
	assert_timed("a 1 9.3: 1 c:u: x: y", "a||1||9.3|1|c:u|x: y");
	assert_timed("a 1 9.3:       1 raw 0x1a8: ", "a||1||9.3|1|raw 0x1a8|");
	assert_timed("a 1 9.3:  401000 main (/a)", "a||1||9.3|0||401000 main "
						   "(/a)");
	assert_timed("a 1 9.3:  7 401000 main (/a)", "a||1||9.3|7||401000 main "
						     "(/a)");
	assert_timed("a 1 9.3:", "a||1||9.3|0||");
	assert_timed("1.5: 2.5: c:", "||||1.5|0|2.5|c:");
	assert_timed("a 1 9.3: 18446744073709551616 c:", "a||1||9.3|"
							 "18446744073709551615|"
							 "c|");
}

/* "address|frame" of a header with a time */
static void assert_frame_in(const char *right, const char *expected)
{
	char line[256], got[256];
	struct perf_header h;
	fg_str time;

	snprintf(line, sizeof line, "a 1 9.3:%s", right);
	assert_true(perf_find_time(fg_from_c(line), &time));
	assert_true(perf_header_timed(fg_from_c(line), time, &h));
	snprintf(got, sizeof got, "%.*s|%.*s",
		 FG_FMT(h.frame.n ? h.address : h.frame), FG_FMT(h.frame));
	if (strcmp(got, expected) != 0)
		fail_msg("'%s'\n gives %s\n  wants %s", line, got, expected);
}

static void frames_are_found_in_their_column(void **state)
{
	(void)state;
	assert_frame_in(" c:     7f00aabbccdd     55c5c114b2b9 f+0x1 (/a)",
			"55c5c114b2b9|f+0x1 (/a)");
	assert_frame_in(" c:     7f00aabbccdd 1 |OP LOAD|LVL L1          "
			"      7     55c5c114b2b9 f (/a) ABI:2 AX:0x1",
			"55c5c114b2b9|f (/a)");
	assert_frame_in(" c:     7f0000401000 d+0x1 (/x) ffffffff81402000 g "
			"(/y)",
			"ffffffff81402000|g (/y)");
	assert_frame_in(" c:      7f0000401000 f (/x) =>     7f0000402000 g "
			"(/y)",
			"7f0000401000|f (/x)");
	assert_frame_in(" c:  /a.slice     7fff81000000 f (/a)", "7fff81000000|"
								 "f (/a)");
	assert_frame_in(" c:   jcc                       7f0000401000 f (/x)",
			"7f0000401000|f (/x)");
	assert_frame_in("            401000 f+0x1", "401000|f+0x1");
	assert_frame_in("            401000 [unknown]", "401000|[unknown]");
	assert_frame_in("            401000 f(_: A)+0x1 (/a)", "401000|f(_: "
							       "A)+0x1 (/a)");
	assert_frame_in("      55c5c114b2b1 f (/a)\t\tinsn: 48 89", "55c5c114b2"
								    "b1|f "
								    "(/a)");
	assert_frame_in("      55c5c114b2b1 f+0x1 (/a b(c)) (d)", "55c5c114b2b1"
								  "|f+0x1 (/a "
								  "b(c))");
	assert_frame_in(" 7 raw 0x1a8:            401000 f (/a)", "401000|f "
								  "(/a)");
	assert_frame_in(" c: 55c5 f (/a) ABI:2", "55c5|f (/a)");
	/* too narrow for an address behind something else, or nothing of one */
	assert_frame_in(" x:y: ptr 55c5 f (/a)", "|");
	assert_frame_in(" c:     7f00aabbccdd", "|");
	assert_frame_in(" c:     7f00aabbccdd                7", "|");
	assert_frame_in(" c:      55c5c114b2b1\tinsn: 48 89", "|");
	/* without a module: a name as the first thing behind the event */
	assert_frame_in(" c:      55c5c114b2b1 f", "55c5c114b2b1|f");
	assert_frame_in(" c:      55c5c114b2b1 f<int, int> ABI:2 AX:0x1",
			"55c5c114b2b1|f<int, int>");
	assert_frame_in(" c:      55c5c114b2b1 f\t\tinsn: 48", "55c5c114b2b1|"
							       "f");
	assert_frame_in(" x:y: a=1      55c5c114b2b1 f", "|");
}

static void times_are_words(void **state)
{
	static const char *const bad[] = {
		"",	  "1.5",  "a1.5:",	 "1.5:x", ".5:", "1.:",
		"1.5.6:", "1,5:", "01:42:28.5 ", "1:5: ", ":",	 "x :",
	};
	fg_str time;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		if (perf_find_time(fg_from_c(bad[i]), &time))
			fail_msg("'%s' has the time '%.*s'", bad[i],
				 FG_FMT(time));
	}
}

static void records_open_no_sample(void **state)
{
	const fg_str line = FG_STR("a 1 [0] 9.3: PERF_RECORD_SWITCH OUT");
	struct perf_header h;
	fg_str time;

	(void)state;
	assert_true(perf_find_time(line, &time));
	assert_false(perf_header_timed(line, time, &h));
}

static void assert_weak(const char *line, enum perf_weak kind,
			const char *expected)
{
	struct perf_header h;
	enum perf_weak got = perf_header_weak(fg_from_c(line), &h);

	if (got != kind)
		fail_msg("'%s' is of kind %d, not %d", line, (int)got,
			 (int)kind);
	if (kind != PERF_NO_HEADER)
		assert_header(line, &h, expected);
}

static void padding_tells_ids_from_periods(void **state)
{
	(void)state;
	assert_weak("cpp 18864    1001001 c: ", PERF_WEAK_EVENT,
		    "cpp||18864|||1001001|c|");
	assert_weak("cpp    12          3 c: ", PERF_WEAK_EVENT,
		    "cpp||12|||3|c|");
	assert_weak("cpp 18864 c: ", PERF_WEAK_EVENT, "cpp||18864|||0|c|");
	assert_weak("cpp    1001001 c: ", PERF_WEAK_EVENT,
		    "cpp|||||1001001|c|");
	assert_weak("worker 7    1001001 c: ", PERF_WEAK_EVENT,
		    "worker 7|||||1001001|c|");
	assert_weak("worker 7 18864 c: ", PERF_WEAK_EVENT,
		    "worker 7||18864|||0|c|");
	assert_weak("java 4444 cycles:", PERF_WEAK_EVENT,
		    "java||4444|||0|cycles|");
	assert_weak("java 4444 9 cycles:", PERF_WEAK_EVENT,
		    "java||4444|||9|cycles|");
	assert_weak("a 12/13 [001] 7 c:", PERF_WEAK_EVENT, "a|12|13|001||7|c|");
	assert_weak("a [001] c:", PERF_WEAK_EVENT, "a|||001||0|c|");
	assert_weak("a 4194305 c:", PERF_WEAK_EVENT, "a|||||4194305|c|");
	assert_weak(" 4444 c:", PERF_WEAK_EVENT, "||4444|||0|c|");
	assert_weak("a    12 raw 0x1a8: ", PERF_WEAK_EVENT,
		    "a||12|||0|raw 0x1a8|");
	assert_weak("cpp 18864 ", PERF_WEAK_PLAIN, "cpp||18864|||0||");
	assert_weak("cpp    1001001 ", PERF_WEAK_PLAIN, "cpp|||||1001001||");
	assert_weak("a 12/13", PERF_WEAK_PLAIN, "a|12|13|||0||");
	assert_weak("cpp 18864 c:  55c5 f+0x1 (/a) ", PERF_WEAK_SINGLE,
		    "cpp||18864|||0|c|55c5 f+0x1 (/a)");
	assert_weak("VM:  12 VCPU:001 cpp 18864 c:  55c5 f (/a)",
		    PERF_WEAK_SINGLE, "cpp||18864|||0|c|55c5 f (/a)");
	assert_weak("a 18864 s:e: b=1 c=2", PERF_WEAK_EVENT,
		    "a||18864|||0|s:e|b=1 c=2");
	assert_weak("a 18864          7 s:e: b: 12345", PERF_WEAK_EVENT,
		    "a||18864|||7|s:e|b: 12345");
	assert_weak("a 18864 c:     7f00aabbccdd", PERF_WEAK_EVENT,
		    "a||18864|||0|c|7f00aabbccdd");
	assert_weak("a 18864 c:  /x.slice", PERF_WEAK_EVENT,
		    "a||18864|||0|c|/x.slice");
	assert_weak("a 18864 [-01] U         1001001 c: ", PERF_WEAK_EVENT,
		    "a||18864|-01||1001001|c|");
	assert_weak("a 18864 [001] U     c: ", PERF_WEAK_EVENT,
		    "a||18864|001||0|c|");
}

static void assert_lone(const char *line, const char *expected)
{
	struct perf_header h;

	if (!perf_header_lone(fg_from_c(line), &h))
		fail_msg("'%s' is no header", line);
	assert_int_equal(*h.frame.p, 'f');
	assert_true(fg_ends_with(fg_from_c(line), h.frame));
	assert_header(line, &h, expected);
}

static void frames_can_be_nearly_all_of_a_line(void **state)
{
	static const char *const others[] = {
		"",
		"a 18864      55c5c114b2b9 f",
		"a 18864     55c5c114b2b9 f (/a)",
		"a 7      55c5c114b2b9 f (/a)",
		"a      55c5c114b2b9 f (/a)",
		"     55c5c114b2b9 f",
		"18864      55c5c114b2b9 f",
		"              a b      55c5c114b2b9 f",
		"KX         55c5c114b2b9 f (/a)",
		"\t    55c5c114b2b9 f (/a)",
		"            55c5c114b2b9 f (/a)",
	};
	struct perf_header h;

	(void)state;
	assert_lone("               a 18864      55c5c114b2b9 f (/a)", "a||"
								       "18864||"
								       "|0||");
	assert_lone("a    12          7      55c5c114b2b9 f (/a)", "a||12|||7|"
								   "|");
	assert_lone("            dd 5      55c5c114b2b9 f (/a)", "dd "
								 "5|||||0||");
	assert_lone("             a b K          55c5c114b2b9 f", "a "
								  "b|||||0||");
	assert_lone("K              7      55c5c114b2b9 f", "|||||7||");
	assert_lone("K       cpu-clock:      55c5c114b2b9 f", "|||||0|cpu-"
							      "clock|");
	assert_lone("             a b cycles:u:      55c5c114b2b9 f (/a)",
		    "a b|||||0|cycles:u|");
	assert_lone("              dd [003]      55c5c114b2b9 f (/a)", "dd|||"
								       "003||0|"
								       "|");
	assert_lone("    1/2          55c5c114b2b9 f (/a)", "|1|2|||0||");
	assert_lone("     55c5c114b2b9 f (/a)", "|||||0||");
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (perf_header_lone(fg_from_c(others[i]), &h))
			fail_msg("'%s' is a header", others[i]);
	}
}

static void odd_lines_can_have_a_tracepoint(void **state)
{
	struct perf_header h;

	(void)state;
	perf_header_odd(FG_STR("a b s:e: c: 12"), &h);
	assert_header("", &h, "a b|||||0|s:e|c: 12");
	perf_header_odd(FG_STR("s:e: c=1:"), &h);
	assert_header("", &h, "|||||0|s:e|c=1:");
	perf_header_odd(FG_STR("a: b [003] "), &h);
	assert_header("", &h, "a: b|||003||0||");
	perf_header_odd(FG_STR("c: "), &h);
	assert_header("", &h, "|||||0|c|");
}

static void other_lines_are_no_headers(void **state)
{
	static const char *const lines[] = {
		"",
		"cpp",
		"cpp ",
		"cycles:",
		"a b:",
		":",
		"12:",
		"a (b)",
		"a [001]",
		"|12 int x:",
		" ABI:2 AX:0x1",
		"a [x] c:",
		"e 5 a:b: c",
		"a s:e: b 12345",
		"a 18864 c: b",
		"a 5: c",
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_weak(lines[i], PERF_NO_HEADER, NULL);
}

static void odd_padding_is_noticed(void **state)
{
	static const struct {
		const char *line;
		bool odd;
	} rows[] = {
		{ "worker 7 ", true },	    { "worker     7 ", false },
		{ "worker 12345 ", false }, { "a 1/2", false },
		{ "a    1001001 ", false },
	};
	struct perf_header h;

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_int_equal(perf_header_weak(fg_from_c(rows[i].line), &h),
				 PERF_WEAK_PLAIN);
		if (h.odd_padding != rows[i].odd)
			fail_msg("'%s' is odd: %d", rows[i].line,
				 h.odd_padding);
	}
}

static void assert_frame(const char *line, const char *address,
			 const char *text, const char *module)
{
	fg_str got_address, got_text;

	if (!perf_split_frame(fg_from_c(line), &got_address, &got_text))
		fail_msg("'%s' is no frame", line);
	assert_str_equal(got_address, address);
	assert_str_equal(got_text, text);
	assert_str_equal(fg_slice(got_text, perf_module_start(got_text),
				  got_text.n),
			 module);
}

static void modules_are_balanced(void **state)
{
	(void)state;
	assert_frame("\t            55c5 f+0x1 (/a)", "55c5", "f+0x1 (/a)",
		     "(/a)");
	assert_frame("55c5 f(int) (/a (b)/c d) ", "55c5", "f(int) (/a (b)/c d)",
		     "(/a (b)/c d)");
	assert_frame("  1 f (/gone (deleted))", "1", "f (/gone (deleted))",
		     "(/gone (deleted))");
	assert_frame("1  (/a)", "1", "(/a)", "(/a)");
	assert_frame("1 (/a)", "1", "(/a)", "(/a)");
	assert_frame("1 f(int)", "1", "f(int)", "");
	assert_frame("1 f (/a)b)", "1", "f (/a)b)", "(/a)b)");
	assert_frame("1 f", "1", "f", "");
}

static void frames_have_an_address(void **state)
{
	static const char *const lines[] = {
		"",
		"\t",
		"\t1",
		"\t1 ",
		"\tX f (/a)",
		"0x1 f (/a)",
		"\t12345678901234567 f (/a)",
		"\tABC f (/a)",
		"\t000055b7f0d4a139\taddl $0x1, -0x4(%rbp)",
		"       12ab34000",
		"       12ab34000 4K 2M",
		"               0 N/A N/A",
		"       12ab34000 4K /a.slice",
		"       12ab34000 /a.slice",
	};
	fg_str address, text;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (perf_split_frame(fg_from_c(lines[i]), &address, &text))
			fail_msg("'%s' is a frame", lines[i]);
	}
}

static void places_are_told_from_frames(void **state)
{
	static const char *const places[] = {
		"  a b.c:7",
		"  b.c:7 ",
		"  ??:0",
		"  a b.c:7 (inlined)",
		"  a b.c:7 (discriminator 12)",
		"  a b.c:7 (discriminator 1) (inlined)",
		"  a b.so[27b25]",
	};
	static const char *const others[] = {
		"",
		"  a",
		" a b.c:7",
		"   a b.c:7",
		"\ta b.c:7",
		"  a b.c:",
		"  a :7",
		"  :7",
		"  7",
		"  a b.c:7 (main)",
		"  a b.c:7 (discriminator )",
		"  1 (discriminator 1)",
		"  a (inlined)",
		"  a [unknown]",
		"  a [0]",
		"  a b[]",
		"  ]",
		"  a]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (!perf_is_source(fg_from_c(places[i])))
			fail_msg("'%s' is no place", places[i]);
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		if (perf_is_source(fg_from_c(others[i])))
			fail_msg("'%s' is a place", others[i]);
	}
}

static void single_frames_end_at_their_module(void **state)
{
	fg_str address, text;

	(void)state;
	assert_true(perf_split_single(FG_STR("1 f (/a b) ABI:2 AX:0x1 g(/c)/h"),
				      &address, &text));
	assert_str_equal(text, "f (/a b)");
	assert_true(perf_split_single(FG_STR("1 f ([kernel])  "
					     "f+0x1(/a)/g+0x2(/b)"),
				      &address, &text));
	assert_str_equal(text, "f ([kernel])");
	assert_false(perf_split_single(FG_STR("1 |OP LOAD|LVL L1"), &address,
				       &text));
	assert_false(
		perf_split_single(FG_STR("prev_comm=a (/b)"), &address, &text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_are_taken_from_the_right),
		cmocka_unit_test(frames_are_found_in_their_column),
		cmocka_unit_test(times_are_words),
		cmocka_unit_test(records_open_no_sample),
		cmocka_unit_test(padding_tells_ids_from_periods),
		cmocka_unit_test(frames_can_be_nearly_all_of_a_line),
		cmocka_unit_test(odd_lines_can_have_a_tracepoint),
		cmocka_unit_test(other_lines_are_no_headers),
		cmocka_unit_test(odd_padding_is_noticed),
		cmocka_unit_test(modules_are_balanced),
		cmocka_unit_test(frames_have_an_address),
		cmocka_unit_test(places_are_told_from_frames),
		cmocka_unit_test(single_frames_end_at_their_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
