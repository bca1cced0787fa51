/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_ROUNDED_H
#define COLLAPSE_ROUNDED_H

#include "format.h"

/*
 * For formats whose weights have more digits than their unit is meant to
 * show: runs `parse`, then adds what it found to c->out with the weight of
 * each stack, not of each sample, rounded to whole numbers. Stacks that are
 * less than half a unit are left out.
 *
 *	static fg_status parse(struct collapse *c)
 *	{
 *		return rounded_parse(c, parse_exactly);
 *	}
 */
FG_MUST_USE fg_status rounded_parse(struct collapse *c,
				    fg_status (*parse)(struct collapse *c));

#endif
