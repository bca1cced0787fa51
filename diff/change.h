/* SPDX-License-Identifier: MIT */
#ifndef DIFF_CHANGE_H
#define DIFF_CHANGE_H

#include "judge.h"

/*
 * What became of a number: how much it changed, and whether that means
 * anything.
 */
struct change {
	fg_wide units[SIDES]; /* the mean of the runs, after normalising */
	double share[SIDES]; /* of its side's sum as read, in percent */
	enum measure measure;
	enum basis basis; /* which of the two the change is judged by */
	struct effect effects[BASES];
	bool unclear; /* nothing says how much is chance */
	bool elsewhere[SIDES]; /* there is more in stacks not selected */
};

/* The change of one item of `tally`; of a group: of several functions. */
struct change change_of_item(const struct judge *judge,
			     const struct tally *tally, enum measure measure,
			     size_t item);
struct change change_of_group(const struct judge *judge,
			      const struct tally *tally, enum measure measure,
			      size_t item);

/* The sum of everything. */
struct change change_of_all(const struct judge *judge);

/* The effect that the change is judged by. */
const struct effect *change_effect(const struct change *change);

/* The effect's z; NaN where nothing says how much is chance. */
double change_z(const struct change *change);

/* after - before */
fg_swide change_delta(const struct change *change);

/* In percent of before; infinite from nothing, 0 from nothing to nothing. */
double change_relative(const struct change *change);

/*
 * The 95 % interval of change_relative(), in percent; NaN where nothing tells
 * how much is chance, infinite from nothing.
 */
double change_low(const struct change *change);
double change_high(const struct change *change);

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

/*
 * Whether a function grew, or shrank, by more than chance makes of as many
 * functions. Always true with a significance of 0.
 */
bool change_stands_out(const struct judge *judge, const struct change *change,
		       bool shrinking);

/* What a change comes to, and that in a word for people; a constant. */
enum verdict change_verdict(const struct judge *judge,
			    const struct change *change);
const char *verdict_name(enum verdict verdict);

#endif
