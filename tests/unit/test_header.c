/* SPDX-License-Identifier: MIT */
#include "check.h"

#include "fg/folded.h"
#include "fg/header.h"
#include "fg/text.h"
#include "recorder.h"

static void assert_written(const struct fg_header *header, const char *expected)
{
	struct fg_out *out = fg_out_memory();

	fg_header_write(out, header);
	assert_str_equal(((fg_str){ out->buffer, out->used }), expected);
	fg_out_free(out);
}

static void sums_and_method_are_written(void **state)
{
	struct fg_header h = { .total = { 1500, 1205 },
			       .scaled = { 1500, 1205 } };

	(void)state;
	assert_written(&h, "# fg-diff before=1500 after=1205 normalize=none\n");
	h.scale = 1;
	h.scaled[0] = 1205;
	h.normalize = FG_NORMALIZE_AFTER;
	assert_written(&h, "# fg-diff before=150 after=120.5 normalize=after "
			   "scaled-before=120.5\n");
	h.scaled[0] = 1500;
	h.scaled[1] = 1500;
	h.normalize = FG_NORMALIZE_BEFORE;
	assert_written(&h, "# fg-diff before=150 after=120.5 normalize=before "
			   "scaled-after=150\n");
}

static void what_is_written_is_read(void **state)
{
	static const struct fg_header headers[] = {
		{ { 0, 0 }, { 0, 0 }, 0, FG_NORMALIZE_NONE },
		{ { 10, 20 }, { 20, 20 }, 0, FG_NORMALIZE_AFTER },
		{ { 175, 225 }, { 225, 225 }, 2, FG_NORMALIZE_COMMON },
		{ { UINT64_MAX * (fg_wide)8, 1 },
		  { UINT64_MAX * (fg_wide)9, 1 },
		  0,
		  FG_NORMALIZE_FACTOR },
	};

	(void)state;
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		const struct fg_header *h = &headers[i];
		struct fg_out *out = fg_out_memory();
		struct fg_header got;

		fg_header_write(out, h);
		assert_true(fg_header_parse(
			(fg_str){ out->buffer, out->used - 1 }, &got));
		assert_int_equal(got.scale, h->scale);
		assert_int_equal(got.normalize, h->normalize);
		for (size_t side = 0; side < 2; side++) {
			assert_true(got.total[side] == h->total[side]);
			assert_true(got.scaled[side] == h->scaled[side]);
		}
		fg_out_free(out);
	}
}

static void other_lines_are_no_header(void **state)
{
	static const char *const lines[] = {
		"",
		"# fg-diff",
		"# comment",
		"#fg-diff before=1 after=2",
		"# fg-diff before=1",
		"# fg-diff before=1 after=",
		"# fg-diff before=x after=2",
		"# fg-diff before=-1 after=2",
		"# fg-diff before=1 after=2 normalize=other",
		"# fg-diff before=1 after=2.12345678901",
		("# fg-diff before=1 "
		 "after=1000000000000000000000000000000000000000"),
		"a;b 1 2",
	};
	struct fg_header h = { .scale = 7 };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_false(fg_header_parse(fg_from_c(lines[i]), &h));
	assert_int_equal(h.scale, 7);
}

static void unknown_words_are_skipped(void **state)
{
	struct fg_header h;

	(void)state;
	assert_true(fg_header_parse(FG_STR("# fg-diff new=1  before=3 x "
					   "after=4 y="),
				    &h));
	assert_true(h.total[0] == 3 && h.total[1] == 4);
	assert_int_equal(h.normalize, FG_NORMALIZE_NONE);
}

static void the_folded_reader_hands_it_on(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_folded_reader reader = { 0 };
	struct fg_lines *in = fg_lines_from_memory(FG_STR("# fg-diff before=3 "
							  "after=4 "
							  "normalize=none\r\n"
							  "# more\na;b 1 2\n"),
						   "x", &r.diag);
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	assert_int_equal(fg_folded_read(&reader, in, stacks, &r.diag), FG_OK);
	assert_true(reader.has_header);
	assert_true(reader.header.total[1] == 4);
	assert_int_equal(reader.lines, 1);
	fg_lines_close(in);
	fg_stacks_free(stacks);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
}

static void only_the_first_line_is_one(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_folded_reader reader = { 0 };
	struct fg_lines *in = fg_lines_from_memory(FG_STR("a;b 1 2\n# fg-diff "
							  "before=3 after=4 "
							  "normalize=none\n"),
						   "x", &r.diag);
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	assert_int_equal(fg_folded_read(&reader, in, stacks, &r.diag), FG_OK);
	assert_false(reader.has_header);
	assert_int_equal(reader.lines, 1);
	fg_lines_close(in);
	fg_stacks_free(stacks);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_and_method_are_written),
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(other_lines_are_no_header),
		cmocka_unit_test(unknown_words_are_skipped),
		cmocka_unit_test(the_folded_reader_hands_it_on),
		cmocka_unit_test(only_the_first_line_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
