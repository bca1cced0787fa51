/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/folded.h"
#include "fg/slices.h"
#include "fg/text.h"

#define S(n) ((int64_t)(n)*1000000000)

static void add(struct fg_stacks *marked, const struct fg_slice_key *key,
		const char *name, uint64_t weight)
{
	struct fg_frames *frames = fg_stacks_frames(marked);
	fg_frame ids[2];
	size_t n = 0;

	if (key)
		ids[n++] = fg_slice_mark(frames, key);
	ids[n++] = fg_frames_intern(frames, fg_from_c(name));
	fg_stacks_add(marked, ids, n, (struct fg_weight){ weight, 0 }, 0);
}

static struct fg_slice_key at(int64_t time, const char *thread)
{
	return (struct fg_slice_key){ .has_time = true,
				      .time = time,
				      .length = S(1),
				      .thread = fg_from_c(thread) };
}

static void assert_written(const struct fg_slices *slices,
			   const struct fg_stacks *plain, const char *wanted)
{
	struct fg_out *out = fg_out_memory();

	fg_slices_write(out, slices, plain);
	fg_out_char(out, '\0');
	assert_string_equal(out->buffer, wanted);
	fg_out_free(out);
}

static void marks_become_slices(void **state)
{
	struct fg_stacks *marked = fg_stacks_new(FG_FOLD);
	struct fg_stacks *plain = fg_stacks_new(FG_FOLD);
	struct fg_slice_key late = at(S(3), "t"), early = at(S(-1), "u");
	struct fg_slices slices = { 0 };

	(void)state;
	add(marked, &late, "b", 1);
	add(marked, &early, "b", 2);
	add(marked, &late, "a", 4);
	add(marked, NULL, "b", 8);
	fg_slices_take(&slices, marked, plain);
	assert_int_equal(fg_stacks_count(plain), 2);
	assert_true(fg_stacks_total(plain, 0) == 15);
	assert_int_equal(fg_slices_times(&slices), 2);
	assert_written(&slices, plain,
		       "b 8\n# fg: time=-1 length=1 thread=u\nb 2\n"
		       "# fg: time=3 length=1 thread=t\na 4\nb 1\n");
	fg_slices_shift(&slices, S(-1));
	fg_slices_coarsen(&slices, plain, S(10));
	assert_written(&slices, plain,
		       "b 8\n# fg: time=0 length=10 thread=t\na 4\nb 1\n"
		       "# fg: time=0 length=10 thread=u\nb 2\n");
	fg_slices_free(&slices);
	fg_stacks_free(plain);
	fg_stacks_free(marked);
}

static void one_thread_needs_no_name(void **state)
{
	struct fg_stacks *marked = fg_stacks_new(FG_FOLD);
	struct fg_stacks *plain = fg_stacks_new(FG_FOLD);
	struct fg_slice_key key = at(0, "t");
	struct fg_slices slices = { 0 };

	(void)state;
	add(marked, &key, "a", 4);
	fg_slices_take(&slices, marked, plain);
	fg_slices_forget_lone_thread(&slices, plain);
	assert_written(&slices, plain, "# fg: time=0 length=1\na 4\n");
	fg_slices_free(&slices);
	fg_stacks_free(plain);
	fg_stacks_free(marked);
}

static void seconds_are_exact(void **state)
{
	static const struct {
		int64_t ns;
		const char *text;
	} rows[] = {
		{ 0, "0" },
		{ S(12) + 350000000, "12.35" },
		{ -500000000, "-0.5" },
		{ 1, "0.000000001" },
		{ INT64_MAX, "9223372036.854775807" },
		{ INT64_MIN, "-9223372036.854775808" },
	};
	char text[FG_NUMBER_ROOM];

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		size_t n = fg_write_seconds(text, rows[i].ns);

		assert_str_equal(((fg_str){ text, n }), rows[i].text);
	}
}

static void bad_times_are_told(void **state)
{
	static const char *const bad[] = {
		"x", "-", ".", "1e3", "1.2.3", "99999999999", "0x1", "1-2"
	};

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct fg_header header = { 0 };
		struct fg_slice_key key;
		bool damaged = false;

		fg_header_set(&header, "time", fg_from_c(bad[i]));
		assert_false(fg_slice_of_header(&header, &key, &damaged));
		assert_true(damaged);
		fg_header_free(&header);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_become_slices),
		cmocka_unit_test(one_thread_needs_no_name),
		cmocka_unit_test(seconds_are_exact),
		cmocka_unit_test(bad_times_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
