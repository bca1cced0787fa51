/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SIGNED_H
#define COLLAPSE_SIGNED_H

#include "stackbuf.h"

/*
 * Profiles with weights below zero: differences of two profiles, and frees
 * among allocations. Each stack's weights are summed with their signs. What
 * is below zero in the end cannot be folded; it is left out with a warning
 * that says how much that is.
 *
 *	struct signed_fold fold;
 *	signed_begin(&fold, c);
 *	stackbuf_init(&stack, &fold.c);
 *	...
 *	signed_flush(&stack, LEAF_FIRST, -7, 0);
 *	...
 *	signed_end(&fold, loc);
 *
 * Costs a second profile of the same size while it lasts: for inputs that
 * are known to have such weights.
 */
struct signed_fold {
	struct collapse c; /* as the one given, with another `out` */
	struct collapse *target;
};

/* Makes fold->c, to be used in the place of `c`, which must stay. */
void signed_begin(struct signed_fold *fold, struct collapse *c);

/*
 * As stackbuf_flush, for a stackbuf that began with &fold->c; the weight is
 * in units of 10^-scale.
 */
void signed_flush(struct stackbuf *stack, enum stack_order order,
		  int64_t weight, unsigned scale);

/* Adds the sums to the collapse that was given, and frees. */
void signed_end(struct signed_fold *fold, struct fg_loc loc);

#endif
