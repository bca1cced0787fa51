/* SPDX-License-Identifier: MIT */
#ifndef DIFF_SCALE_H
#define DIFF_SCALE_H

#include "fg/stacks.h"

/*
 * Scaling a column of weights by an exact fraction, so that runs of unequal
 * length can be compared.
 */
struct factor {
	fg_wide num, den; /* den is never 0 */
};

#define FACTOR_ONE ((struct factor){ 1, 1 })

/* num / den in lowest terms. */
struct factor factor_new(fg_wide num, fg_wide den);

/* "1.2" or "1200/1000", more than zero; false for anything else. */
bool factor_parse(fg_str s, struct factor *f);

static inline bool factor_is_one(struct factor f)
{
	return f.num == f.den;
}

/* num / den, for people and estimates. */
double factor_value(struct factor f);

/* units * f, rounded to nearest, halves up; the result must fit. */
fg_wide factor_apply(struct factor f, fg_wide units);

/*
 * Scales weight[0..n) in place, so that the column's sum becomes exactly
 * factor_apply(f, sum), and so does that of every range to within one unit.
 * `order` are the numbers of the stacks frame by frame (FG_BY_FRAMES): there,
 * what lies below a frame is a range. Weights past 64 bits stop there and set
 * *saturated.
 */
void factor_spread(struct factor f, uint64_t *weight, const uint32_t *order,
		   size_t n, bool *saturated);

#endif
