/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/text.h"

#include "profile.h"
#include "recorder.h"

static void assert_split(const char *line, bool one_column, unsigned count,
			 const char *stack, uint64_t first, uint64_t second)
{
	struct fg_weight w[2] = { { 0 }, { 0 } };
	fg_str got = { NULL, 0 };
	unsigned n =
		fg_folded_split(fg_from_c(line), one_column, &got, w, NULL);

	if (n != count)
		fail_msg("'%s' has %u weights, not %u", line, n, count);
	if (count == 0)
		return;
	assert_str_equal(got, stack);
	assert_int_equal(w[0].units, first);
	if (count == 2)
		assert_int_equal(w[1].units, second);
}

static void lines_are_split_from_the_right(void **state)
{
	(void)state;
	assert_split("a;b 12", false, 1, "a;b", 12, 0);
	assert_split("a b;c d 12", false, 1, "a b;c d", 12, 0);
	assert_split("a 1 2", false, 2, "a", 1, 2);
	assert_split("a 1 2", true, 1, "a 1", 2, 0);
	assert_split("a 1 2 3", false, 2, "a 1", 2, 3);
	assert_split("a\t12", false, 1, "a", 12, 0);
	assert_split("a  \t 1 \t 2  \t", false, 2, "a", 1, 2);
	assert_split("a 12\r", false, 1, "a", 12, 0);
	assert_split("  a;b 12", false, 1, "a;b", 12, 0);
	assert_split("a 2e+07", false, 1, "a", 20000000, 0);
	assert_split("a 5e-1 1E+2", false, 2, "a", 5, 100);
	assert_split("a;lib 5e1 6", false, 1, "a;lib 5e1", 6, 0);
	assert_split("a\v12", false, 1, "a", 12, 0);
	assert_split("a \f1\v\f2\f", false, 2, "a", 1, 2);
	assert_split("a x1 2", false, 1, "a x1", 2, 0);
	assert_split("operator()(int) 3", false, 1, "operator()(int)", 3, 0);
}

static void lines_without_a_weight(void **state)
{
	static const char *const bad[] = {
		"",	 " ",	 "a",	  "a;b",    "a;b ",    "a 1x",
		"a -1",	 "12",	 "a;12",  "a 0x10", "a 1,000", "a 1 x",
		"a 1e3", "a 1e", "a 1e+", "a e+06", "a 1E3",
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_split(bad[i], false, 0, "", 0, 0);
}

/* Reads `text` with `threads`; returns the folded text and what was said. */
static char *read_with(fg_str text, struct fg_folded_reader *reader,
		       unsigned threads)
{
	struct recorder r = RECORDER(r);
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_lines *in = fg_lines_from_memory(text, "in", &r.diag);
	char *folded, *both;
	size_t n;

	reader->threads = threads;
	assert_int_equal(fg_folded_read(reader, in, stacks, &r.diag), FG_OK);
	assert_int_equal(fg_lines_close(in), FG_OK);
	fg_header_free(&reader->header);
	fg_diag_finish(&r.diag);
	folded = profile_text(stacks);
	n = strlen(folded);
	both = fg_malloc(n + strlen(recorder_text(&r)) + 1);
	memcpy(both, folded, n);
	memcpy(both + n, recorder_text(&r), strlen(recorder_text(&r)) + 1);
	free(folded);
	fg_stacks_free(stacks);
	recorder_free(&r);
	return both;
}

static void assert_reads(const char *text, const char *expected)
{
	struct fg_folded_reader reader = { 0 };
	char *got = read_with(fg_from_c(text), &reader, 1);

	assert_string_equal(got, expected);
	free(got);
}

static void reading_is_lenient(void **state)
{
	(void)state;
	assert_reads("", "");
	assert_reads("a 1\r\n\r\n \t\nb 2", "a 1\nb 2\n");
	assert_reads("# made by hand\n#\na 1\n#a 2\n", "#a 2\na 1\n");
	assert_reads("a;b;; 1\na;b; 2\na;b 3\n", "a;b 6\n");
	assert_reads("a;;b 1\n;a 2\n", ";a 2\na;;b 1\n");
	assert_reads("a\x01\x7f\xff 1\n", "a\x01\x7f\xff 1\n");
	assert_reads("a 1.5\na 0.25\n", "a 1.75\n");
	assert_reads("a 0\n", "a 0\n");
}

static void names_may_begin_like_comments(void **state)
{
	(void)state;
	assert_reads("# a note of 5\n# 5\n# a;b\n", "");
	assert_reads("# a;b 5\n#;b 6\n# c 7;d 8\n", "# a;b 5\n# c 7;d 8\n#;b "
						    "6\n");
	assert_reads("# a; 5\n#; 6\n # b;; 7\n", "#; 6\n# a; 5\n# b; 7\n");
	assert_reads("# a;b 5 6\n", "# a;b 5 6\n");
	assert_reads("x;# a 5\n;# a 6\n", ";# a 6\nx;# a 5\n");
}

static void bad_lines_are_told_and_skipped(void **state)
{
	(void)state;
	assert_reads("a 1\nbad\n\nb\n", "a 1\n"
					"warning in:2: no weight at the end "
					"of the line\n"
					"warning in:4: no weight at the end "
					"of the line\n");
}

static void one_and_two_weights_together(void **state)
{
	(void)state;
	assert_reads("a 1\nb 2 3\nc 4\n", "a 1 1\nb 2 3\nc 4 4\n");
	assert_reads("b 2 3\na 1\n", "a 1 1\nb 2 3\n");
	assert_reads("b 0.5 3\n", "b 0.5 3\n");
}

static void weights_past_the_limit_are_told(void **state)
{
	(void)state;
	assert_reads("a 99999999999999999999\n", "a 18446744073709551615\n"
						 "warning in:0: a weight does "
						 "not fit in 64 bits and was "
						 "capped\n");
	assert_reads("a 18446744073709551615\na 1\n", "a 18446744073709551615\n"
						      "warning in:0: a weight "
						      "does not fit in 64 bits "
						      "and was "
						      "capped\n");
}

static void options_of_the_reader(void **state)
{
	struct fg_folded_reader reader = { .callers_first = true };
	char *got = read_with(FG_STR("a;b;c 1\na;b;d 2\nx\n"), &reader, 1);

	(void)state;
	assert_string_equal(got, "c;b;a 1\nd;b;a 2\n"
				 "warning in:3: no weight at the end of the "
				 "line\n");
	assert_int_equal(reader.lines, 3);
	assert_int_equal(reader.bad, 1);
	assert_int_equal(reader.first_bad, 3);
	free(got);
	reader = (struct fg_folded_reader){ .one_column = true };
	got = read_with(FG_STR("a 1 2\nb 3\n"), &reader, 1);
	assert_string_equal(got, "a 1 2\nb 3\n");
	assert_int_equal(reader.pairs, 1);
	free(got);
}

/* The shortcut for what neighbours share must not show. */
static void neighbours_that_almost_agree(void **state)
{
	(void)state;
	assert_reads("a;b;c 1\na;b;cd 1\na;b 1\na;bc 1\na 1\na;b;c 1\nab;b 1\n",
		     "a 1\na;b 1\na;b;c 2\na;b;cd 1\na;bc 1\nab;b 1\n");
	assert_reads("a;b 1\na;b;c 1\na;b; 1\na;b 1\n", "a;b 3\na;b;c 1\n");
	assert_reads("aaaaaaaa;bbbbbbbb;c 1\naaaaaaaa;bbbbbbbbb;c 1\n",
		     "aaaaaaaa;bbbbbbbb;c 1\naaaaaaaa;bbbbbbbbb;c 1\n");
}

static size_t random_below(uint64_t *state, size_t n)
{
	*state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (size_t)((*state >> 33) % n);
}

/* Names of all lengths, also empty ones, but for the first and the last. */
static size_t random_stack(uint64_t *random, char *text)
{
	size_t n = 0, names = random_below(random, 40);

	for (size_t i = 0; i < names; i++) {
		size_t length = random_below(random, i % 5 ? 9 : 150);

		for (size_t k = 0; k < length; k++)
			text[n++] = "ab"[random_below(random, 9) == 0];
		text[n++] = ';';
	}
	text[n++] = 'z';
	text[n] = '\0';
	return n;
}

/* Whether each line is greater than the one before, as bytes. */
static void assert_sorted(char *text)
{
	const char *before = "";

	for (char *line = text, *end; (end = strchr(line, '\n'));) {
		*end = '\0';
		assert_true(strcmp(before, line) < 0);
		before = line;
		line = end + 1;
	}
}

/* Splitting by blocks, and looking up many names at once, must not show. */
static void splitting_is_as_name_by_name(void **state)
{
	struct fg_folded_reader reader = { 0 };
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_buffer text = { 0 };
	uint64_t random = 7;
	char *expected, *got;

	(void)state;
	for (size_t i = 0; i < 2000; i++) {
		static char stack[40 * 151 + 2];
		fg_str added = { stack, random_stack(&random, stack) };

		profile_add(stacks, stack, 1);
		fg_buffer_append(&text, added);
		fg_buffer_append(&text, FG_STR(" 1\n"));
	}
	expected = profile_text(stacks);
	got = read_with(fg_buffer_text(&text), &reader, 1);
	assert_string_equal(got, expected);
	assert_sorted(got);
	free(got);
	free(expected);
	free(text.p);
	fg_stacks_free(stacks);
}

/* Over several blocks, with bad lines and pairs in some of them. */
static char *large_input(size_t lines, size_t *size)
{
	char *text = NULL;
	size_t n = 0, room = 0;

	for (size_t i = 0; i < lines; i++) {
		const char *format = "main;f%zu;g%zu;and some more text %zu\n";

		if (i % 50021 == 50020)
			format = "bad line %zu %zu %zux\n";
		else if (i > lines / 2 && i % 7 == 0)
			format = "main;pair%zu %zu %zu\n";
		else if (i % 11 == 0)
			format = "main;f%zu;g%zu 0.%zu\n";
		FG_RESERVE(&text, &room, n + 128);
		n += (size_t)sprintf(text + n, format, i % 101, i % 13, i % 10);
	}
	*size = n;
	return text;
}

static void threads_change_nothing(void **state)
{
	struct fg_folded_reader first = { 0 };
	size_t size;
	char *text = large_input(400000, &size);
	char *expected = read_with((fg_str){ text, size }, &first, 1);

	(void)state;
	assert_int_equal(first.bad, 7);
	assert_int_equal(first.first_bad, 50021);
	for (unsigned threads = 2; threads <= 5; threads++) {
		struct fg_folded_reader reader = { 0 };
		char *got = read_with((fg_str){ text, size }, &reader, threads);

		assert_string_equal(got, expected);
		assert_int_equal(reader.lines, first.lines);
		assert_int_equal(reader.bad, first.bad);
		assert_int_equal(reader.first_bad, first.first_bad);
		assert_int_equal(reader.pairs, first.pairs);
		assert_int_equal(reader.first_pair, first.first_pair);
		free(got);
	}
	free(expected);
	free(text);
}

static void an_order_to_keep_is_kept(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_KEEP_ORDER);
	struct fg_folded_reader reader = { .threads = 8 };
	struct fg_lines *in =
		fg_lines_from_memory(FG_STR("b 1\na 2\nb 3\n"), "in", NULL);

	(void)state;
	assert_int_equal(fg_folded_read(&reader, in, stacks, NULL), FG_OK);
	assert_int_equal(fg_lines_close(in), FG_OK);
	assert_folded(stacks, "b 1\na 2\nb 3\n");
	fg_stacks_free(stacks);
}

static void errors_of_reading_come_back(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_folded_reader reader = { .threads = 2 };
	struct fg_lines *in = fg_lines_from_memory(FG_STR("\x1f\x8b\x08\0\0\0\0"
							  "\0\0\xff"),
						   "in", &r.diag);

	(void)state;
	assert_int_equal(fg_folded_read(&reader, in, stacks, &r.diag),
			 FG_EINPUT);
	assert_int_equal(fg_lines_close(in), FG_EINPUT);
	assert_int_equal(r.diag.errors, 1);
	fg_stacks_free(stacks);
	recorder_free(&r);
}

static void detection(void **state)
{
	static const struct {
		const char *head;
		bool folded;
	} cases[] = {
		{ "a;b 1\nc 2\n", true },
		{ "a;b 1", true },
		{ "a;b 1\nc;this line is cut o", true },
		{ "# comment\n\na;b 1\n", true },
		{ "a 1\nb 2\n", false },
		{ "# fg: metric=samples\na 1\n", true },
		{ "x = 1; y 2\n", false },
		{ "a;b 1 2\n", true },
		{ "", false },
		{ "\n\n", false },
		{ "# only\n", false },
		{ "no weights\nat all\n", false },
		{ "java 12345 [000] 1.5: cycles:\n\tffff main (/bin/x)\n",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (fg_folded_detect(fg_from_c(cases[i].head)) !=
		    cases[i].folded)
			fail_msg("'%s'", cases[i].head);
	}
}

static void one_frame_stacks_are_possible(void **state)
{
	(void)state;
	assert_true(fg_folded_is_possible(FG_STR("main 12\nidle 3\n")));
	assert_false(fg_folded_is_possible(FG_STR("main;run 12\n")));
	assert_false(fg_folded_is_possible(FG_STR("1 2 3 4\n5 6 7 8\n")));
	assert_false(fg_folded_is_possible(FG_STR("# none\n")));
	assert_false(fg_folded_is_possible(FG_STR("It was 1987\nand dark\n")));
}

/* The end of a long first line is not in the head. */
static void detection_in_a_long_line(void **state)
{
	char *text = fg_malloc(FG_PEEK_MAX);
	fg_str head = { text, FG_PEEK_MAX };

	(void)state;
	memset(text, 'x', head.n);
	assert_false(fg_folded_detect(head));
	text[4] = ';';
	assert_true(fg_folded_detect(head));
	assert_false(fg_folded_is_possible(head));
	text[0] = '{';
	assert_false(fg_folded_detect(head));
	memcpy(text, "# a comment\n", 12);
	text[99] = ';';
	assert_true(fg_folded_detect(head));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_split_from_the_right),
		cmocka_unit_test(lines_without_a_weight),
		cmocka_unit_test(reading_is_lenient),
		cmocka_unit_test(names_may_begin_like_comments),
		cmocka_unit_test(bad_lines_are_told_and_skipped),
		cmocka_unit_test(one_and_two_weights_together),
		cmocka_unit_test(weights_past_the_limit_are_told),
		cmocka_unit_test(options_of_the_reader),
		cmocka_unit_test(neighbours_that_almost_agree),
		cmocka_unit_test(splitting_is_as_name_by_name),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(an_order_to_keep_is_kept),
		cmocka_unit_test(errors_of_reading_come_back),
		cmocka_unit_test(detection),
		cmocka_unit_test(detection_in_a_long_line),
		cmocka_unit_test(one_frame_stacks_are_possible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
