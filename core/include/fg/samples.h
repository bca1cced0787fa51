/* SPDX-License-Identifier: MIT */
#ifndef FG_SAMPLES_H
#define FG_SAMPLES_H

#include "fg/weight.h"

/*
 * The samples behind the weights of a profile: how many there are, and how
 * much their weights differ.
 *
 *	struct fg_samples samples = { 0 };
 *	fg_samples_add(&samples, (struct fg_weight){ 1001001, 0 });
 *
 * A typical sample weighs squares / weight. weight * weight / squares is the
 * effective number of samples (Kish): that many samples of equal weight would
 * vary as much by chance.
 */
struct fg_samples {
	uint64_t count;
	fg_wide weight; /* of all samples, in units of 10^-scale */
	fg_wide squares; /* in units of 10^-(2 * scale) */
	unsigned scale;
	bool lost; /* a sum did not fit; the struct says nothing */
};

/*
 * Adds `count` samples of equal weight (to the unit) that weigh `weight`
 * together. Does nothing for a count of 0. O(1).
 */
void fg_samples_add_wide(struct fg_samples *samples, struct fg_weight weight,
			 uint64_t count);

/* Adds one sample. Inline, because it runs once per sample. */
static inline void fg_samples_add(struct fg_samples *samples,
				  struct fg_weight weight)
{
	fg_wide units = weight.units;

	if (FG_UNLIKELY(weight.scale != samples->scale)) {
		fg_samples_add_wide(samples, weight, 1);
		return;
	}
	samples->count++;
	samples->weight += units;
	samples->lost |= __builtin_add_overflow(samples->squares, units * units,
						&samples->squares);
}

/* Adds those of another profile. */
void fg_samples_join(struct fg_samples *samples, const struct fg_samples *more);

/*
 * The samples of a part of the profile, in proportion: `part` of `whole`, both
 * in the same unit, part at most whole.
 */
struct fg_samples fg_samples_share(const struct fg_samples *samples,
				   fg_wide part, fg_wide whole);

/*
 * Whether the samples make up all of `weight` (in units of 10^-scale). Only
 * then they describe the profile.
 */
bool fg_samples_known(const struct fg_samples *samples, fg_wide weight,
		      unsigned scale);

#endif
