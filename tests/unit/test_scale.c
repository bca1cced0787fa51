/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "diff/scale.h"
#include "fg/text.h"

static void factors_are_parsed(void **state)
{
	static const char *const bad[] = { "",	 "0",  "0/5", "5/0",   "x",
					   "1/", "/1", "-1",  "1/2/3", "1e40" };
	struct factor f;

	(void)state;
	assert_true(factor_parse(FG_STR("1.25"), &f));
	assert_true(f.num == 5 && f.den == 4);
	assert_true(factor_parse(FG_STR("1200/1000"), &f));
	assert_true(f.num == 6 && f.den == 5);
	assert_true(factor_parse(FG_STR("0.5/0.25"), &f));
	assert_true(f.num == 2 && f.den == 1);
	assert_true(factor_parse(FG_STR("1e3"), &f));
	assert_true(f.num == 1000 && f.den == 1);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(factor_parse(fg_from_c(bad[i]), &f));
}

static void rounding_is_to_nearest(void **state)
{
	struct factor third = { 1, 3 }, half = { 1, 2 };

	(void)state;
	assert_true(factor_apply(third, 0) == 0);
	assert_true(factor_apply(third, 1) == 0);
	assert_true(factor_apply(third, 2) == 1);
	assert_true(factor_apply(third, 4) == 1);
	assert_true(factor_apply(half, 1) == 1);
	assert_true(factor_apply(half, 3) == 2);
	assert_true(factor_apply(FACTOR_ONE, UINT64_MAX) == UINT64_MAX);
	assert_true(factor_apply(factor_new(0, 5), 17) == 0);
}

/* Products past 128 bits take another way, which must agree. */
static void large_numbers_are_exact(void **state)
{
	fg_wide big = (fg_wide)1 << 90;
	struct factor f = { big + 1, big };

	(void)state;
	assert_true(factor_apply(f, big) == big + 1);
	assert_true(factor_apply(f, 2 * big) == 2 * big + 2);
	assert_true(factor_apply(f, big / 2) == big / 2 + 1);
	assert_true(factor_apply(f, big / 2 - 1) == big / 2 - 1);
	f = (struct factor){ big, big + 1 };
	assert_true(factor_apply(f, big + 1) == big);
}

static uint64_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return *state >> 33;
}

enum { STACKS = 1000 };

/* The sum, and that of any range, is off by one unit at most. */
static void every_range_keeps_its_share(void **state)
{
	static const uint64_t sums[] = { 1, 999, 5000, 7777, 123456789 };
	uint64_t random = 42, weight[STACKS], scaled[STACKS];
	uint32_t order[STACKS];

	(void)state;
	for (size_t k = 0; k < sizeof sums / sizeof *sums; k++) {
		uint64_t sum = 0, kept = 0, before = 0;
		bool saturated = false;

		for (size_t i = 0; i < STACKS; i++) {
			order[i] = (uint32_t)(STACKS - 1 - i);
			weight[i] = next_random(&random) % 8;
			scaled[i] = weight[i];
			sum += weight[i];
		}
		factor_spread(factor_new(sums[k], sum), scaled, order, STACKS,
			      &saturated);
		assert_false(saturated);
		for (size_t i = 0; i < STACKS; i++) {
			double exact;

			before += weight[order[i]];
			kept += scaled[order[i]];
			exact = (double)before * (double)sums[k] / (double)sum;
			assert_true((double)kept >= exact - 0.5 &&
				    (double)kept <= exact + 0.5);
		}
		assert_int_equal(kept, sums[k]);
	}
}

static void weights_past_64_bits_are_capped(void **state)
{
	uint64_t weight[] = { UINT64_MAX / 2, 4 };
	uint32_t order[] = { 0, 1 };
	bool saturated = false;

	(void)state;
	factor_spread((struct factor){ 8, 1 }, weight, order, 2, &saturated);
	assert_true(saturated);
	assert_true(weight[0] == UINT64_MAX);
	assert_int_equal(weight[1], 32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(factors_are_parsed),
		cmocka_unit_test(rounding_is_to_nearest),
		cmocka_unit_test(large_numbers_are_exact),
		cmocka_unit_test(every_range_keeps_its_share),
		cmocka_unit_test(weights_past_64_bits_are_capped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
