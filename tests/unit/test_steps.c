/* SPDX-License-Identifier: MIT */
#include "diff/steps.h"

#include <math.h>
#include <stdint.h>

#include "diff/history.h"
#include "unit.h"

enum { SERIES = 24, POINTS = 20, RUNS = 4 };

static double values[SERIES * POINTS];
static size_t runs[POINTS];
static double sizes[POINTS];
static struct steps found[SERIES];

/* A sum of 12 uniform numbers: nearly normal, mean 0, variance 1. */
static double normal(void)
{
	static uint64_t state = 20260101;
	double sum = 0;

	for (unsigned i = 0; i < 12; i++) {
		state = state * 6364136223846793005U + 1442695040888963407U;
		sum += (double)(state >> 40) / (double)(1U << 24);
	}
	return sum - 6;
}

/* Series 0 has 300 samples a run, the others fewer. */
static double mean_of(size_t series)
{
	return 300.0 / (double)(1 + series / 3);
}

/* What RUNS runs with sampling noise have in the mean. */
static void draw(size_t series, size_t point, double mean)
{
	values[series * POINTS + point] = mean + sqrt(mean / RUNS) * normal();
}

static void draw_all(void)
{
	for (size_t p = 0; p < POINTS; p++) {
		runs[p] = RUNS;
		sizes[p] = 1;
		for (size_t s = 0; s < SERIES; s++)
			draw(s, p, mean_of(s));
	}
}

static struct steps_data all_series(void)
{
	return (struct steps_data){ .values = values,
				    .series = SERIES,
				    .points = POINTS,
				    .runs = runs,
				    .sizes = sizes,
				    .sample = 1 };
}

static size_t find(double rate)
{
	struct steps_data data = all_series();
	size_t count = 0;

	steps_find(found, &data, NULL, rate);
	for (size_t s = 0; s < SERIES; s++)
		count += found[s].count;
	return count;
}

static void free_all(void)
{
	for (size_t s = 0; s < SERIES; s++)
		steps_free(&found[s]);
}

/* At 1 % and 300 histories, 8 are more than chance makes in 99 of 100 cases. */
static void histories_without_steps_have_none(void **state)
{
	size_t wrong = 0;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		draw_all();
		wrong += find(0.01) > 0;
		free_all();
	}
	assert_true(wrong <= 7);
}

/* Two steps in one series, one in another; places, sizes and intervals. */
static void steps_are_found_where_they_are(void **state)
{
	size_t inside = 0;

	(void)state;
	for (unsigned i = 0; i < 100; i++) {
		draw_all();
		for (size_t p = 0; p < POINTS; p++) {
			draw(0, p, p < 7 ? 300 : p < 15 ? 390 : 330);
			draw(5, p, p < 10 ? mean_of(5) : 2 * mean_of(5));
		}
		(void)find(0.01);
		assert_int_equal(found[0].count, 2);
		assert_true(found[0].items[0].earliest <= 7);
		assert_true(found[0].items[0].latest >= 7);
		assert_true(fabs(found[0].items[0].before - 300) < 20);
		assert_true(found[0].items[1].z < -4);
		assert_int_equal(found[5].count, 1);
		assert_int_equal(found[5].items[0].at, 10);
		assert_true(fabs(found[5].items[0].relative - 1) < 0.25);
		inside += found[5].items[0].low < 1 &&
			  found[5].items[0].high > 1;
		free_all();
	}
	/* 95 in 100, and by chance no fewer than this */
	assert_true(inside >= 88);
}

/* A part of the runs counts as such, and sizes are divided by. */
static void sizes_are_divided_by(void **state)
{
	(void)state;
	draw_all();
	for (size_t p = 0; p < POINTS; p++) {
		sizes[p] = p < 10 ? 0.5 : 2;
		for (size_t s = 0; s < SERIES; s++)
			draw(s, p, mean_of(s) * sizes[p]);
	}
	assert_int_equal(find(0.01), 0);
	free_all();
}

/* One point alone is no level. */
static void a_single_point_is_no_step(void **state)
{
	(void)state;
	draw_all();
	draw(0, POINTS - 1, 600);
	draw(1, 10, 600);
	draw(2, 0, 100);
	assert_int_equal(find(0.01), 0);
	free_all();
}

static void few_points_have_no_steps(void **state)
{
	struct steps_data data = all_series();

	(void)state;
	for (data.points = 1; data.points < 4; data.points++) {
		steps_find(found, &data, NULL, 1);
		assert_int_equal(found[0].count, 0);
		free_all();
		steps_find_alone(&found[0], &data, 1);
		assert_int_equal(found[0].count, 0);
		steps_free(&found[0]);
	}
}

/* A series that wanders has no step; one that jumps has. */
static void what_wanders_is_no_step(void **state)
{
	struct steps_data data = all_series();
	size_t wrong = 0, right = 0;

	(void)state;
	draw_all();
	data.series = 1;
	for (unsigned i = 0; i < 200; i++) {
		double level = 2400;

		for (size_t p = 0; p < POINTS; p++) {
			level *= 1 + 0.03 * normal();
			draw(0, p, level);
		}
		steps_find_alone(&found[0], &data, 0.01);
		wrong += found[0].count > 0;
		steps_free(&found[0]);
		for (size_t p = 0; p < POINTS; p++)
			draw(0, p, p < 10 ? 2400 : 3400);
		steps_find_alone(&found[0], &data, 0.01);
		right += found[0].count == 1 && found[0].items[0].at == 10;
		steps_free(&found[0]);
	}
	assert_true(wrong <= 6);
	assert_true(right >= 190);
}

static void numbers_in_names_go_by_their_value(void **state)
{
	(void)state;
	assert_true(history_compare_names("run9", "run10") < 0);
	assert_true(history_compare_names("v1.10.0", "v1.9.9") > 0);
	assert_true(history_compare_names("a01", "a1") != 0);
	assert_true(history_compare_names("a01", "a2") < 0);
	assert_true(history_compare_names("a", "a0") < 0);
	assert_true(history_compare_names("00", "0") != 0);
	assert_int_equal(history_compare_names("x7y", "x7y"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(histories_without_steps_have_none),
		cmocka_unit_test(steps_are_found_where_they_are),
		cmocka_unit_test(sizes_are_divided_by),
		cmocka_unit_test(a_single_point_is_no_step),
		cmocka_unit_test(few_points_have_no_steps),
		cmocka_unit_test(what_wanders_is_no_step),
		cmocka_unit_test(numbers_in_names_go_by_their_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
