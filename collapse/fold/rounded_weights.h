/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_ROUNDED_H
#define COLLAPSE_ROUNDED_H

#include "format.h"

/* What happens to stacks of less than half a unit. */
enum rounded_small {
	SMALL_LOST,
	SMALL_KEPT, /* if there are any, nothing is rounded */
};

/*
 * For formats whose weights have more digits than their unit should show: runs
 * `parse`, then adds the result to c->out with rounded weights. The weight of
 * each stack is rounded, not of each sample.
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
