/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/samples.h"

static void squares_are_of_each_sample(void **state)
{
	struct fg_samples s = { 0 };

	(void)state;
	fg_samples_add(&s, (struct fg_weight){ 3, 0 });
	fg_samples_add(&s, (struct fg_weight){ 4, 0 });
	assert_int_equal(s.count, 2);
	assert_true(s.weight == 7 && s.squares == 25 && s.scale == 0);
	/* 1.5: all in tenths */
	fg_samples_add(&s, (struct fg_weight){ 15, 1 });
	assert_true(s.weight == 85 && s.squares == 2500 + 225 && s.scale == 1);
	fg_samples_add(&s, (struct fg_weight){ 1, 0 });
	assert_true(s.weight == 95 && s.squares == 2825 && s.count == 4);
	assert_true(fg_samples_known(&s, 95, 1));
	assert_true(fg_samples_known(&s, 950, 2));
	assert_false(fg_samples_known(&s, 9, 0));
	assert_false(fg_samples_known(&s, 96, 1));
}

static void several_weigh_the_same(void **state)
{
	struct fg_samples s = { 0 };

	(void)state;
	fg_samples_add_wide(&s, (struct fg_weight){ 10, 0 }, 3); /* 3 3 4 */
	assert_true(s.count == 3 && s.weight == 10 && s.squares == 34);
	fg_samples_add_wide(&s, (struct fg_weight){ 5, 0 }, 0);
	assert_true(s.count == 3 && s.weight == 10);
}

static void what_does_not_fit_is_lost(void **state)
{
	struct fg_samples s = { 0 }, t = { 0 };

	(void)state;
	fg_samples_add(&s, (struct fg_weight){ UINT64_MAX, 0 });
	assert_false(s.lost);
	fg_samples_add(&s, (struct fg_weight){ UINT64_MAX, 0 });
	assert_true(s.lost);
	assert_false(fg_samples_known(&s, s.weight, 0));
	fg_samples_join(&t, &s);
	assert_true(t.lost);
}

static void a_part_has_its_share(void **state)
{
	struct fg_samples s = { .count = 7, .weight = 100, .squares = 3000 };
	struct fg_samples part = fg_samples_share(&s, 50, 100);
	fg_wide huge = (fg_wide)UINT64_MAX * UINT64_MAX;

	(void)state;
	assert_true(part.count == 4 && part.weight == 50 &&
		    part.squares == 1500);
	s = (struct fg_samples){ .count = 10, .weight = huge, .squares = huge };
	part = fg_samples_share(&s, huge / 2, huge);
	assert_int_equal(part.count, 5);
	assert_true(part.squares / (huge / 100) == 49 ||
		    part.squares / (huge / 100) == 50);
	part = fg_samples_share(&s, huge, huge);
	assert_true(part.squares == huge);
	part = fg_samples_share(&s, 0, 0);
	assert_int_equal(part.count, 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_are_of_each_sample),
		cmocka_unit_test(several_weigh_the_same),
		cmocka_unit_test(what_does_not_fit_is_lost),
		cmocka_unit_test(a_part_has_its_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
