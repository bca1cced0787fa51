/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_ROUNDED_H
#define COLLAPSE_ROUNDED_H

#include "format.h"

/* What becomes of stacks of less than half a unit. */
enum rounded_small {
	SMALL_LOST,
	SMALL_KEPT, /* if there are any, nothing is rounded */
};

/*
 * For formats whose weights have more digits than their unit is meant to
 * show: runs `parse`, then adds what it found to c->out with the weight of
 * each stack, not of each sample, rounded to whole numbers.
 *
 *	static fg_status parse(struct collapse *c)
 *	{
 *		return rounded_parse(c, parse_exactly, SMALL_LOST);
 *	}
 */
FG_MUST_USE fg_status rounded_parse(struct collapse *c,
				    fg_status (*parse)(struct collapse *c),
				    enum rounded_small small);

#endif
