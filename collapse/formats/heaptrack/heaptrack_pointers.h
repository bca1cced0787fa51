/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_POINTERS_H
#define HEAPTRACK_POINTERS_H

#include "fg/base.h"

/*
 * The live blocks, by address. Zero-initialise it.
 *
 *	heaptrack_pointers_put(&live, address, block);
 *	if (heaptrack_pointers_take(&live, address, &block))
 *		...
 *	heaptrack_pointers_free(&live);
 */
struct heaptrack_block {
	uint64_t size;
	uint32_t trace; /* the trace that allocated it */
};

struct heaptrack_pointers {
	struct heaptrack_slot *slots;
	size_t slot_count; /* a power of two, at least twice `count`; or 0 */
	size_t count;
};

/* Adds a block; replaces an old one at this address. */
void heaptrack_pointers_put(struct heaptrack_pointers *pointers,
			    uint64_t address, struct heaptrack_block block);

/* Removes the block; false when there is none at this address. */
bool heaptrack_pointers_take(struct heaptrack_pointers *pointers,
			     uint64_t address, struct heaptrack_block *block);

void heaptrack_pointers_free(struct heaptrack_pointers *pointers);

#endif
