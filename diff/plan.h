/* SPDX-License-Identifier: MIT */
#ifndef DIFF_PLAN_H
#define DIFF_PLAN_H

#include "change.h"

/*
 * How many runs a gate needs, from the noise of the runs that are there.
 * A size is a growth relative to before, 0.05 for 5 %; "found" means in 9 of
 * 10 cases, by a rule that names the function (model.h).
 */
struct plan_options {
	double size; /* to be found; 0: no plan is wanted */
	bool leave[MEASURES]; /* leave this list out */
	size_t top; /* functions a list, the heaviest first */
};

/*
 * One line for all weight, and one a function: how many runs a side find the
 * size, and what today's runs find. O(n log n) of the functions.
 */
void plan_write(struct fg_out *out, const struct judge *judge,
		const struct tally *functions,
		const struct plan_options *options);

/*
 * The smallest growth of an item that today's runs find. INFINITY where
 * nothing tells: there is no spread, it is not there before, its share is
 * always the same, or significance is 0.
 */
double plan_detectable(const struct judge *judge, const struct change *change);

/* "5 runs a side", "5 and 3 runs" */
void plan_write_runs(struct fg_out *out, const struct judge *judge);

#endif
