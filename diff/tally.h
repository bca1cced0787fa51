/* SPDX-License-Identifier: MIT */
#ifndef DIFF_TALLY_H
#define DIFF_TALLY_H

#include "diff.h"

/*
 * Weights of functions, or of groups of functions: self, where the function
 * ends the stack, and total, where it stands anywhere in it. A function that
 * calls itself counts once a stack.
 */
enum measure { SELF, TOTAL, MEASURES };

struct tally {
	size_t count; /* of functions or groups, below called items */
	fg_wide *units[MEASURES][SIDES]; /* as read */
	double *runs[MEASURES]; /* of item i in run r: [i * run_count + r] */
	/* whether stacks that are not selected have some; NULL: there are none */
	bool *elsewhere[MEASURES][SIDES];
};

/* The item of a frame that belongs to none. */
#define TALLY_NONE UINT32_MAX

/*
 * Adds up the selected stacks of `diff`. items[id] is the item that a frame
 * belongs to, below `count`; NULL makes each frame an item of its own.
 */
void tally_fill(struct tally *tally, const struct diff *diff,
		const uint32_t *items, size_t count);
void tally_free(struct tally *tally);

#endif
