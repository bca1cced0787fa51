/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/header.h"
#include "fg/text.h"
#include "recorder.h"

static char *written(const struct fg_header *header)
{
	struct fg_out *out = fg_out_memory();
	char *text;

	fg_header_write(out, header);
	text = fg_str_dup((fg_str){ out->buffer, out->used });
	fg_out_free(out);
	return text;
}

static void assert_parsed(const char *line, const char *expected, bool damaged)
{
	struct fg_header header = { 0 };
	bool is_damaged = false;
	char *got;

	assert_true(fg_header_parse(fg_from_c(line), &header, &is_damaged));
	got = written(&header);
	assert_string_equal(got, expected);
	assert_int_equal(is_damaged, damaged);
	free(got);
	fg_header_free(&header);
}

static void keys_are_kept(void **state)
{
	(void)state;
	assert_parsed("# fg: metric=cpu-clock unit=ns new=x\r",
		      "# fg: metric=cpu-clock unit=ns new=x\n", false);
	assert_parsed("# fg:\tunit=ns   x=y=z ", "# fg: unit=ns x=y=z\n",
		      false);
	assert_parsed("# fg:", "", false);
	assert_parsed("# fg: a=%20%25%0a%7F;", "# fg: a=%20%25%0A%7F;\n",
		      false);
	assert_parsed("# fg: a=50% b=%zz c=%00",
		      "# fg: a=50%25 b=%25zz c=%2500\n", false);
}

static void damage_is_told(void **state)
{
	(void)state;
	assert_parsed("# fg: metric unit=ns", "# fg: unit=ns\n", true);
	assert_parsed("# fg: unit=ns metric=", "# fg: unit=ns\n", true);
	assert_parsed("# fg: unit=ns unit=us", "# fg: unit=ns\n", true);
	assert_parsed("# fg: =x unit=ns", "# fg: unit=ns\n", true);
}

static void a_header_has_no_end_of_keys(void **state)
{
	struct fg_buffer line = { 0 };
	struct fg_header header = { 0 };
	bool damaged = false;

	(void)state;
	fg_buffer_append(&line, FG_STR("# fg:"));
	for (unsigned i = 0; i < 1000; i++) {
		char word[32];
		int n = snprintf(word, sizeof word, " k%u=%u", i, i);

		fg_buffer_append(&line, (fg_str){ word, (size_t)n });
	}
	assert_true(fg_header_parse(fg_buffer_text(&line), &header, &damaged));
	assert_int_equal(header.count, FG_HEADER_KEYS_MAX);
	assert_true(damaged);
	fg_header_free(&header);
	free(line.p);
}

static void other_lines_are_no_header(void **state)
{
	static const char *const lines[] = {
		"",
		"# fg",
		"# fg-diff before=1 after=2",
		"#fg: unit=ns",
		"# fg:unit=ns",
		"# comment",
		"fg: unit=ns",
		"a;b 1",
	};
	struct fg_header header = { 0 };
	bool damaged = false;

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		assert_false(fg_header_parse(fg_from_c(lines[i]), &header,
					     &damaged));
	assert_int_equal(header.count, 0);
}

/*
 * The header of a text, with its samples as they are of what was read, then
 * what was said; or what was said, where it cannot be read.
 */
static char *read_text(fg_str text, unsigned threads)
{
	struct recorder r = RECORDER(r);
	struct fg_folded_reader reader = { .threads = threads };
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_lines *in = fg_lines_from_memory(text, "x", &r.diag);
	struct fg_buffer both = { 0 };
	char *line;

	if (fg_folded_read(&reader, in, stacks, &r.diag) == FG_OK) {
		fg_header_set_samples(&reader.header, "",
				      fg_stacks_samples(stacks, 0),
				      fg_stacks_total(stacks, 0),
				      fg_stacks_scale(stacks));
		line = written(&reader.header);
		fg_buffer_append(&both, fg_from_c(line));
		free(line);
	}
	fg_buffer_append(&both, fg_from_c(recorder_text(&r)));
	fg_buffer_append(&both, (fg_str){ "", 1 });
	(void)fg_lines_close(in);
	fg_stacks_free(stacks);
	fg_header_free(&reader.header);
	recorder_free(&r);
	return both.p;
}

static void assert_reads(const char *text, const char *expected)
{
	char *got = read_text(fg_from_c(text), 1);

	assert_string_equal(got, expected);
	free(got);
}

#define CPU "# fg: metric=cpu unit=ns "

static void one_header_describes_all(void **state)
{
	(void)state;
	assert_reads(CPU "samples=2 squares=50 total=8\na;b 1\na 7\n",
		     CPU "samples=2 squares=50 total=8\n");
	assert_reads("# x\n" CPU "total=8 host=h\na 8\n", CPU "host=h "
							      "total=8\n");
	assert_reads(CPU "samples=2 squares=2.5 total=2\na 1.5\na 0.5\n",
		     CPU "samples=2 squares=2.5 total=2\n");
}

static void files_may_follow_each_other(void **state)
{
	(void)state;
	assert_reads(CPU "samples=2 squares=50 total=8 host=a\na 8\n" CPU
			 "samples=1 squares=4 total=2 host=b\na 2\n",
		     CPU "samples=3 squares=54 total=10\n");
	/* one says nothing of samples: so nothing is known of all */
	assert_reads(CPU "samples=2 squares=50 total=8\na 8\n" CPU "\na 2\n",
		     CPU "total=10\n");
	assert_reads("a 5\n" CPU "samples=1 squares=4 total=2\na 2\n", CPU
		     "total=7\nnote x:2: the lines before this header do not "
		     "say what they count; they are read as its lines\n");
}

static void sorted_headers_stand_together(void **state)
{
	(void)state;
	assert_reads(CPU "samples=2 squares=50 total=8\n" CPU "samples=1 "
			 "squares=4 "
			 "total=2\na 8\nb "
			 "2\n",
		     CPU "samples=3 squares=54 total=10\n");
	/* a locale that does not look at punctuation */
	assert_reads("a 3\n" CPU "samples=2 squares=50 total=8\nmain 5\n",
		     CPU "samples=2 squares=50 total=8\n");
}

static void parts_have_their_share_of_samples(void **state)
{
	(void)state;
	assert_reads(CPU "samples=8 squares=80 total=16\na 4\n", CPU "samples="
								     "2 "
								     "squares="
								     "20 "
								     "total="
								     "4\n");
	assert_reads(CPU "samples=8 squares=80 total=16\n", CPU "total=0\n");
	/* somebody added lines: what the header says is of something else */
	assert_reads(CPU "samples=8 squares=80 total=16\na 17\n", CPU "total="
								      "17\n");
	assert_reads(CPU "samples=8 squares=80\na 17\n", CPU "samples=8 "
							     "squares=80 "
							     "total=17\n");
	assert_reads(CPU "samples=340282366920938463463374607431768211455 "
			 "squares=1 total=16\na 16\n",
		     CPU "total=16\n");
}

static void unlike_units_are_refused(void **state)
{
	(void)state;
	assert_reads(CPU "total=1\na 1\n# fg: metric=alloc unit=bytes\na 2\n",
		     "error x:3: the weights are alloc in bytes from here "
		     "on, those from line 1 on are cpu in ns: unlike units "
		     "are not added up\n");
	assert_reads(CPU "total=1\n# fg: metric=alloc unit=bytes\na 2\n",
		     "error x:2: the weights are alloc in bytes from here "
		     "on, those from line 1 on are cpu in ns: unlike units "
		     "are not added up\n");
	assert_reads("# fg: metric=cpu unit=nanoseconds total=1\na 1\n" CPU
		     "total=2\na 2\n",
		     "# fg: metric=cpu unit=ns total=3\n");
	assert_reads(CPU "total=1\na 1\n# fg: metric=task unit=ns total=2\na "
			 "2\n",
		     "# fg: unit=ns total=3\n"
		     "warning x:3: the weights are task in ns from here on, "
		     "those from line 1 on are cpu in ns; they are added up\n");
}

static void sections_of_time_are_parts(void **state)
{
	(void)state;
	assert_reads(CPU "samples=3 squares=54 total=10 start=now\n" CPU
			 "time=1 length=1\na 8\n" CPU "time=2 length=1\na 2\n",
		     CPU "start=now samples=3 squares=54 total=10\n");
	/* without a header of the whole */
	assert_reads(CPU "time=1 samples=2 squares=50 total=8\na 8\n" CPU
			 "time=2 samples=1 squares=4 total=2\na 2\n",
		     CPU "total=10\n");
	assert_reads(CPU "total=10\n" CPU "time=1\n" CPU "time=2\na 8\nb 2\n",
		     CPU "total=10\nwarning x:0: the headers of its time "
			 "sections are together, as after sort: the sections "
			 "are lost, and their sum is used\n");
	assert_reads(CPU "total=1\na 1\n# fg: unit=bytes time=1\na 2\n",
		     "error x:3: the weights are bytes from here on, those "
		     "from line 1 on are cpu in ns: unlike units are not "
		     "added up\n");
}

static void damaged_headers_are_told(void **state)
{
	(void)state;
	assert_reads("# fg: metric=cpu unit samples=many\na 1\n",
		     "# fg: metric=cpu total=1\n"
		     "warning x:1: damaged header: a word without a value, a "
		     "key that comes twice, or an invalid number\n");
}

/* Headers in the blocks of several workers. */
static void threads_do_not_show(void **state)
{
	struct fg_buffer text = { 0 };
	char *one, *many;

	(void)state;
	for (unsigned i = 0; i < 40000; i++) {
		char line[128];
		int n = snprintf(line, sizeof line, "main;f%u;g 3\n", i % 977);

		if (i % 1000 == 0)
			fg_buffer_append(&text, FG_STR(CPU "samples=1500 "
							   "squares=9000 "
							   "total=3000\n"));
		fg_buffer_append(&text, (fg_str){ line, (size_t)n });
	}
	one = read_text(fg_buffer_text(&text), 1);
	many = read_text(fg_buffer_text(&text), 8);
	assert_string_equal(one, CPU "samples=60000 "
				     "squares=360000 total=120000\n");
	assert_string_equal(many, one);
	free(one);
	free(many);
	free(text.p);
}

static void assert_joined(const char *a, const char *b, const char *expected)
{
	struct fg_header to = { 0 }, from = { 0 };
	bool damaged = false;
	char *got;

	assert_true(fg_header_parse(fg_from_c(a), &to, &damaged));
	assert_true(fg_header_parse(fg_from_c(b), &from, &damaged));
	fg_header_join(&to, &from);
	got = written(&to);
	assert_string_equal(got, expected);
	free(got);
	fg_header_free(&to);
	fg_header_free(&from);
}

static void joining_keeps_what_is_alike(void **state)
{
	(void)state;
	assert_joined("# fg: unit=ns host=a service=s duration=1.5 runs=1",
		      "# fg: unit=ns host=b service=s duration=2 runs=3 x=y",
		      "# fg: unit=ns service=s duration=3.5 runs=4\n");
	assert_joined("# fg: unit=ns host=a", "# fg: host=a",
		      "# fg: unit=ns host=a\n");
	assert_joined("# fg: host=a", "# fg: unit=ns metric=cpu",
		      "# fg: metric=cpu unit=ns\n");
	assert_joined("# fg: unit=ns before.total=1 after.total=x",
		      "# fg: unit=ns before.total=2 after.total=3",
		      "# fg: unit=ns before.total=3\n");
}

static void units_have_one_name(void **state)
{
	static const char *const names[][3] = {
		{ "cpu", "nanoseconds", "ns" },
		{ "cpu", "ns", "ns" },
		{ "wall", "microseconds", "us" },
		{ "space", "byte", "bytes" },
		{ "samples", "count", "samples" },
		{ "x", "count", "count" },
		{ "x", "pages", "pages" },
		{ "cycles:u", "cycles", "count" },
		{ "bytes", "bytes", "bytes" },
		{ "cycles", "cyc", "cyc" },
		{ "cycles:u", "cycles", "count" },
		{ "bytes", "bytes", "bytes" },
		{ "cycles", "cyc", "cyc" },
		{ "x", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_str_equal(fg_unit_name(fg_from_c(names[i][0]),
					      fg_from_c(names[i][1])),
				 names[i][2]);
}

static void sums_are_written_and_read(void **state)
{
	static const struct fg_sums sums[] = {
		{ { 0, 0 }, { 0, 0 }, 0, FG_NORMALIZE_NONE },
		{ { 10, 20 }, { 20, 20 }, 0, FG_NORMALIZE_AFTER },
		{ { 175, 225 }, { 225, 225 }, 2, FG_NORMALIZE_COMMON },
		{ { UINT64_MAX * (fg_wide)8, 1 },
		  { UINT64_MAX * (fg_wide)9, 1 },
		  0,
		  FG_NORMALIZE_FACTOR },
	};

	(void)state;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		struct fg_header header = { 0 };
		struct fg_sums got;

		fg_header_set_sums(&header, &sums[i]);
		assert_true(fg_header_sums(&header, &got));
		assert_int_equal(got.scale, sums[i].scale);
		assert_int_equal(got.normalize, sums[i].normalize);
		for (size_t side = 0; side < 2; side++) {
			assert_true(got.total[side] == sums[i].total[side]);
			assert_true(got.scaled[side] == sums[i].scaled[side]);
		}
		fg_header_free(&header);
	}
}

static void damaged_sums_are_none(void **state)
{
	static const char *const lines[] = {
		"# fg: unit=ns",
		"# fg: normalize=none before.total=1",
		"# fg: normalize=none before.total=1 after.total=x",
		"# fg: normalize=other before.total=1 after.total=2",
		"# fg: before.total=1 after.total=2",
		"# fg: normalize=none before.total=-1 after.total=2",
		("# fg: normalize=none before.total=1 "
		 "after.total=1000000000000000000000000000000000000000"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct fg_header header = { 0 };
		struct fg_sums sums = { .scale = 7 };
		bool damaged = false;

		assert_true(fg_header_parse(fg_from_c(lines[i]), &header,
					    &damaged));
		assert_false(fg_header_sums(&header, &sums));
		assert_int_equal(sums.scale, 7);
		fg_header_free(&header);
	}
}

static void assert_added(struct fg_header_files *all, const char *line,
			 const char *file, fg_status expected,
			 struct fg_diag *diag)
{
	struct fg_header header = { 0 };
	bool damaged = false;

	(void)fg_header_parse(fg_from_c(line), &header, &damaged);
	assert_int_equal(fg_header_files_add(all, &header, file, diag),
			 expected);
	fg_header_free(&header);
}

static void unlike_files_are_refused(void **state)
{
	struct recorder r = RECORDER(r);
	struct fg_header_files all = { 0 };
	char *got;

	(void)state;
	assert_added(&all, "", "plain", FG_OK, &r.diag);
	assert_string_equal(recorder_text(&r), "");
	assert_added(&all, CPU "host=a", "cpu", FG_OK, &r.diag);
	assert_added(&all, CPU "host=a", "more", FG_OK, &r.diag);
	assert_added(&all, "# fg: metric=m unit=bytes", "heap", FG_EINPUT,
		     &r.diag);
	got = written(&all.header);
	assert_string_equal(got, "# fg: metric=cpu unit=ns\n");
	assert_string_equal(recorder_text(&r), "note plain:0: does not say "
					       "what "
					       "its weights are; "
					       "taken to be like those of "
					       "'cpu'\n"
					       "error heap:0: its weights are "
					       "m "
					       "in bytes, those of "
					       "'cpu' are cpu in ns: unlike "
					       "units are not added "
					       "up\n");
	free(got);
	fg_header_free(&all.header);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_kept),
		cmocka_unit_test(damage_is_told),
		cmocka_unit_test(a_header_has_no_end_of_keys),
		cmocka_unit_test(other_lines_are_no_header),
		cmocka_unit_test(one_header_describes_all),
		cmocka_unit_test(files_may_follow_each_other),
		cmocka_unit_test(sorted_headers_stand_together),
		cmocka_unit_test(parts_have_their_share_of_samples),
		cmocka_unit_test(unlike_units_are_refused),
		cmocka_unit_test(sections_of_time_are_parts),
		cmocka_unit_test(damaged_headers_are_told),
		cmocka_unit_test(threads_do_not_show),
		cmocka_unit_test(joining_keeps_what_is_alike),
		cmocka_unit_test(units_have_one_name),
		cmocka_unit_test(sums_are_written_and_read),
		cmocka_unit_test(damaged_sums_are_none),
		cmocka_unit_test(unlike_files_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
