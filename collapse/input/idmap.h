/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_IDMAP_H
#define COLLAPSE_IDMAP_H

#include "fg/base.h"

/*
 * From the numbers that an input gives to things to where we keep them.
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
	uint32_t *direct; /* by the number itself, where that is small */
	size_t direct_count;
	struct idmap_slot {
		uint64_t id;
		uint32_t index; /* IDMAP_NONE: empty */
	} * slots; /* of the others, hashed */
	size_t slot_count; /* a power of two, or 0 */
	size_t used; /* of the slots; less than half */
	size_t count;
};

/* False, and nothing changes, when `id` is there already. Amortised O(1). */
bool idmap_add(struct idmap *map, uint64_t id, uint32_t index);

/* IDMAP_NONE when it is not there. */
uint32_t idmap_find(const struct idmap *map, uint64_t id);

void idmap_free(struct idmap *map);

#endif
