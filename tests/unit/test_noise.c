/* SPDX-License-Identifier: MIT */
#include "check.h"

#include <math.h>

#include "diff/noise.h"

#define assert_near(actual, expected, by) \
	assert_true(fabs((actual) - (expected)) <= (by))

static double z_of_shares(double x0, double x1, double n0, double n1)
{
	const double x[] = { x0, x1 }, n[] = { n0, n1 };

	return noise_z(x1 / n1 - x0 / n0, noise_of_shares(x, n));
}

/*
 * By hand: p = 30/400, z = (20/200 - 10/200) / sqrt(p (1 - p) (1/200 + 1/200))
 * = 0.05 / 0.026339 = 1.8983.
 */
static void shares_are_pooled(void **state)
{
	(void)state;
	assert_near(z_of_shares(10, 20, 200, 200), 1.8983, 1e-4);
	assert_near(z_of_shares(20, 10, 200, 200), -1.8983, 1e-4);
	/* twice as long, the same share */
	assert_near(z_of_shares(10, 20, 100, 200), 0, 1e-12);
	/* nothing, or everything, on both sides */
	assert_true(z_of_shares(0, 0, 100, 100) == 0);
	assert_true(z_of_shares(100, 50, 100, 50) == 0);
	assert_true(noise_of_shares((double[]){ 0, 5 }, (double[]){ 0, 9 }) ==
		    NOISE_UNKNOWN);
	assert_true(isnan(noise_z(1, NOISE_UNKNOWN)));
}

/* 100 to 144 samples: 44 / sqrt(244). */
static void counts_vary_by_their_root(void **state)
{
	const double ones[] = { 1, 1 }, twice[] = { 2, 1 };

	(void)state;
	assert_near(noise_z(44, noise_of_counts((double[]){ 100, 144 }, ones)),
		    2.8168, 1e-4);
	/* 100 scaled to 200 has twice the deviation */
	assert_near(noise_of_counts((double[]){ 100, 244 }, twice), 400 + 244,
		    1e-9);
	assert_true(noise_z(0, noise_of_counts((double[]){ 0, 0 }, ones)) == 0);
}

/*
 * Means 2 and 5 with variances 1 and 1: t = 3 / sqrt(2/3) = 3.6742 with 4
 * degrees of freedom, p = 0.0213 (two-sided), which z = 2.302 has.
 */
static void runs_go_by_their_spread(void **state)
{
	const double a[] = { 1, 2, 3 }, b[] = { 4, 5, 6 };
	const double same[] = { 7, 7, 7 };
	double unknown = NOISE_UNKNOWN;

	(void)state;
	assert_near(noise_of_runs(a, 3, b, 3, unknown), 2.302, 0.02);
	assert_near(noise_of_runs(b, 3, a, 3, unknown), -2.302, 0.02);
	assert_true(noise_of_runs(same, 3, same, 3, unknown) == 0);
}

static void runs_without_spread_are_certain(void **state)
{
	const double same[] = { 7, 7, 7 }, other[] = { 8, 8, 8 };

	(void)state;
	assert_true(noise_of_runs(same, 3, other, 3, 0) == NOISE_CERTAIN);
	assert_true(noise_of_runs(other, 3, same, 3, 0) == -NOISE_CERTAIN);
	/* unless chance explains it */
	assert_near(noise_of_runs(same, 3, other, 3, 0.25), 2, 1e-9);
}

/* The same runs as above: the spread is 2/3. */
static void a_spread_that_chance_explains_is_chance(void **state)
{
	const double a[] = { 1, 2, 3 }, b[] = { 4, 5, 6 };

	(void)state;
	/* sampling alone would do more: it decides */
	assert_near(noise_of_runs(a, 3, b, 3, 1), 3, 1e-9);
	/* it would do somewhat less: the spread decides, as it is */
	assert_near(noise_of_runs(a, 3, b, 3, 0.5), 3 / sqrt(2.0 / 3), 1e-9);
	/* it would do far less: few runs are then poor evidence */
	assert_near(noise_of_runs(a, 3, b, 3, 0.1), 2.302, 0.02);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_are_pooled),
		cmocka_unit_test(counts_vary_by_their_root),
		cmocka_unit_test(runs_go_by_their_spread),
		cmocka_unit_test(runs_without_spread_are_certain),
		cmocka_unit_test(a_spread_that_chance_explains_is_chance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
