/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SIGNED_H
#define COLLAPSE_SIGNED_H

#include "stackbuf.h"

/*
 * Profiles with negative weights: differences of two profiles, and frees among
 * allocations. Each stack's weights are summed with their signs. A negative
 * sum cannot be folded; it is left out with a warning that gives the total
 * that was left out.
 *
 *	struct signed_fold fold;
 *	signed_begin(&fold, c);
 *	stackbuf_init(&stack, &fold.c);
 *	...
 *	signed_flush(&stack, LEAF_FIRST, -7, 0);
 *	...
 *	signed_end(&fold, loc);
 *
 * It needs memory for a second profile of the same size until signed_end(), so
 * use it only for inputs that are known to have such weights.
 */
struct signed_fold {
	struct collapse c; /* as the given one, with another `out` */
	struct collapse *target;
};

/* Makes fold->c, for use in place of `c`, which must stay valid. */
void signed_begin(struct signed_fold *fold, struct collapse *c);

/*
 * As stackbuf_flush, for a stackbuf initialised with &fold->c; the weight is
 * in units of 10^-scale.
 */
void signed_flush(struct stackbuf *stack, enum stack_order order,
		  int64_t weight, unsigned scale);

/* Adds the sums to the given collapse, and frees. */
void signed_end(struct signed_fold *fold, struct fg_loc loc);

#endif
