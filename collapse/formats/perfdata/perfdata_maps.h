/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_MAPS_H
#define PERFDATA_MAPS_H

#include "fg/base.h"

/*
 * The memory map of a process: pieces of files, which do not overlap. A new
 * map replaces the parts of old ones that it covers.
 *
 *	struct maps *maps = NULL;
 *	maps_add(&maps, (struct map){ start, end, offset, module });
 *	struct maps *child = maps_share(maps);
 *	if (maps_find(child, address, &map))
 *		... the file has it at address - map.start + map.offset ...
 *	maps_free(child);
 *	maps_free(maps);
 *
 * It is a balanced search tree (a treap; Seidel and Aragon, 1996). Processes
 * share its nodes until one of them changes: a fork costs nothing, and a
 * change or a look-up costs O(log n), however many maps a process has.
 */
struct maps; /* NULL: none */

struct map {
	uint64_t start, end; /* end is the first address after it */
	uint64_t offset; /* of its start, in the file */
	uint32_t module;
};

/* Adds a map that is not empty; `map.end` is not below its start. */
void maps_add(struct maps **maps, struct map map);

/* Removes all maps in [start, end). */
void maps_remove(struct maps **maps, uint64_t start, uint64_t end);

/* The map at an address; false when there is none. */
bool maps_find(const struct maps *maps, uint64_t address, struct map *map);

/* Shares the maps; the result must be freed as well. O(1). */
struct maps *maps_share(struct maps *maps);

void maps_free(struct maps *maps);

#endif
