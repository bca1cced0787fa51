/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "render/layout.h"

#include "profile.h"

static const struct geometry usual = {
	.width = 1200,
	.row = 16,
	.font_size = 12,
	.min_width = 0.1,
};

/* One line a box: name, x, y, width, start and weight. */
static char *layout_text(const struct layout *layout,
			 const struct fg_tree *tree)
{
	char *text = NULL;
	size_t n = 0, room = 0;

	FG_RESERVE(&text, &room, 1);
	for (size_t i = 0; i < layout->count; i++) {
		const struct box *box = &layout->boxes[i];
		char start[FG_NUMBER_ROOM], weight[FG_NUMBER_ROOM];
		fg_str name = FG_STR("all");

		if (box->node > 0)
			name = fg_frames_name(tree->names,
					      tree->frame[box->node]);
		fg_write_number(start, box->start, tree->scale);
		fg_write_number(weight, box->weight, tree->scale);
		FG_RESERVE(&text, &room, n + name.n + 256);
		n += (size_t)sprintf(text + n, "%.*s %.1f %g %.1f %s %s\n",
				     FG_FMT(name), box->x,
				     layout_y(layout, box->depth), box->width,
				     start, weight);
	}
	text[n] = '\0';
	return text;
}

static void assert_layout(struct fg_stacks *stacks, struct geometry geometry,
			  const char *expected)
{
	struct fg_tree *tree;
	struct widths widths;
	struct layout layout;
	char *text;

	if (geometry.total == 0)
		geometry.total =
			fg_stacks_total(stacks, fg_stacks_two_columns(stacks));
	tree = fg_tree_build_pruned(stacks, layout_least(&geometry));
	widths_init(&widths, tree, DIFF_AFTER);
	layout_build(&layout, tree, &widths, &geometry);
	text = layout_text(&layout, tree);
	assert_string_equal(text, expected);
	free(text);
	layout_free(&layout);
	widths_free(&widths);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

/* flamegraph.pl puts these boxes at the same places. */
static void frames_stand_on_their_parents(void **state)
{
	(void)state;
	assert_layout(profile("a;b 10\na;c 5\n"), usual,
		      "all 10.0 69 1180.0 0 15\n"
		      "a 10.0 53 1180.0 0 15\n"
		      "b 10.0 37 786.7 0 10\n"
		      "c 796.7 37 393.3 10 5\n");
}

static void own_samples_come_before_the_children(void **state)
{
	(void)state;
	assert_layout(profile("a;b 10\na 10\nb 20\n"), usual,
		      "all 10.0 69 1180.0 0 40\n"
		      "a 10.0 53 590.0 0 20\n"
		      "b 305.0 37 295.0 10 10\n"
		      "b 600.0 53 590.0 20 20\n");
}

static void flame_charts_keep_time(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_KEEP_ORDER);

	(void)state;
	profile_add(stacks, "z;a", 30);
	profile_add(stacks, "b", 10);
	profile_add(stacks, "z;a", 40);
	profile_add(stacks, "z", 20);
	profile_add(stacks, "z;b", 18);
	assert_layout(stacks, usual,
		      "all 10.0 69 1180.0 0 118\n"
		      "z 10.0 53 300.0 0 30\n"
		      "a 10.0 37 300.0 0 30\n"
		      "b 310.0 53 100.0 30 10\n"
		      "z 410.0 53 780.0 40 78\n"
		      "a 410.0 37 400.0 40 40\n"
		      "b 1010.0 37 180.0 100 18\n");
}

static void widths_follow_the_second_column(void **state)
{
	(void)state;
	assert_layout(profile("a 30 10\nb 0 30\nc 7 0\n"), usual,
		      "all 10.0 53 1180.0 0 40\n"
		      "a 10.0 37 295.0 0 10\n"
		      "b 305.0 37 885.0 10 30\n");
}

static void narrow_frames_leave_their_place_empty(void **state)
{
	struct geometry px = usual, percent = usual;

	(void)state;
	px.min_width = 11.8; /* a hundredth */
	assert_layout(profile("a;x 100\na;y 9\na;z 391\nb;c;d 9\ne 491\n"), px,
		      "all 10.0 69 1180.0 0 1000\n"
		      "a 10.0 53 590.0 0 500\n"
		      "x 10.0 37 118.0 0 100\n"
		      "z 138.6 37 461.4 109 391\n"
		      "e 610.6 53 579.4 509 491\n");
	percent.min_width = 50;
	percent.min_is_percent = true;
	assert_layout(profile("a;x 100\na;y 9\na;z 391\nb;c;d 9\ne 491\n"),
		      percent,
		      "all 10.0 53 1180.0 0 1000\n"
		      "a 10.0 37 590.0 0 500\n");
}

static void a_least_width_of_0_keeps_all(void **state)
{
	struct geometry geometry = usual;

	(void)state;
	geometry.min_width = 0;
	assert_layout(profile("a;b 10000000\na;z 1\nn 0\n"), geometry,
		      "all 10.0 69 1180.0 0 10000001\n"
		      "a 10.0 53 1180.0 0 10000001\n"
		      "b 10.0 37 1180.0 0 10000000\n"
		      "z 1190.0 37 0.0 10000000 1\n"
		      "n 1190.0 53 0.0 10000001 0\n");
}

static void all_may_be_too_narrow(void **state)
{
	struct geometry geometry = usual;

	(void)state;
	geometry.min_width = 5000;
	assert_layout(profile("a 1\n"), geometry, "");
}

static void a_larger_total_leaves_room(void **state)
{
	struct geometry geometry = usual;

	(void)state;
	geometry.total = 30;
	assert_layout(profile("a;b 10\na;c 5\n"), geometry,
		      "all 10.0 69 1180.0 0 30\n"
		      "a 10.0 53 590.0 0 15\n"
		      "b 10.0 37 393.3 0 10\n"
		      "c 403.3 37 196.7 10 5\n");
}

static void the_root_on_top_leaves_room_for_the_details(void **state)
{
	struct geometry geometry = usual;

	(void)state;
	geometry.icicle = true;
	assert_layout(profile("a 1\n"), geometry,
		      "all 10.0 52 1180.0 0 1\n"
		      "a 10.0 68 1180.0 0 1\n");
	geometry.has_subtitle = true;
	assert_layout(profile("a 1\n"), geometry,
		      "all 10.0 76 1180.0 0 1\n"
		      "a 10.0 92 1180.0 0 1\n");
}

static void weights_past_64_bits(void **state)
{
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);

	(void)state;
	profile_add(stacks, "a", UINT64_MAX);
	profile_add(stacks, "b", UINT64_MAX);
	profile_add(stacks, "c", 1);
	assert_layout(stacks, usual,
		      "all 10.0 53 1180.0 0 36893488147419103231\n"
		      "a 10.0 37 590.0 0 18446744073709551615\n"
		      "b 600.0 37 590.0 18446744073709551615 "
		      "18446744073709551615\n");
}

static void height_of_the_picture(void **state)
{
	struct fg_stacks *stacks = profile("a;b;c 1\n");
	struct fg_tree *tree = fg_tree_build(stacks);
	struct geometry geometry = usual;
	struct widths widths;
	struct layout layout;

	(void)state;
	widths_init(&widths, tree, DIFF_AFTER);
	geometry.total = 1;
	layout_build(&layout, tree, &widths, &geometry);
	assert_true(layout.height == 4 * 16 + 36 + 34);
	layout_free(&layout);
	geometry.has_subtitle = true;
	layout_build(&layout, tree, &widths, &geometry);
	assert_true(layout.height == 4 * 16 + 36 + 34 + 24);
	layout_free(&layout);
	geometry.has_legend = true;
	layout_build(&layout, tree, &widths, &geometry);
	assert_true(layout.height == 4 * 16 + 36 + 34 + 24 + 48);
	layout_free(&layout);
	widths_free(&widths);
	fg_tree_free(tree);
	fg_stacks_free(stacks);
}

/* How many of these boxes, and whether the one at `i` is among them. */
static size_t count_shown(const struct layout *layout, double least,
			  size_t most, size_t i, bool *shows)
{
	struct layout_cut cut = layout_cut(layout, least, most);
	size_t count = 0;

	for (size_t k = 0; k < layout->count; k++)
		count += layout_shows(cut, &layout->boxes[k]);
	*shows = layout_shows(cut, &layout->boxes[i]);
	return count;
}

static void a_cut_leaves_the_widest_and_of_these_the_lowest(void **state)
{
	struct box boxes[] = {
		{ .depth = 0, .width = 100.3 }, { .depth = 1, .width = 50.1 },
		{ .depth = 2, .width = 50.1 },	{ .depth = 1, .width = 30.2 },
		{ .depth = 2, .width = 30.2 },	{ .depth = 3, .width = 0.1 },
		{ .depth = 1, .width = 20 },
	};
	struct layout layout = { .boxes = boxes, .count = 7 };
	bool shows;

	(void)state;
	assert_int_equal(count_shown(&layout, 0, 7, 5, &shows), 7);
	assert_true(shows);
	assert_int_equal(count_shown(&layout, 1, 7, 5, &shows), 6);
	assert_false(shows);
	assert_int_equal(count_shown(&layout, 0, 2, 1, &shows), 2);
	assert_true(shows);
	assert_int_equal(count_shown(&layout, 0, 4, 3, &shows), 4);
	assert_true(shows);
	assert_int_equal(count_shown(&layout, 60, 9, 0, &shows), 1);
	assert_true(shows);
	/* a row of boxes alike is drawn whole or not at all */
	boxes[6].width = 30.2;
	assert_int_equal(count_shown(&layout, 0, 4, 6, &shows), 5);
	assert_true(shows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_stand_on_their_parents),
		cmocka_unit_test(own_samples_come_before_the_children),
		cmocka_unit_test(flame_charts_keep_time),
		cmocka_unit_test(widths_follow_the_second_column),
		cmocka_unit_test(narrow_frames_leave_their_place_empty),
		cmocka_unit_test(a_least_width_of_0_keeps_all),
		cmocka_unit_test(all_may_be_too_narrow),
		cmocka_unit_test(a_larger_total_leaves_room),
		cmocka_unit_test(the_root_on_top_leaves_room_for_the_details),
		cmocka_unit_test(weights_past_64_bits),
		cmocka_unit_test(height_of_the_picture),
		cmocka_unit_test(
			a_cut_leaves_the_widest_and_of_these_the_lowest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
