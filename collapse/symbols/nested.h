/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_NESTED_H
#define COLLAPSE_SYMBOLS_NESTED_H

#include "fg/base.h"

/*
 * Nested ranges of addresses, made flat: finds the innermost at an address.
 *
 *	struct nested nested = { 0 };
 *	nested_add(&nested, start, end, depth, number);
 *	nested_lay(&nested);
 *	number = nested_find(&nested, address);
 *	nested_free(&nested);
 *
 * Zero-initialise it. Of ranges that cross, the one that begins later counts
 * as the inner one. Memory is O(n) for any n ranges.
 */
#define NESTED_NONE UINT32_MAX

struct nested {
	struct nested_range {
		uint64_t start, end;
		uint32_t depth, number;
	} * ranges; /* only until nested_lay() */
	size_t range_count, range_room;
	struct nested_segment {
		uint64_t start; /* up to the next segment's */
		uint32_t number; /* or NESTED_NONE */
	} * segments;
	size_t segment_count, segment_room;
};

/*
 * Adds [start, end), if it is not empty. Where two begin at one address, the
 * deeper one is inside, and of the same depth, the shorter one.
 */
void nested_add(struct nested *nested, uint64_t start, uint64_t end,
		uint32_t depth, uint32_t number);

/*
 * Makes the ranges added since the last call searchable, and only these. O(n
 * log n).
 */
void nested_lay(struct nested *nested);

/* The number of the innermost, or NESTED_NONE. O(log n). */
uint32_t nested_find(const struct nested *nested, uint64_t address);

void nested_free(struct nested *nested);

#endif
