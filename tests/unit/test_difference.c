/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include <math.h>

#include "fg/text.h"
#include "profile.h"
#include "render/difference.h"

/* A profile with its tree, its widths and its scale. */
struct scene {
	struct fg_stacks *stacks;
	struct fg_tree *tree;
	struct widths widths;
	struct difference_options options;
	struct difference diff;
};

static void begin(struct scene *s, const char *text)
{
	s->stacks = profile(text);
	s->tree = fg_tree_build(s->stacks);
	widths_init(&s->widths, s->tree, s->options.width);
	difference_init(&s->diff, s->tree, &s->widths, &s->options,
			fg_stacks_period(s->stacks));
}

static void end(struct scene *s)
{
	widths_free(&s->widths);
	fg_tree_free(s->tree);
	fg_stacks_free(s->stacks);
	*s = (struct scene){ 0 };
}

/* The first node of a name. */
static uint32_t node(const struct scene *s, const char *name)
{
	uint32_t i = 1;

	while (!fg_equal(fg_frames_name(s->tree->names, s->tree->frame[i]),
			 fg_from_c(name)))
		i++;
	return i;
}

static double share(const struct scene *s, const char *name)
{
	return difference_share(&s->diff, node(s, name));
}

#define assert_near(actual, expected) \
	assert_true(fabs((actual) - (expected)) < 1e-6)

static const char slower[] = "main;parse 4000 4000\nmain;sum 1000 2000\n"
			     "main;write 5000 5000\n";

static void a_slow_function_stands_out_from_its_callers(void **state)
{
	struct scene s = { 0 };

	(void)state;
	begin(&s, slower);
	assert_near(share(&s, "sum"), 1);
	assert_near(share(&s, "parse"), 0);
	assert_true(share(&s, "main") > 0.1 && share(&s, "main") < 0.25);
	end(&s);
	s.options.absolute = true;
	begin(&s, slower);
	assert_near(share(&s, "sum"), 1);
	assert_near(share(&s, "main"), 1);
	end(&s);
}

static void own_weight_leaves_callers_alone(void **state)
{
	struct scene s = { .options.by_self = true };

	(void)state;
	begin(&s, slower);
	assert_near(share(&s, "sum"), 1);
	assert_near(share(&s, "main"), 0);
	end(&s);
}

static void exchanged_sides_negate(void **state)
{
	struct scene s = { .options.negate = true };

	(void)state;
	begin(&s, "main;a 1000 2000\nmain;new 0 500\nmain;old 500 0\n");
	assert_true(share(&s, "a") < 0);
	assert_true(share(&s, "new") < 0);
	assert_true(difference_is_gone(&s.diff, node(&s, "new")));
	assert_true(difference_is_new(&s.diff, node(&s, "old")));
	end(&s);
	begin(&s, "main;a 1000 2000\nmain;new 0 500\nmain;old 500 0\n");
	assert_true(share(&s, "a") > 0);
	assert_near(share(&s, "new"), 1);
	assert_near(share(&s, "old"), -1);
	assert_true(difference_is_new(&s.diff, node(&s, "new")));
	assert_true(difference_is_gone(&s.diff, node(&s, "old")));
	assert_false(difference_is_new(&s.diff, node(&s, "a")));
	assert_false(difference_is_gone(&s.diff, node(&s, "main")));
	end(&s);
}

/* 10 samples more of 40 or so are 1.1 deviations, a third of the colour. */
static void chance_is_pale(void **state)
{
	struct scene s = { 0 };

	(void)state;
	begin(&s, "main;a 40 50\nmain;b 1000 1000\n");
	assert_near(share(&s, "a"), 10 / sqrt(90) / 3);
	end(&s);
	/* not so for weights that are no samples */
	begin(&s, "main;a 40000.5 50000.5\nmain;b 1000000 1000000\n");
	assert_true(share(&s, "a") > 0.99);
	end(&s);
	/* nor when each sample has a period */
	begin(&s, "main;a 40040040 50050050\nmain;b 1001001000 1001001000\n"
		  "main;c 1001001 1001001\n");
	assert_near(share(&s, "a"), 10 / sqrt(90) / 3);
	end(&s);
}

static void what_is_little_is_grey(void **state)
{
	struct scene s = { 0 };

	(void)state;
	begin(&s, "m;one 0 1\nm;two 0 2\nm;rest 100 100\n");
	assert_near(share(&s, "one"), 0);
	assert_true(share(&s, "two") > 0);
	end(&s);
	begin(&s, "m;a 0 90\nm;b 0 110\nm;rest 100000 100000\n");
	assert_near(share(&s, "a"), 0);
	assert_true(share(&s, "b") > 0);
	end(&s);
	s.options.min_given = true;
	s.options.min = (struct fg_weight){ 15, 1 };
	begin(&s, "m;one 0 1\nm;two 0 2\nm;rest 100 100\n");
	assert_near(share(&s, "one"), 0);
	assert_true(share(&s, "two") > 0);
	end(&s);
	s.options.min_given = true;
	s.options.min_percent = true;
	s.options.min = (struct fg_weight){ 10, 0 };
	begin(&s, "m;a 0 9\nm;b 0 11\nm;rest 100 80\n");
	assert_near(share(&s, "a"), 0);
	assert_true(share(&s, "b") > 0);
	end(&s);
}

/* Two runs of the same program: nothing is near the full colour. */
static void noise_does_not_fill_the_scale(void **state)
{
	struct scene s = { 0 };

	(void)state;
	begin(&s, "m;a 1000 1020\nm;b 2000 1975\nm;c 500 510\n");
	assert_true(fabs(share(&s, "a")) < 0.05);
	assert_true(fabs(share(&s, "b")) < 0.05);
	end(&s);
}

static void one_large_change_does_not_bleach_the_rest(void **state)
{
	struct scene s = { .options = { .absolute = true } };

	(void)state;
	/* the new one has 1 % of the width, and a hundred times the change */
	begin(&s, "a 50000.5 50050.5\nb 40000 41000\nc 200000 180000\n"
		  "d;e;f;g 0 1.5\n");
	assert_true(share(&s, "b") > 0);
	assert_near(share(&s, "c"), -1);
	end(&s);
	s.options.root = true;
	s.options.absolute = true;
	begin(&s, "a 50000.5 51000.5\nc 200000 180000\n");
	assert_true(share(&s, "a") > 0.2);
	end(&s);
}

static void widths_are_of_either_side_or_the_larger(void **state)
{
	struct scene s = { 0 };

	(void)state;
	begin(&s, "m;a 1 5\nm;b 9 2\nm 1 1\n");
	assert_true(widths_total(&s.widths, 0) == 8);
	end(&s);
	s.options.width = DIFF_BEFORE;
	begin(&s, "m;a 1 5\nm;b 9 2\nm 1 1\n");
	assert_true(widths_total(&s.widths, 0) == 11);
	end(&s);
	s.options.width = DIFF_MAX;
	begin(&s, "m;a 1 5\nm;b 9 2\nm 1 1\n");
	assert_true(widths_total(&s.widths, 0) == 15);
	assert_true(widths_total(&s.widths, node(&s, "a")) == 5);
	assert_true(widths_total(&s.widths, node(&s, "b")) == 9);
	assert_true(s.widths.self[node(&s, "m")] == 1);
	end(&s);
	s.options.width = DIFF_MAX;
	begin(&s, "m;a 18446744073709551615 1\nm;b 1 18446744073709551615\n");
	assert_true(widths_total(&s.widths, 0) == (fg_wide)UINT64_MAX * 2);
	end(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slow_function_stands_out_from_its_callers),
		cmocka_unit_test(own_weight_leaves_callers_alone),
		cmocka_unit_test(exchanged_sides_negate),
		cmocka_unit_test(chance_is_pale),
		cmocka_unit_test(what_is_little_is_grey),
		cmocka_unit_test(noise_does_not_fill_the_scale),
		cmocka_unit_test(one_large_change_does_not_bleach_the_rest),
		cmocka_unit_test(widths_are_of_either_side_or_the_larger),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
