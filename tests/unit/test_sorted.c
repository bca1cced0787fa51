/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/sorted.h"
#include "fg/text.h"
#include "recorder.h"

enum { FILES = 7, LINES = 300 };

static unsigned next_random(uint32_t *random)
{
	*random = *random * 1664525 + 1013904223;
	return *random >> 10;
}

static int by_text(const void *a, const void *b)
{
	const fg_str *x = a, *y = b;

	return fg_compare(*x, *y);
}

/* Sorted lines of few letters, so that many begin alike; some come twice. */
static void write_file(struct fg_out *out, uint32_t *seed, fg_wide *total)
{
	char names[LINES][16];
	fg_str stacks[LINES];

	for (size_t i = 0; i < LINES; i++) {
		size_t n = 1 + next_random(seed) % 9;

		for (size_t k = 0; k + 1 < n; k++)
			names[i][k] = ";-b\377"[next_random(seed) % 4];
		names[i][n - 1] = 'a';
		stacks[i] = (fg_str){ names[i], n };
	}
	qsort(stacks, LINES, sizeof *stacks, by_text);
	for (size_t i = 0; i < LINES; i++) {
		unsigned weight = next_random(seed) % 1000;

		fg_out_printf(out, "%.*s %u\n", FG_FMT(stacks[i]), weight);
		*total += weight;
	}
}

static void merging_gives_each_stack_once_in_order(void **state)
{
	struct fg_out *texts[FILES];
	struct fg_lines *in[FILES];
	struct fg_sorted_file files[FILES];
	struct fg_sorted *sources[FILES];
	struct fg_merge *merge;
	struct fg_buffer before = { 0 };
	struct recorder r = RECORDER(r);
	fg_wide total = 0, sum = 0;
	uint32_t seed = 1;
	size_t count = 0;

	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		texts[i] = fg_out_memory();
		write_file(texts[i], &seed, &total);
		in[i] = fg_lines_from_memory((fg_str){ texts[i]->buffer,
						       texts[i]->used },
					     "text", &r.diag);
		fg_sorted_file_init(&files[i], in[i]);
		files[i].line.column = i % 2;
		sources[i] = &files[i].line;
	}
	merge = fg_merge_new(sources, FILES);
	while (fg_merge_next(merge)) {
		fg_str stack = fg_buffer_text(&merge->stack);
		fg_str last = fg_buffer_text(&before);

		assert_true(count == 0 || fg_compare(last, stack) < 0);
		assert_int_equal(merge->shared, fg_common_start(last, stack));
		sum += merge->weight[0] + merge->weight[1];
		before.n = 0;
		fg_buffer_append(&before, stack);
		count++;
	}
	assert_true(sum == total);
	assert_true(count > LINES && count < FILES * LINES);
	fg_merge_free(merge);
	for (size_t i = 0; i < FILES; i++) {
		assert_true(fg_sorted_file_is_whole(&files[i]));
		fg_sorted_file_free(&files[i]);
		fg_lines_close(in[i]);
		fg_out_free(texts[i]);
	}
	free(before.p);
	recorder_free(&r);
}

/* Whether a file with this text is read to its end. */
static bool is_taken(const char *text)
{
	struct recorder r = RECORDER(r);
	struct fg_lines *in =
		fg_lines_from_memory(fg_from_c(text), "text", &r.diag);
	struct fg_sorted_file file;
	bool whole;

	fg_sorted_file_init(&file, in);
	while (file.line.next(&file.line))
		;
	whole = fg_sorted_file_is_whole(&file);
	fg_sorted_file_free(&file);
	fg_lines_close(in);
	recorder_free(&r);
	return whole;
}

static void only_plain_sorted_lines_are_taken(void **state)
{
	(void)state;
	assert_true(is_taken("a 1\na 2\na b 3\na-b 4\na;b 5"));
	assert_true(is_taken("# fg: unit=ns\n\na 1\n# b\nb;;c 007\n"));
	assert_false(is_taken("b 1\na 2\n"));
	assert_false(is_taken("a;b 1\na b 2\n"));
	assert_false(is_taken("a 1.5\n"));
	assert_false(is_taken("a 1 2\n"));
	assert_false(is_taken("a -1\n"));
	assert_false(is_taken("a; 1\n"));
	assert_false(is_taken("a  1\n"));
	assert_false(is_taken("a 1\r\n"));
	assert_false(is_taken("a 1 \n"));
	assert_false(is_taken("# a;b 1\n"));
	assert_false(is_taken("a 1234567890123456789\n"));
	assert_false(is_taken("a\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merging_gives_each_stack_once_in_order),
		cmocka_unit_test(only_plain_sorted_lines_are_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
