/* SPDX-License-Identifier: MIT */
#include "idmap.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/hash.h"

/* An id is small when an array up to it would be mostly used, or short. */
enum { ALWAYS_DIRECT = 1024, DIRECT_SPARSE = 8, FIRST_SLOTS = 64 };

/* The slot of `id`, or the empty one where it belongs. */
static struct idmap_slot *find_slot(const struct idmap *map, uint64_t id)
{
	size_t mask = map->slot_count - 1,
	       at = (size_t)fg_hash_number(id) & mask;

	while (map->slots[at].index != IDMAP_NONE && map->slots[at].id != id)
		at = (at + 1) & mask;
	return &map->slots[at];
}

static void grow_slots(struct idmap *map)
{
	struct idmap old = *map;

	map->slot_count = old.slot_count ? old.slot_count * 2 : FIRST_SLOTS;
	map->slots =
		fg_realloc_array(NULL, map->slot_count, sizeof *map->slots);
	for (size_t i = 0; i < map->slot_count; i++)
		map->slots[i].index = IDMAP_NONE;
	for (size_t i = 0; i < old.slot_count; i++) {
		if (old.slots[i].index != IDMAP_NONE)
			*find_slot(map, old.slots[i].id) = old.slots[i];
	}
	free(old.slots);
}

static void grow_direct(struct idmap *map, size_t need)
{
	size_t count = map->direct_count;

	if (need <= count)
		return;
	FG_RESERVE(&map->direct, &map->direct_count, need);
	for (size_t i = count; i < map->direct_count; i++)
		map->direct[i] = IDMAP_NONE;
}

bool idmap_add(struct idmap *map, uint64_t id, uint32_t index)
{
	uint64_t small = (uint64_t)map->count * DIRECT_SPARSE + ALWAYS_DIRECT;

	if (idmap_find(map, id) != IDMAP_NONE)
		return false;
	map->count++;
	if (id < small) {
		grow_direct(map, (size_t)id + 1);
		map->direct[id] = index;
		return true;
	}
	if (map->used * 2 >= map->slot_count)
		grow_slots(map);
	*find_slot(map, id) = (struct idmap_slot){ id, index };
	map->used++;
	return true;
}

uint32_t idmap_find(const struct idmap *map, uint64_t id)
{
	if (id < map->direct_count && map->direct[id] != IDMAP_NONE)
		return map->direct[id];
	return map->used > 0 ? find_slot(map, id)->index : IDMAP_NONE;
}

void idmap_free(struct idmap *map)
{
	free(map->direct);
	free(map->slots);
	*map = (struct idmap){ 0 };
}
