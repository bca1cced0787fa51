/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <math.h>

#include "diff/noise.h"

#define assert_near(actual, expected, by) \
	assert_true(fabs((actual) - (expected)) <= (by))

/*
 * By hand: p = 30/400, z = (20/200 - 10/200) / sqrt(p (1 - p) (1/200 + 1/200))
 * = 0.05 / 0.026339 = 1.8983.
 */
static void shares_are_pooled(void **state)
{
	(void)state;
	assert_near(noise_of_shares((double[]){ 10, 20 },
				    (double[]){ 200, 200 }),
		    1.8983, 1e-4);
	assert_near(noise_of_shares((double[]){ 20, 10 },
				    (double[]){ 200, 200 }),
		    -1.8983, 1e-4);
	/* twice as long, the same share */
	assert_near(noise_of_shares((double[]){ 10, 20 },
				    (double[]){ 100, 200 }),
		    0, 1e-12);
	/* nothing, or everything, on both sides */
	assert_true(noise_of_shares((double[]){ 0, 0 },
				    (double[]){ 100, 100 }) == 0);
	assert_true(noise_of_shares((double[]){ 100, 50 },
				    (double[]){ 100, 50 }) == 0);
	assert_true(
		isnan(noise_of_shares((double[]){ 0, 5 }, (double[]){ 0, 9 })));
}

/* 100 to 144 samples: 44 / sqrt(244). */
static void counts_vary_by_their_root(void **state)
{
	(void)state;
	assert_near(noise_of_counts((double[]){ 100, 144 }, (double[]){ 1, 1 }),
		    2.8168, 1e-4);
	/* 100 scaled to 200 has twice the deviation */
	assert_near(noise_of_counts((double[]){ 100, 244 }, (double[]){ 2, 1 }),
		    44 / sqrt(400 + 244), 1e-9);
	assert_true(noise_of_counts((double[]){ 0, 0 }, (double[]){ 1, 1 }) ==
		    0);
}

/*
 * Means 2 and 5 with variances 1 and 1: t = 3 / sqrt(2/3) = 3.6742 with 4
 * degrees of freedom, p = 0.0213 (two-sided), which z = 2.302 has.
 */
static void runs_go_by_their_spread(void **state)
{
	const double a[] = { 1, 2, 3 }, b[] = { 4, 5, 6 };
	const double same[] = { 7, 7, 7 }, other[] = { 8, 8, 8 };

	(void)state;
	assert_near(noise_of_runs(a, 3, b, 3), 2.302, 0.02);
	assert_near(noise_of_runs(b, 3, a, 3), -2.302, 0.02);
	assert_true(isnan(noise_of_runs(a, 2, b, 3)));
	assert_true(isnan(noise_of_runs(a, 3, b, 0)));
	assert_true(noise_of_runs(same, 3, same, 3) == 0);
	assert_true(noise_of_runs(same, 3, other, 3) == NOISE_CERTAIN);
	assert_true(noise_of_runs(other, 3, same, 3) == -NOISE_CERTAIN);
}

static void the_cautious_opinion_wins(void **state)
{
	(void)state;
	assert_true(noise_both(5, 3) == 3);
	assert_true(noise_both(-3, -5) == -3);
	assert_true(noise_both(3, -5) == 0);
	assert_true(noise_both(NAN, 3) == 3);
	assert_true(noise_both(3, NAN) == 3);
	assert_true(isnan(noise_both(NAN, NAN)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_are_pooled),
		cmocka_unit_test(counts_vary_by_their_root),
		cmocka_unit_test(runs_go_by_their_spread),
		cmocka_unit_test(the_cautious_opinion_wins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
