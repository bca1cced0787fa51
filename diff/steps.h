/* SPDX-License-Identifier: MIT */
#ifndef DIFF_STEPS_H
#define DIFF_STEPS_H

#include <stddef.h>

/*
 * Steps in series of values over time: where the level of a function changed,
 * and stayed so for two points at least.
 *
 * - The noise of a function is learnt from the differences of neighbours, by
 *   their median, so that steps do not count as noise. All functions share a
 *   trend of it, as in model.h. A point far from its neighbours is drawn in.
 * - Where to part a series in two is the place with the largest t. As many
 *   places were tried, its probability is multiplied by their number
 *   (Bonferroni), and over all functions false discoveries are controlled
 *   (model_threshold()).
 * - Each part is searched again (binary segmentation, Vostrikova 1981), and
 *   then each step is placed anew between its neighbours.
 * - The range of a step's place is where the likelihood is near the largest:
 *   7.35 is the 95 % point of that (Yao 1987, Hansen 2000).
 */
struct step {
	size_t at; /* the first point of the new level */
	size_t earliest, latest; /* where it may be, in 95 of 100 cases */
	double before, after; /* the levels on either side */
	double relative; /* after / before - 1; INFINITY from nothing */
	double low, high; /* 95 % interval of it */
	double z; /* as improbable as the step is at its place */
};

/* The steps of one series, in the order of time. */
struct steps {
	struct step *items;
	size_t count;
	double evidence; /* the largest |z| of them */
};

/* Values of series at points. */
struct steps_data {
	const double *values; /* of series s at point p: [s * points + p] */
	size_t series;
	size_t points;
	const size_t *runs; /* that the values are means of, at each point */
	const double *sizes; /* that values are divided by; their mean is 1 */
	double sample; /* what a sample weighs; 0: not known */
};

/* A step has at least so many points on either side. */
enum { STEPS_SIDE = 2, STEPS_MAX = 50 };

/*
 * Fills in `found`, an item a series, to be freed with steps_free(). The noise
 * is learnt from `learn_from` (NULL: from the same): sums of functions vary
 * less than functions do, and would make a trend that is too small. Of the
 * series that have a step, at most the share `rate` has it by chance; where
 * there is no step at all, one is found with the probability `rate`.
 * O(series * points) and once more for each step.
 */
void steps_find(struct steps *found, const struct steps_data *data,
		const struct steps_data *learn_from, double rate);

/*
 * The same of one series that has no others beside it, the sum of all. A
 * machine's speed wanders, which is no step: what neighbours differ by beyond
 * sampling is taken for a random walk.
 */
void steps_find_alone(struct steps *found, const struct steps_data *data,
		      double rate);
void steps_free(struct steps *steps);

#endif
