/* SPDX-License-Identifier: MIT */
#include "perfdata_maps.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/hash.h"

/* A node of the treap, which is ordered by start and is a heap of ranks. */
struct maps {
	struct map map;
	uint32_t rank, refs;
	struct maps *left, *right;
};

/*
 * A random rank: the author of a recording knows neither the key nor the
 * address of the node.
 */
static uint32_t rank_of(const struct maps *node)
{
	return (uint32_t)(fg_hash_number((uint64_t)(uintptr_t)node) >> 32);
}

struct maps *maps_share(struct maps *maps)
{
	if (maps)
		maps->refs++;
	return maps;
}

/* Unused nodes wait in a list, linked by `left`. */
void maps_free(struct maps *maps)
{
	struct maps *waiting = NULL;

	while (maps || waiting) {
		struct maps *node = maps;

		if (!node) {
			node = waiting;
			waiting = node->left;
			maps = node->right;
			free(node);
			continue;
		}
		if (--node->refs > 0) {
			maps = NULL;
			continue;
		}
		maps = node->left;
		node->left = waiting;
		waiting = node;
	}
}

/* The node itself, or a copy if others share it. */
static struct maps *own(struct maps *node)
{
	struct maps *copy;

	if (node->refs == 1)
		return node;
	copy = fg_malloc(sizeof *copy);
	*copy = *node;
	copy->refs = 1;
	maps_share(copy->left);
	maps_share(copy->right);
	node->refs--;
	return copy;
}

static struct maps *new_node(struct map map)
{
	struct maps *node = fg_malloc(sizeof *node);

	*node = (struct maps){ .map = map, .rank = rank_of(node), .refs = 1 };
	return node;
}

/* Splits `maps` into the maps that start below `at`, and the others. */
static void split(struct maps *maps, uint64_t at, struct maps **low,
		  struct maps **high)
{
	while (maps) {
		maps = own(maps);
		if (maps->map.start < at) {
			*low = maps;
			low = &maps->right;
			maps = maps->right;
		} else {
			*high = maps;
			high = &maps->left;
			maps = maps->left;
		}
	}
	*low = *high = NULL;
}

/* Joins two trees; all of `low` is below all of `high`. */
static struct maps *join(struct maps *low, struct maps *high)
{
	struct maps *all = NULL, **to = &all;

	while (low && high) {
		if (low->rank > high->rank) {
			*to = low = own(low);
			to = &low->right;
			low = low->right;
		} else {
			*to = high = own(high);
			to = &high->left;
			high = high->left;
		}
	}
	*to = low ? low : high;
	return all;
}

/* The last map, made the caller's own on the way; NULL when empty. */
static struct map *last_of(struct maps **maps)
{
	while (*maps) {
		*maps = own(*maps);
		if (!(*maps)->right)
			return &(*maps)->map;
		maps = &(*maps)->right;
	}
	return NULL;
}

/* The part of `map` at `at` and above; empty when there is none. */
static struct map above(struct map map, uint64_t at)
{
	if (map.end <= at)
		return (struct map){ 0 };
	map.offset += at - map.start;
	map.start = at;
	return map;
}

/*
 * Cuts [start, end) out: *low and *high are the maps below and above. A map
 * that contains the range becomes two.
 */
static void cut_out(struct maps *maps, uint64_t start, uint64_t end,
		    struct maps **low, struct maps **high)
{
	struct maps *rest, *inside;
	struct map tail = { 0 }, *last;

	split(maps, start, low, &rest);
	split(rest, end, &inside, high);
	last = last_of(inside ? &inside : low);
	if (last)
		tail = above(*last, end);
	last = last_of(low);
	if (last && last->end > start)
		last->end = start;
	maps_free(inside);
	if (tail.end > tail.start)
		*high = join(new_node(tail), *high);
}

void maps_remove(struct maps **maps, uint64_t start, uint64_t end)
{
	struct maps *low, *high;

	cut_out(*maps, start, end, &low, &high);
	*maps = join(low, high);
}

void maps_add(struct maps **maps, struct map map)
{
	struct maps *low, *high;

	cut_out(*maps, map.start, map.end, &low, &high);
	*maps = join(join(low, new_node(map)), high);
}

bool maps_find(const struct maps *maps, uint64_t address, struct map *map)
{
	const struct maps *best = NULL;

	while (maps) {
		if (maps->map.start <= address) {
			best = maps;
			maps = maps->right;
		} else {
			maps = maps->left;
		}
	}
	if (!best || address >= best->map.end)
		return false;
	*map = best->map;
	return true;
}
