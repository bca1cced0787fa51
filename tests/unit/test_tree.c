/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/tree.h"

#include "profile.h"

/* One line a node: depth blanks, name, self/total of each column, gap. */
static char *tree_text(const struct fg_tree *tree)
{
	char *text = NULL;
	size_t n = 0, room = 0;

	for (uint32_t i = 0; i < tree->count; i++) {
		fg_str name = FG_STR("root");

		if (tree->frame[i] == FG_FRAME_BELOW)
			name = FG_STR("(below)");
		else if (i > 0)
			name = fg_frames_name(tree->names, tree->frame[i]);
		FG_RESERVE(&text, &room, n + tree->depth[i] + name.n + 256);
		n += (size_t)sprintf(text + n, "%*s%.*s", (int)tree->depth[i],
				     "", FG_FMT(name));
		for (unsigned c = 0; c < tree->columns; c++) {
			char number[FG_NUMBER_ROOM];

			fg_write_number(number, tree->self[c][i], tree->scale);
			n += (size_t)sprintf(text + n, " %s", number);
			fg_write_number(number, fg_tree_total(tree, i, c),
					tree->scale);
			n += (size_t)sprintf(text + n, "/%s", number);
		}
		if (tree->gap && i > 0 && tree->gap[i] > 0)
			n += (size_t)sprintf(text + n, " +%d",
					     (int)tree->gap[i]);
		text[n++] = '\n';
	}
	text[n] = '\0';
	return text;
}

/* What the header promises of every tree. */
static void assert_sound(const struct fg_tree *tree)
{
	assert_true(tree->count >= 1);
	assert_int_equal(tree->end[0], tree->count);
	assert_int_equal(tree->depth[0], 0);
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t up = tree->parent[i];

		assert_true(up < i);
		assert_true(i < tree->end[i] && tree->end[i] <= tree->end[up]);
		assert_int_equal(tree->depth[i], tree->depth[up] + 1);
		assert_true(tree->depth[i] <= tree->max_depth);
		for (unsigned c = 0; c < tree->columns; c++)
			assert_true(fg_tree_total(tree, i, c) <=
				    fg_tree_total(tree, up, c));
	}
}

static void assert_tree(struct fg_stacks *stacks, const char *expected)
{
	struct fg_tree *tree = fg_tree_build(stacks);
	char *text = tree_text(tree);

	assert_sound(tree);
	assert_string_equal(text, expected);
	free(text);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

static void nodes_merge_by_name_in_byte_order(void **state)
{
	(void)state;
	/* sorted as lines, "a.b" would part the two halves of "a" */
	assert_tree(profile("a;y 1\na.b;x 2\na 3\na;x 4\nb 5\n"), "root 0/15\n"
								  " a 3/8\n"
								  "  x 4/4\n"
								  "  y 1/1\n"
								  " a.b 0/2\n"
								  "  x 2/2\n"
								  " b 5/5\n");
}

static void flame_charts_merge_neighbours_only(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_KEEP_ORDER);

	(void)state;
	profile_add(stacks, "b;x", 1);
	profile_add(stacks, "b;y", 2);
	profile_add(stacks, "a", 3);
	profile_add(stacks, "b;y", 4);
	profile_add(stacks, "b;y", 5);
	profile_add(stacks, "b", 6);
	profile_add(stacks, "b;y", 7);
	assert_tree(stacks, "root 0/28\n"
			    " b 0/3\n"
			    "  x 1/1\n"
			    "  y 2/2\n"
			    " a 3/3\n"
			    " b 6/22\n"
			    "  y 9/9\n"
			    "  y 7/7 +6\n");
}

static void what_is_pruned_leaves_a_gap_and_a_sum(void **state)
{
	struct fg_stacks *stacks = profile("a 3\na;b 1\na;c 50\na;d;e 2\n"
					   "a;f 20\na;g 4\nb;x 9\nb;y 9\n"
					   "c 10\n");
	struct fg_tree *tree = fg_tree_build_pruned(stacks, 10);
	char *text = tree_text(tree);

	(void)state;
	assert_sound(tree);
	assert_string_equal(text, "root 0/108\n"
				  " a 3/80\n"
				  "  c 50/50 +4\n"
				  "  f 20/20 +2\n"
				  "  (below) 7/7\n"
				  " b 0/18\n"
				  "  (below) 18/18\n"
				  " c 10/10\n");
	free(text);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

static void too_many_nodes_lose_the_lightest(void **state)
{
	struct fg_stacks *stacks = profile("a 3\na;b 1\na;c 50\na;d;e 2\n"
					   "a;f 20\na;g 4\nb;x 9\nb;y 9\n"
					   "c 10\n");
	struct fg_tree *all = fg_tree_build_within(stacks, 12);
	struct fg_tree *some = fg_tree_build_within(stacks, 7);
	struct fg_tree *pruned = fg_tree_build_pruned(stacks, 10);
	char *text = tree_text(some), *expected = tree_text(pruned);

	(void)state;
	assert_int_equal(all->count, 12);
	assert_int_equal(all->whole, 12);
	assert_null(all->gap);
	assert_sound(some);
	assert_int_equal(some->whole, 12);
	assert_int_equal(some->least, 10);
	assert_string_equal(text, expected);
	free(text);
	free(expected);
	fg_tree_free(all);
	fg_tree_free(some);
	fg_tree_free(pruned);
	fg_stacks_free(stacks);
}

static void of_nodes_alike_none_is_the_lightest(void **state)
{
	struct fg_stacks *stacks = profile("a;b;c 5000000000\n");
	struct fg_tree *tree = fg_tree_build_within(stacks, 2);

	(void)state;
	assert_sound(tree);
	assert_int_equal(tree->count, 4);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

static void weight_of_the_root_alone(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "", 2);
	profile_add(stacks, "a", 1);
	assert_tree(stacks, "root 2/3\n a 1/1\n");
}

static void an_empty_tree_is_a_root(void **state)
{
	(void)state;
	assert_tree(fg_stacks_new(FG_FOLD), "root 0/0\n");
	fg_tree_free(NULL);
}

static void both_columns_are_totalled(void **state)
{
	(void)state;
	assert_tree(profile("a;b 1 2\na;c 0.5 0\na 0 4\n"), "root 0/1.5 0/6\n"
							    " a 0/1.5 4/6\n"
							    "  b 1/1 2/2\n"
							    "  c 0.5/0.5 "
							    "0/0\n");
}

static void totals_past_64_bits_are_exact(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a;b;c", UINT64_MAX);
	profile_add(stacks, "a;b;d", UINT64_MAX);
	profile_add(stacks, "a;b", 3);
	profile_add(stacks, "e", UINT64_MAX);
	assert_tree(stacks, "root 0/55340232221128654848\n"
			    " a 0/36893488147419103233\n"
			    "  b 3/36893488147419103233\n"
			    "   c 18446744073709551615/18446744073709551615\n"
			    "   d 18446744073709551615/18446744073709551615\n"
			    " e 18446744073709551615/18446744073709551615\n");
}

static void recursion_is_a_path(void **state)
{
	(void)state;
	assert_tree(profile("a;a;a 1\na;a 1\n"), "root 0/2\n"
						 " a 0/2\n"
						 "  a 1/2\n"
						 "   a 1/1\n");
}

static void a_random_tree_sums_up(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	uint32_t random = 7;
	struct fg_tree *tree;
	fg_wide self = 0;

	(void)state;
	for (size_t i = 0; i < 30000; i++) {
		char line[32];
		size_t n = 0;

		for (size_t d = 0; d <= random % 9; d++) {
			random = random * 1664525 + 1013904223;
			line[n++] = (char)('a' + (random >> 10) % 5);
			line[n++] = ';';
		}
		line[n - 1] = '\0';
		profile_add(stacks, line, random >> 20);
	}
	tree = fg_tree_build(stacks);
	assert_sound(tree);
	for (uint32_t i = 0; i < tree->count; i++) {
		fg_wide sum = tree->self[0][i];

		self += tree->self[0][i];
		for (uint32_t c = i + 1; c < tree->end[i]; c = tree->end[c])
			sum += fg_tree_total(tree, c, 0);
		assert_true(sum == fg_tree_total(tree, i, 0));
	}
	assert_true(self == fg_stacks_total(stacks, 0));
	assert_true(self == fg_tree_total(tree, 0, 0));
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_merge_by_name_in_byte_order),
		cmocka_unit_test(flame_charts_merge_neighbours_only),
		cmocka_unit_test(what_is_pruned_leaves_a_gap_and_a_sum),
		cmocka_unit_test(too_many_nodes_lose_the_lightest),
		cmocka_unit_test(of_nodes_alike_none_is_the_lightest),
		cmocka_unit_test(weight_of_the_root_alone),
		cmocka_unit_test(an_empty_tree_is_a_root),
		cmocka_unit_test(both_columns_are_totalled),
		cmocka_unit_test(totals_past_64_bits_are_exact),
		cmocka_unit_test(recursion_is_a_path),
		cmocka_unit_test(a_random_tree_sums_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
