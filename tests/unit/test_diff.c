/* SPDX-License-Identifier: MIT */
/*
 * Properties that hold for any two profiles, tried on random ones. The names
 * are such that lines and frames sort differently, stacks are repeated, and
 * some are the beginning of others.
 */
#include "unit.h"

#include <stdio.h>
#include <unistd.h>

#include "diff/diff.h"
#include "diff/tally.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/tree.h"
#include "recorder.h"

enum { ROUNDS = 40, LINES = 120 };

static uint64_t random_state = 1;

static uint64_t below(uint64_t n)
{
	random_state = random_state * 6364136223846793005 + 1442695040888963407;
	return (random_state >> 33) % n;
}

/* A file of folded lines that is there while it is used. */
struct file {
	char path[32];
};

static struct file file_of(fg_str text)
{
	struct file file = { "/tmp/fg-test-XXXXXX" };
	int fd = mkstemp(file.path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text.p, text.n), (ssize_t)text.n);
	close(fd);
	return file;
}

static void add_line(struct fg_out *out, bool decimals)
{
	static const char *const names[] = { "a",   "b",      "b-c", "b.d",
					     "b c", "b(int)", "e" };
	size_t depth = below(7);

	for (size_t d = 0; d < depth; d++)
		fg_out_printf(out, d ? ";%s" : "%s", names[below(7)]);
	fg_out_printf(out, " %d", (int)below(30));
	if (decimals && below(2))
		fg_out_printf(out, ".%d", (int)below(100));
	fg_out_char(out, '\n');
}

static struct file random_file(bool decimals)
{
	struct fg_out *out = fg_out_memory();
	struct file file;

	for (size_t i = 0; i < LINES; i++)
		add_line(out, decimals);
	file = file_of((fg_str){ out->buffer, out->used });
	fg_out_free(out);
	return file;
}

/* Reads two files; the caller frees `diff`. */
static fg_status read_pair(struct diff *diff, struct diff_options *options,
			   const char *before, const char *after,
			   struct fg_diag *diag)
{
	struct names *names = names_new();
	fg_status status;

	options->names = names;
	options->paths[BEFORE] = (struct diff_paths){ &before, 1 };
	options->paths[AFTER] = (struct diff_paths){ &after, 1 };
	status = diff_read(diff, options, diag);
	if (status == FG_OK)
		diff_scale(diff, diag);
	names_free(names);
	options->paths[BEFORE].items = options->paths[AFTER].items = NULL;
	return status;
}

static fg_wide sum_of(const struct diff *diff, unsigned side)
{
	fg_wide sum = 0;

	for (size_t i = 0; i < fg_stacks_count(diff->stacks); i++)
		sum += diff->column[side][i];
	return sum;
}

static void nothing_is_lost(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct recorder r = RECORDER(r);
		struct file a = random_file(round % 2);
		struct file b = random_file(round % 3 == 0);
		struct diff_options options = { 0 };
		struct diff diff, alone;

		assert_int_equal(read_pair(&diff, &options, a.path, b.path,
					   &r.diag),
				 FG_OK);
		assert_int_equal(read_pair(&alone, &options, a.path, a.path,
					   &r.diag),
				 FG_OK);
		for (unsigned side = 0; side < SIDES; side++)
			assert_true(sum_of(&diff, side) == diff.total[side]);
		assert_true(diff.total[BEFORE] *
				    fg_pow10(fg_stacks_scale(alone.stacks)) ==
			    alone.total[BEFORE] *
				    fg_pow10(fg_stacks_scale(diff.stacks)));
		/* against itself, nothing changes */
		assert_false(diff_differs(&alone, options.min_delta));
		for (size_t i = 0; i < fg_stacks_count(alone.stacks); i++)
			assert_int_equal(alone.column[BEFORE][i],
					 alone.column[AFTER][i]);
		diff_free(&diff);
		diff_free(&alone);
		unlink(a.path);
		unlink(b.path);
		assert_string_equal(recorder_text(&r), "");
		recorder_free(&r);
	}
}

static void scaled_columns_have_the_wanted_sum(void **state)
{
	static const enum fg_normalize ways[] = { FG_NORMALIZE_AFTER,
						  FG_NORMALIZE_BEFORE,
						  FG_NORMALIZE_COMMON };

	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct recorder r = RECORDER(r);
		struct file a = random_file(round % 2);
		struct file b = random_file(round % 3 == 0);
		struct diff_options options = { .normalize = ways[round % 3] };
		struct diff diff;
		fg_wide larger;

		assert_int_equal(read_pair(&diff, &options, a.path, b.path,
					   &r.diag),
				 FG_OK);
		larger = diff.total[BEFORE] > diff.total[AFTER]
				 ? diff.total[BEFORE]
				 : diff.total[AFTER];
		assert_true(sum_of(&diff, BEFORE) == sum_of(&diff, AFTER));
		if (options.normalize == FG_NORMALIZE_COMMON)
			assert_true(sum_of(&diff, AFTER) == larger);
		else if (options.normalize == FG_NORMALIZE_AFTER)
			assert_true(sum_of(&diff, AFTER) == diff.total[AFTER]);
		else
			assert_true(sum_of(&diff, BEFORE) ==
				    diff.total[BEFORE]);
		diff_free(&diff);
		unlink(a.path);
		unlink(b.path);
		recorder_free(&r);
	}
}

/* What `fg-diff A B` writes; the caller frees it. */
static struct fg_out *written(const char *a, const char *b,
			      struct fg_diag *diag)
{
	struct fg_out *out = fg_out_memory();
	struct diff_options options = { .no_header = true };
	struct diff diff;

	assert_int_equal(read_pair(&diff, &options, a, b, diag), FG_OK);
	assert_int_equal(diff_write_folded(out, &diff, &options, diag), FG_OK);
	diff_free(&diff);
	return out;
}

/* The two weights of each line, exchanged. */
static struct fg_out *exchanged(const struct fg_out *from)
{
	struct fg_out *to = fg_out_memory();
	fg_str rest = { from->buffer, from->used };

	while (rest.n > 0) {
		fg_str line = fg_cut(&rest, '\n'), last, first, stack;
		size_t at = fg_rfind_char(line, ' ');

		last = fg_slice(line, at + 1, line.n);
		line.n = at;
		at = fg_rfind_char(line, ' ');
		first = fg_slice(line, at + 1, line.n);
		stack = fg_slice(line, 0, at);
		fg_out_printf(to, "%.*s %.*s %.*s\n", FG_FMT(stack),
			      FG_FMT(last), FG_FMT(first));
	}
	return to;
}

static void exchanging_the_sides_exchanges_the_columns(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct recorder r = RECORDER(r);
		struct file a = random_file(round % 2);
		struct file b = random_file(round % 3 == 0);
		struct fg_out *there = written(a.path, b.path, &r.diag);
		struct fg_out *back = written(b.path, a.path, &r.diag);
		struct fg_out *turned = exchanged(back);

		assert_int_equal(there->used, turned->used);
		assert_memory_equal(there->buffer, turned->buffer, there->used);
		fg_out_free(there);
		fg_out_free(back);
		fg_out_free(turned);
		unlink(a.path);
		unlink(b.path);
		recorder_free(&r);
	}
}

static fg_swide delta_of(const struct fg_tree *tree, uint32_t node)
{
	return (fg_swide)fg_tree_total(tree, node, AFTER) -
	       (fg_swide)fg_tree_total(tree, node, BEFORE);
}

/* The picture and the table agree, and neither leaves a part out. */
static void deltas_add_up(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct recorder r = RECORDER(r);
		struct file a = random_file(round % 2);
		struct file b = random_file(round % 3 == 0);
		struct diff_options options = { 0 };
		struct diff diff;
		struct fg_tree *tree;

		assert_int_equal(read_pair(&diff, &options, a.path, b.path,
					   &r.diag),
				 FG_OK);
		tree = fg_tree_build(diff.stacks);
		for (uint32_t i = 0; i < tree->count; i++) {
			fg_swide sum = 0;

			for (uint32_t j = i; j < tree->end[i]; j++)
				sum += (fg_swide)tree->self[AFTER][j] -
				       (fg_swide)tree->self[BEFORE][j];
			assert_true(sum == delta_of(tree, i));
		}
		assert_true(delta_of(tree, 0) ==
			    (fg_swide)diff.total[AFTER] -
				    (fg_swide)diff.total[BEFORE]);
		fg_tree_free(tree);
		diff_free(&diff);
		unlink(a.path);
		unlink(b.path);
		recorder_free(&r);
	}
}

static fg_status read_texts(struct diff *diff, struct diff_options *options,
			    const char *before, const char *after,
			    struct fg_diag *diag)
{
	struct file a = file_of(fg_from_c(before));
	struct file b = file_of(fg_from_c(after));
	fg_status status = read_pair(diff, options, a.path, b.path, diag);

	unlink(a.path);
	unlink(b.path);
	return status;
}

static fg_frame frame_named(const struct diff *diff, const char *name)
{
	const struct fg_frames *names = fg_stacks_names(diff->stacks);
	fg_frame id = 0;

	while (!fg_equal(fg_frames_name(names, id), fg_from_c(name)))
		id++;
	return id;
}

static void recursion_counts_once(void **state)
{
	struct recorder r = RECORDER(r);
	struct diff_options options = { 0 };
	struct tally tally;
	struct diff diff;
	fg_frame f, g;

	(void)state;
	assert_int_equal(read_texts(&diff, &options, "f;g;f;f 5\nf 2\n",
				    "f;g;f;f 7\nf;g 3\n", &r.diag),
			 FG_OK);
	tally_fill(&tally, &diff, NULL,
		   fg_frames_count(fg_stacks_names(diff.stacks)));
	f = frame_named(&diff, "f");
	g = frame_named(&diff, "g");
	assert_true(tally.units[TOTAL][BEFORE][f] == 7);
	assert_true(tally.units[TOTAL][AFTER][f] == 10);
	assert_true(tally.units[TOTAL][AFTER][g] == 10);
	assert_true(tally.units[SELF][BEFORE][f] == 7);
	assert_true(tally.units[SELF][AFTER][f] == 7);
	assert_true(tally.units[SELF][AFTER][g] == 3);
	tally_free(&tally);
	diff_free(&diff);
	recorder_free(&r);
}

static void amounts(void **state)
{
	struct amount amount;

	(void)state;
	assert_true(amount_parse(FG_STR("2.5"), &amount));
	assert_true(!amount.percent && amount.value.units == 25);
	assert_true(amount_parse(FG_STR("0.1%"), &amount));
	assert_true(amount.percent && amount.value.scale == 1);
	assert_false(amount_parse(FG_STR("%"), &amount));
	assert_false(amount_parse(FG_STR("-1"), &amount));
	assert_false(amount_parse(FG_STR("1pt"), &amount));
}

static void files_that_cannot_be_compared(void **state)
{
	struct recorder r = RECORDER(r);
	struct diff_options options = { 0 };
	struct diff diff;

	(void)state;
	assert_int_equal(read_texts(&diff, &options, "a;b 1 2\nc 3 4\n",
				    "a 1\n", &r.diag),
			 FG_EINPUT);
	assert_non_null(strstr(recorder_text(&r), "two columns already"));
	diff_free(&diff);
	recorder_free(&r);
	assert_int_equal(read_texts(&diff, &options, "", "\n# x\n", &r.diag),
			 FG_EINPUT);
	assert_int_equal(r.diag.warnings, 2);
	diff_free(&diff);
	recorder_free(&r);
	assert_int_equal(read_pair(&diff, &options, "/nowhere/a", "/nowhere/b",
				   &r.diag),
			 FG_EIO);
	diff_free(&diff);
	recorder_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost),
		cmocka_unit_test(scaled_columns_have_the_wanted_sum),
		cmocka_unit_test(exchanging_the_sides_exchanges_the_columns),
		cmocka_unit_test(deltas_add_up),
		cmocka_unit_test(recursion_counts_once),
		cmocka_unit_test(amounts),
		cmocka_unit_test(files_that_cannot_be_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
