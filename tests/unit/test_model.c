/* SPDX-License-Identifier: MIT */
#include "diff/model.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "unit.h"

#define assert_near(actual, expected, by)          \
	assert_true(fabs((actual) - (expected)) <= \
		    (by)*fmax(1, fabs((double)(expected))))

enum { ITEMS = 10, RUNS = 7 };

/* Drawn once by NumPy: gamma-Poisson, three runs before and four after. */
static const double values[ITEMS * RUNS] = {
	/* clang-format off */
	282, 337, 267, 287, 300, 306, 294 ,
	209, 208, 192, 288, 184, 221, 185 ,
	136, 140, 167, 182, 200, 210, 207 ,
	110, 170, 123, 172, 116, 81, 122 ,
	91, 87, 71, 94, 81, 96, 82 ,
	72, 55, 69, 49, 60, 61, 71 ,
	42, 40, 39, 33, 35, 25, 38 ,
	39, 27, 30, 16, 22, 21, 29 ,
	19, 6, 33, 11, 6, 12, 13 ,
	4, 12, 22, 12, 10, 11, 16,
	/* clang-format on */
};
static const unsigned sides[RUNS] = { 0, 0, 0, 1, 1, 1, 1 };

struct expected {
	size_t item;
	double before, after, dispersion, t, above, relative, low, high;
};

static void expect(const struct model *model, const struct expected *expected)
{
	struct effect e = model_effect(model, values + expected->item * RUNS);

	assert_near(e.mean[0], expected->before, 1e-6);
	assert_near(e.mean[1], expected->after, 1e-6);
	assert_near(e.dispersion, expected->dispersion, 1e-6);
	assert_near(e.t, expected->t, 1e-6);
	assert_near(e.above, expected->above, 1e-6);
	assert_near(e.above + e.below, 1, 1e-9);
	assert_near(e.relative, expected->relative, 1e-6);
	assert_near(e.low, expected->low, 1e-6);
	assert_near(e.high, expected->high, 1e-6);
}

/* Expected values are of an independent model in NumPy and SciPy. */
static void runs_are_taken_as_they_are(void **state)
{
	static const struct expected expected[] = {
		{ 0, 295.333333, 296.75, 3.40217783, 0.058455932, 0.477205741,
		  0.00479683973, -0.160526406, 0.202678316 },
		{ 2, 147.666667, 199.75, 2.59566737, 3.24643418, 0.00378873348,
		  0.352708804, 0.0970345403, 0.667970369 },
		{ 9, 12.6666667, 12.25, 2.75661362, -0.0929810212, 0.536222597,
		  -0.0328947368, -0.560127592, 1.12628156 },
	};
	struct model_data data = { values, ITEMS,	sides, RUNS,
				   1,	   MODEL_AS_IS, NULL,  { 1, 1 } };
	struct model model;

	(void)state;
	model_fit(&model, &data);
	assert_near(model.base, 2.51511772, 1e-6);
	assert_near(model.slope, 0.00687118109, 1e-6);
	assert_near(model.prior, 6.24352272, 1e-6);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		expect(&model, &expected[i]);
	model_free(&model);
}

/* The same with sizes. */
static void runs_are_scaled_by_the_median_of_ratios(void **state)
{
	static const struct expected expected[] = {
		{ 0, 289.194871, 301.907253, 4.08314158, 0.480876933,
		  0.319512846, 0.0439578394, -0.140890337, 0.268578411 },
		{ 2, 144.551115, 203.066601, 2.91632547, 3.44706623,
		  0.00232772004, 0.404808263, 0.12761288, 0.750145188 },
		{ 9, 12.3647813, 12.3548529, 2.4926916, -0.00234728546,
		  0.500917652, -0.000802955774, -0.524883978, 1.10137038 },
	};
	struct model_data data = { values, ITEMS,	 sides, RUNS,
				   1,	   MODEL_MEDIAN, NULL,	{ 1, 1 } };
	struct model model;

	(void)state;
	model_fit(&model, &data);
	assert_near(model.base, 2.25589912, 1e-6);
	assert_near(model.slope, 0.00955625667, 1e-6);
	assert_near(model.prior, 7.32798861, 1e-6);
	assert_near(model.sizes[0], 1.01265457, 1e-6);
	assert_near(model.sizes[6], 1.05374004, 1e-6);
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		expect(&model, &expected[i]);
	model_free(&model);
}

/* ---- what chance does, with a generator of our own ---- */

static uint64_t generator;

static double uniform(void)
{
	generator ^= generator << 13;
	generator ^= generator >> 7;
	generator ^= generator << 17;
	return ((double)(generator >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

/* Poisson for means over 10, by rounding a normal: near enough. */
static double samples(double mean)
{
	return fmax(0, floor(mean + sqrt(mean) * normal() + 0.5));
}

enum { FUNCTIONS = 40, ROUNDS = 300, MOST_RUNS = 20 };

struct chance {
	size_t runs; /* a side */
	double noise; /* coefficient of variation between runs */
	double drift; /* of the speed of a whole run */
	double change; /* of the last function */
	double mean; /* samples of that function */
	enum model_scale scale;
	/* counted */
	double named, any, found, covered;
};

static void draw(const struct chance *c, double *drawn, unsigned *side,
		 double *totals)
{
	size_t runs = 2 * c->runs;

	for (size_t r = 0; r < runs; r++) {
		double speed = exp(c->drift * normal());

		side[r] = r >= c->runs;
		totals[r] = 0;
		for (size_t i = 0; i < FUNCTIONS; i++) {
			double mean = 20 + 10.0 * (double)i;

			if (i == FUNCTIONS - 1)
				mean = c->mean * (side[r] ? 1 + c->change : 1);
			drawn[i * runs + r] = samples(mean * speed *
						      exp(c->noise * normal()));
			totals[r] += drawn[i * runs + r];
		}
	}
}

static void count(struct chance *c, const struct model *model,
		  const double *drawn)
{
	double above[FUNCTIONS], sorted[FUNCTIONS], threshold;
	size_t runs = 2 * c->runs;

	for (size_t i = 0; i < FUNCTIONS; i++) {
		struct effect e = model_effect(model, drawn + i * runs);
		bool changed = i == FUNCTIONS - 1 && c->change > 0;
		double truth = changed ? c->change : 0;

		sorted[i] = above[i] = e.above;
		c->covered += e.low <= truth && truth <= e.high;
		if (changed)
			c->found += e.above < 0.01;
		else
			c->named += e.above < 0.01;
	}
	threshold = model_threshold(sorted, FUNCTIONS, 0.02);
	for (size_t i = 0; i < FUNCTIONS; i++) {
		if (above[i] <= threshold) {
			c->any++;
			break;
		}
	}
}

static void play(struct chance *c)
{
	double drawn[FUNCTIONS * MOST_RUNS];
	double totals[MOST_RUNS];
	unsigned side[MOST_RUNS];

	generator = 88172645463325252U;
	for (size_t i = 0; i < ROUNDS; i++) {
		struct model_data data = { drawn,	FUNCTIONS, side,
					   2 * c->runs, 1,	   c->scale,
					   totals,	{ 1, 1 } };
		struct model model;

		draw(c, drawn, side, totals);
		model_fit(&model, &data);
		count(c, &model, drawn);
		model_free(&model);
	}
	c->named /= (double)ROUNDS * FUNCTIONS;
	c->covered /= (double)ROUNDS * FUNCTIONS;
	c->any /= ROUNDS;
	c->found /= ROUNDS;
}

/* One in a hundred for a named function, two in a hundred for any. */
static void null_pairs_are_mostly_kept(void **state)
{
	static const struct chance rows[] = {
		{ .runs = 3, .mean = 300 },
		{ .runs = 5, .mean = 300 },
		{ .runs = 10, .mean = 300 },
		{ .runs = 3, .mean = 300, .noise = 0.08 },
		{ .runs = 5, .mean = 300, .noise = 0.08 },
		{ .runs = 5, .mean = 300, .drift = 0.05, .scale = MODEL_MEDIAN },
		{ .runs = 5, .mean = 300, .drift = 0.05, .scale = MODEL_TOTALS },
		{ .runs = 3, .mean = 9000, .scale = MODEL_TOTALS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct chance c = rows[i];

		play(&c);
		assert_true(c.named < 0.013);
		assert_true(c.any < 0.045);
		assert_true(c.covered > 0.93 && c.covered < 0.975);
	}
}

static void real_changes_are_found(void **state)
{
	struct chance large = { .runs = 3, .mean = 300, .change = 0.3 };
	struct chance twice = { .runs = 5, .mean = 24, .change = 1 };
	struct chance small = { .runs = 5, .mean = 900, .change = 0.1 };

	(void)state;
	play(&large);
	play(&twice);
	play(&small);
	assert_true(large.found > 0.99);
	assert_true(twice.found > 0.99);
	assert_true(small.found > 0.9);
}

/* What model_detectable() promises is found so often. */
static void what_could_be_seen_is_seen(void **state)
{
	struct model_data data = { values, ITEMS,	sides, RUNS,
				   1,	   MODEL_AS_IS, NULL,  { 1, 1 } };
	struct chance c = { .runs = 5, .mean = 300 };
	struct model model;
	struct effect e;

	(void)state;
	model_fit(&model, &data);
	e = model_effect(&model, values);
	e.mean[0] = c.mean;
	e.dispersion = 1;
	e.freedom = INFINITY;
	model.prior = INFINITY;
	model.runs[0] = model.runs[1] = c.runs;
	c.change = model_detectable(&model, &e, 0.01);
	assert_int_equal(model_runs_needed(&model, &e, 0.01, c.change), c.runs);
	assert_int_equal(model_runs_needed(&model, &e, 0.01, 1e-6), 0);
	play(&c);
	assert_true(c.found > 0.85 && c.found < 0.95);
	model_free(&model);
}

/* ---- corners ---- */

static void one_run_a_side_is_sampling_alone(void **state)
{
	static const double two[] = { 100, 144 };
	static const unsigned side[] = { 0, 1 };
	struct model_data data = { two, 1,	     side, 2,
				   1,	MODEL_AS_IS, NULL, { 1, 1 } };
	struct model model;
	struct effect e;

	(void)state;
	model_fit(&model, &data);
	e = model_effect(&model, two);
	assert_near(e.dispersion, 1, 0);
	assert_near(e.z, 44 / sqrt(244), 1e-9);
	model_free(&model);
}

static void new_and_gone_functions_have_an_effect(void **state)
{
	static const double rows[] = {
		0,  0,	0,  40, 42, 38, /* new */
		40, 42, 38, 0,	0,  0, /* gone */
		0,  0,	0,  0,	0,  0, /* never there */
		50, 52, 48, 50, 52, 48,
	};
	static const unsigned side[] = { 0, 0, 0, 1, 1, 1 };
	struct model_data data = { rows, 4,	      side, 6,
				   1,	 MODEL_AS_IS, NULL, { 1, 1 } };
	struct model model;
	struct effect e;

	(void)state;
	model_fit(&model, &data);
	e = model_effect(&model, rows);
	assert_true(isinf(e.relative) && e.high == e.relative && e.low > 0);
	assert_true(e.above < 1e-6);
	e = model_effect(&model, rows + 6);
	assert_true(e.relative == -1 && e.low == -1 && e.high < 0);
	assert_true(e.below < 1e-6);
	e = model_effect(&model, rows + 12);
	assert_true(e.t == 0 && e.relative == 0);
	assert_true(isinf(model_detectable(&model, &e, 0.01)));
	model_free(&model);
}

/* By hand, with 4 probabilities and a rate of 0.05. */
static void false_discoveries_are_few(void **state)
{
	double some[] = { 0.04, 0.01, 0.02, 0.9 };
	double none[] = { 0.02, 0.5, 0.6, 0.9 };

	(void)state;
	assert_near(model_threshold(some, 4, 0.05), 0.02, 1e-12);
	assert_true(model_threshold(none, 4, 0.05) < 0);
	assert_true(model_threshold(none, 0, 0.05) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_taken_as_they_are),
		cmocka_unit_test(runs_are_scaled_by_the_median_of_ratios),
		cmocka_unit_test(null_pairs_are_mostly_kept),
		cmocka_unit_test(real_changes_are_found),
		cmocka_unit_test(what_could_be_seen_is_seen),
		cmocka_unit_test(one_run_a_side_is_sampling_alone),
		cmocka_unit_test(new_and_gone_functions_have_an_effect),
		cmocka_unit_test(false_discoveries_are_few),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
