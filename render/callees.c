/* SPDX-License-Identifier: MIT */
/*
 * Pairs are found by a hash, because there are far fewer of them than nodes;
 * then counting sorts, by callee and by caller, put them in order.
 */
#include "callees.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/hash.h"

struct pair {
	uint32_t caller, callee;
};

/* The pairs in order of first sight, under a hash. */
struct pairs {
	struct pair *items;
	size_t count, room;
	uint32_t *slots; /* number of a pair plus one */
	unsigned bits; /* 2^bits slots, more than 2 * count */
};

enum { FIRST_BITS = 10, SOME = 32 };

static size_t slot_of(const struct pairs *pairs, struct pair pair)
{
	uint64_t key = (uint64_t)pair.caller << 32 | pair.callee;

	return (size_t)(fg_hash_number(key) >> (64 - pairs->bits));
}

static void grow(struct pairs *pairs)
{
	size_t mask;

	free(pairs->slots);
	pairs->bits = pairs->bits ? pairs->bits + 1 : FIRST_BITS;
	mask = ((size_t)1 << pairs->bits) - 1;
	pairs->slots = fg_calloc(mask + 1, sizeof *pairs->slots);
	for (size_t i = 0; i < pairs->count; i++) {
		size_t at = slot_of(pairs, pairs->items[i]);

		while (pairs->slots[at])
			at = (at + 1) & mask;
		pairs->slots[at] = (uint32_t)i + 1;
	}
}

static uint32_t number_of(struct pairs *pairs, struct pair pair)
{
	size_t mask = ((size_t)1 << pairs->bits) - 1;
	size_t at = slot_of(pairs, pair);

	for (; pairs->slots[at]; at = (at + 1) & mask) {
		uint32_t i = pairs->slots[at] - 1;

		if (pairs->items[i].caller == pair.caller &&
		    pairs->items[i].callee == pair.callee)
			return i;
	}
	FG_RESERVE(&pairs->items, &pairs->room, pairs->count + 1);
	pairs->items[pairs->count++] = pair;
	pairs->slots[at] = (uint32_t)pairs->count;
	if (pairs->count * 2 >= mask)
		grow(pairs);
	return (uint32_t)pairs->count - 1;
}

/*
 * Looks up several pairs together: prefetches the slots, then the pairs that
 * they name. With many functions, these are in no near cache.
 */
static void number_some(struct pairs *pairs, const struct pair *some, size_t n,
			uint32_t *numbers)
{
	for (size_t i = 0; i < n; i++)
		FG_PREFETCH(&pairs->slots[slot_of(pairs, some[i])]);
	for (size_t i = 0; i < n; i++) {
		uint32_t slot = pairs->slots[slot_of(pairs, some[i])];

		FG_PREFETCH(&pairs->items[slot ? slot - 1 : 0]);
	}
	for (size_t i = 0; i < n; i++)
		numbers[i] = number_of(pairs, some[i]);
}

/* start[k]: how many pairs have a key below k. */
static uint32_t *count_below(const struct pairs *pairs, bool by_caller,
			     size_t keys)
{
	uint32_t *start = fg_calloc(keys + 1, sizeof *start);

	for (size_t i = 0; i < pairs->count; i++) {
		struct pair pair = pairs->items[i];

		start[(by_caller ? pair.caller : pair.callee) + 1]++;
	}
	for (size_t k = 0; k < keys; k++)
		start[k + 1] += start[k];
	return start;
}

/* Numbers of pairs by callee; the caller frees them. */
static uint32_t *by_callee(const struct pairs *pairs, size_t names)
{
	uint32_t *start = count_below(pairs, false, names);
	uint32_t *order = fg_malloc(pairs->count * sizeof *order);

	for (size_t i = 0; i < pairs->count; i++)
		order[start[pairs->items[i].callee]++] = (uint32_t)i;
	free(start);
	return order;
}

/* Fills in the lists; returns the place of each pair, to be freed. */
static uint32_t *put_in_order(struct callees *callees,
			      const struct pairs *pairs, size_t names)
{
	uint32_t *order = by_callee(pairs, names);
	uint32_t *place = fg_malloc(pairs->count * sizeof *place);
	uint32_t *next = fg_calloc(names + 1, sizeof *next);

	callees->start = count_below(pairs, true, names + 1);
	callees->callee = fg_malloc(pairs->count * sizeof *callees->callee);
	for (size_t i = 0; i < pairs->count; i++) {
		struct pair pair = pairs->items[order[i]];

		place[order[i]] = next[pair.caller]++;
		callees->callee[callees->start[pair.caller] + place[order[i]]] =
			pair.callee;
	}
	free(next);
	free(order);
	return place;
}

static struct pair pair_of(const struct fg_tree *tree, const uint32_t *index,
			   size_t names, uint32_t node)
{
	uint32_t up = tree->parent[node];

	return (struct pair){
		up ? callees_number(tree, index, up) : (uint32_t)names,
		callees_number(tree, index, node),
	};
}

void callees_find(struct callees *callees, const struct fg_tree *tree,
		  const uint32_t *index, size_t names)
{
	struct pairs pairs = { 0 };
	uint32_t *number = fg_malloc(tree->count * sizeof *number);
	struct pair some[SOME] = { 0 };
	uint32_t *place;
	size_t n;

	grow(&pairs);
	FG_RESERVE(&pairs.items, &pairs.room, 1);
	for (uint32_t i = 1; i < tree->count; i += (uint32_t)n) {
		n = tree->count - i < SOME ? tree->count - i : SOME;
		for (uint32_t k = 0; k < n; k++)
			some[k] = pair_of(tree, index, names, i + k);
		number_some(&pairs, some, n, number + i);
	}
	callees->count = pairs.count;
	place = put_in_order(callees, &pairs, names);
	for (uint32_t i = 1; i < tree->count; i++)
		number[i] = place[number[i]];
	callees->place = number;
	free(place);
	free(pairs.slots);
	free(pairs.items);
}

void callees_free(struct callees *callees)
{
	free(callees->start);
	free(callees->callee);
	free(callees->place);
}
