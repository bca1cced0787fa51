/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_MAPS_H
#define PERFDATA_MAPS_H

#include "fg/base.h"

/*
 * What lies where in the memory of a process: pieces of files, which do not
 * overlap. A new one takes the place of what was there before.
 *
 *	struct maps *maps = NULL;
 *	maps_add(&maps, (struct map){ start, end, offset, module });
 *	struct maps *child = maps_share(maps);
 *	if (maps_find(child, address, &map))
 *		... the file has it at address - map.start + map.offset ...
 *	maps_free(child);
 *	maps_free(maps);
 *
 * It is a balanced search tree (a treap; Seidel and Aragon, 1996), whose nodes
 * processes share until one of them changes: a fork costs nothing, a change
 * and a look-up O(log n), however many maps a process has.
 */
struct maps; /* NULL: none */

struct map {
	uint64_t start, end; /* end is the first address behind it */
	uint64_t offset; /* of its start, in the file */
	uint32_t module;
};

/* Adds a map that is not empty; `map.end` is not below its start. */
void maps_add(struct maps **maps, struct map map);

/* Takes what lies in [start, end) away. */
void maps_remove(struct maps **maps, uint64_t start, uint64_t end);

/* The map at an address; false when there is none. */
bool maps_find(const struct maps *maps, uint64_t address, struct map *map);

/* The same maps once more, to be freed as well. O(1). */
struct maps *maps_share(struct maps *maps);

void maps_free(struct maps *maps);

#endif
