/* SPDX-License-Identifier: MIT */
#include "diff/distribution.h"

#include <math.h>
#include <stddef.h>

#include "unit.h"

static void assert_close(double actual, double expected)
{
	assert_true(fabs(actual - expected) <= 1e-9 * fabs(expected));
}

/* scipy.stats.t.sf and isf, scipy.special.polygamma, SciPy 1.14 */
static void tails_of_t(void **state)
{
	static const double rows[][3] = {
		{ 0.5, 1, 0.35241638235 },
		{ 2, 1, 0.14758361765 },
		{ 2.5, 4, 0.033383272406 },
		{ 3.6742346, 4, 0.0106558206971 },
		{ -1.2, 7.5, 0.866665538603 },
		{ 6, 12, 3.10836943243e-05 },
		{ 10, 30, 2.28762570411e-11 },
		{ 4, 1e6, 3.1673517005e-05 },
		{ 40, 8, 8.39285943957e-11 },
		{ 1.959963984540054, INFINITY, 0.025 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_close(t_above(rows[i][0], rows[i][1]), rows[i][2]);
	assert_true(t_above(0, 5) == 0.5);
}

static void quantiles_of_t(void **state)
{
	static const double rows[][3] = {
		{ 0.01, 4, 3.74694738798 },    { 0.025, 8, 2.3060041352 },
		{ 0.001, 28, 3.40815517835 },  { 0.3, 3, 0.58438972744 },
		{ 0.975, 10, -2.22813885199 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_close(t_exceeded(rows[i][0], rows[i][1]), rows[i][2]);
}

static void z_is_as_improbable_as_t(void **state)
{
	(void)state;
	assert_close(t_above(t_to_z(3, 5), INFINITY), t_above(3, 5));
	assert_close(t_to_z(-3, 5), -t_to_z(3, 5));
	assert_true(t_to_z(2.5, INFINITY) == 2.5);
	/* where the probability is too small for a number */
	assert_true(t_to_z(1000, 500) > 36 && isfinite(t_to_z(1000, 500)));
}

static void trigamma_and_back(void **state)
{
	static const double rows[][2] = {
		{ 0.1, 101.433299151 },	  { 0.5, 4.93480220054 },
		{ 1, 1.64493406685 },	  { 2.5, 0.4903577561 },
		{ 4, 0.283822955737 },	  { 14.5, 0.0713982561516 },
		{ 100, 0.0100501666633 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		assert_close(trigamma(rows[i][0]), rows[i][1]);
		assert_close(trigamma_inverse(trigamma(rows[i][0])),
			     rows[i][0]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tails_of_t),
		cmocka_unit_test(quantiles_of_t),
		cmocka_unit_test(z_is_as_improbable_as_t),
		cmocka_unit_test(trigamma_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
