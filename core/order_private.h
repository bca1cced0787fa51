/* SPDX-License-Identifier: MIT */
#ifndef CORE_ORDER_PRIVATE_H
#define CORE_ORDER_PRIVATE_H

#include "fg/order.h"

/* A stack in sorted order, and how many of its frames get a node. */
struct placed {
	uint32_t handle;
	uint32_t visible;
};

/*
 * All stacks in `order`; the caller frees the array. With `least` over 0
 * (FG_BY_FRAMES only), frames whose node weighs less in every column are not
 * visible, and the order below them is undefined.
 */
struct placed *fg_stacks_place(const struct fg_stacks *stacks,
			       enum fg_order order, uint64_t least);

/*
 * Reorders all stacks of a profile that is_sorted, from the order of lines to
 * FG_BY_FRAMES. O(frames), plus moves where names begin alike; in
 * order_sorted.c.
 */
void fg_order_by_frames(const struct fg_stacks *stacks, struct placed *order);

#endif
