/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CHANGE_H
#define DIFF_CHANGE_H

#include "tally.h"

/*
 * What became of a number: how much it changed, and whether that means
 * anything.
 */
struct change {
	fg_wide units[SIDES]; /* after normalising */
	double share[SIDES]; /* of its side's sum as read, in percent */
	double z; /* of the count; of the share when normalised; or NaN */
	double z_share; /* of the share; or NaN */
	bool elsewhere[SIDES]; /* there is more in stacks not selected */
};

/* What judging needs to know. */
struct judge {
	const struct diff *diff;
	uint64_t period; /* what a sample weighs; 0: weights are no samples */
	double significance; /* |z| from which on a change is one; 3 */
};

/*
 * `unit` is what the user says the weights are, or NULL. Without a word from
 * the user, weights that are all large are samples of one length if they are
 * multiples of one number, else times or bytes, which a note tells.
 */
void judge_init(struct judge *judge, const struct diff *diff, const char *unit,
		struct fg_diag *diag);

/* `runs` are the values in each of diff->runs. */
struct change change_of(const struct judge *judge, const fg_wide raw[SIDES],
			const double *runs);
struct change change_of_item(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item);

/* The sum of everything. */
struct change change_of_all(const struct judge *judge);

/* after - before */
fg_swide change_delta(const struct change *change);

/* In percent of before; infinite from nothing, 0 from nothing to nothing. */
double change_relative(const struct change *change);

/* In percentage points of the side's sum. */
double change_points(const struct change *change);

enum verdict {
	VERDICT_SAME,
	VERDICT_NOISE, /* smaller than chance, or than anyone cares for */
	VERDICT_MAYBE_GREW,
	VERDICT_MAYBE_SHRANK,
	VERDICT_GREW,
	VERDICT_SHRANK,
	VERDICT_NEW, /* and more than noise, and in no other stack before */
	VERDICT_GONE,
};

/* What a change comes to, and that in a word for people; a constant. */
enum verdict change_verdict(const struct judge *judge,
			    const struct change *change);
const char *verdict_name(enum verdict verdict);

#endif
