/* SPDX-License-Identifier: MIT */
#ifndef FG_ORDER_H
#define FG_ORDER_H

#include "fg/stacks.h"

/* Sorting of names and stacks. */

/* All ids in byte order of their names; the caller frees the array. */
fg_frame *fg_frames_sort(const struct fg_frames *frames);

enum fg_order {
	FG_BY_LINE, /* byte order of "a;b;c", as sort(1) in the C locale */
	FG_BY_FRAMES, /* frame by frame, a prefix before a longer stack */
};

/*
 * The numbers of all stacks in that order; the caller frees the array.
 * Equal for equal contents, whatever the order of arrival. O(n log n).
 */
uint32_t *fg_stacks_sort(const struct fg_stacks *stacks, enum fg_order order);

#endif
