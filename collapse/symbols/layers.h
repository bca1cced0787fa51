/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_LAYERS_H
#define COLLAPSE_SYMBOLS_LAYERS_H

#include "fg/base.h"

/*
 * Ranges of addresses that replace each other over time: finds the value of an
 * address at some time.
 *
 *	struct layers *layers = layers_new();
 *	layers_add(layers, start, end, time, number);
 *	layers_seal(layers);
 *	if (layers_find(layers, address, time, &number))
 *		...
 *	layers_free(layers);
 *
 * A segment tree over the ends of all ranges, each node with its ranges in
 * order of time. Memory is O(n log n) for any n ranges, and O(n) where few of
 * them overlap; a look-up is O(log n * log n).
 */
struct layers;

struct layers *layers_new(void);
void layers_free(struct layers *layers); /* NULL is allowed */

/*
 * Puts `value` over [start, end) from `time` on; of the same time, the last
 * one added is on top. Does nothing where start >= end.
 */
void layers_add(struct layers *layers, uint64_t start, uint64_t end,
		uint64_t time, uint32_t value);

/* Ends adding; searching is possible after this. O(n log n). */
void layers_seal(struct layers *layers);

/* Sets *value to the topmost one at that time; false where there is none. */
bool layers_find(const struct layers *layers, uint64_t address, uint64_t time,
		 uint32_t *value);

#endif
