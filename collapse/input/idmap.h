/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_IDMAP_H
#define COLLAPSE_IDMAP_H

#include "fg/base.h"

/*
 * A map from the numbers that an input gives to its objects to our indices.
 * Numbers are mostly small and dense, but may be any. Zero-initialise it.
 *
 *	struct idmap map = { 0 };
 *	if (!idmap_add(&map, id, index))
 *		... the id was there before
 *	index = idmap_find(&map, id);
 *	idmap_free(&map);
 */
#define IDMAP_NONE UINT32_MAX

struct idmap {
	uint32_t *direct; /* indexed by the number, where that is small */
	size_t direct_count;
	struct idmap_slot {
		uint64_t id;
		uint32_t index; /* IDMAP_NONE: empty */
	} * slots; /* hash table of the others */
	size_t slot_count; /* a power of two, or 0 */
	size_t used; /* used slots; less than half */
	size_t count;
};

/*
 * Returns false and changes nothing when `id` is there already. Amortised
 * O(1).
 */
bool idmap_add(struct idmap *map, uint64_t id, uint32_t index);

/* IDMAP_NONE when it is not there. */
uint32_t idmap_find(const struct idmap *map, uint64_t id);

void idmap_free(struct idmap *map);

#endif
