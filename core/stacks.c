/* SPDX-License-Identifier: MIT */
/*
 * Stacks lie in an arena, one array of ids each. The index over them is built
 * like the interner's (frames.c): 32 bits of the hash and the number plus one
 * in a word. Sorting is in order.c.
 */
#include "fg/stacks.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct entry {
	const fg_frame *ids;
	uint32_t depth;
};

struct fg_stacks {
	enum fg_stacks_mode mode;
	struct fg_frames *frames;
	uint64_t *slots; /* NULL with FG_KEEP_ORDER */
	size_t slot_count; /* a power of two, more than 2 * count */
	struct entry *entries;
	size_t count, room;
	uint64_t *weight[2]; /* [1] NULL until a second column comes */
	size_t weight_room[2];
	struct fg_arena ids;
	unsigned scale;
	bool scale_fixed; /* a finer scale would not fit; round instead */
	bool saturated;
};

enum { FIRST_SLOTS = 64 };

struct fg_stacks *fg_stacks_new(enum fg_stacks_mode mode)
{
	struct fg_stacks *stacks = fg_calloc(1, sizeof *stacks);

	stacks->mode = mode;
	stacks->frames = fg_frames_new();
	if (mode == FG_FOLD) {
		stacks->slot_count = FIRST_SLOTS;
		stacks->slots = fg_calloc(FIRST_SLOTS, sizeof *stacks->slots);
	}
	return stacks;
}

void fg_stacks_free(struct fg_stacks *stacks)
{
	if (!stacks)
		return;
	fg_arena_free(&stacks->ids);
	free(stacks->weight[0]);
	free(stacks->weight[1]);
	free(stacks->entries);
	free(stacks->slots);
	fg_frames_free(stacks->frames);
	free(stacks);
}

struct fg_frames *fg_stacks_frames(struct fg_stacks *stacks)
{
	return stacks->frames;
}

const struct fg_frames *fg_stacks_names(const struct fg_stacks *stacks)
{
	return stacks->frames;
}

static void grow_slots(struct fg_stacks *stacks)
{
	size_t count = stacks->slot_count * 2, mask = count - 1;
	uint64_t *slots = fg_calloc(count, sizeof *slots);

	for (size_t i = 0; i < stacks->slot_count; i++) {
		size_t at = (size_t)(stacks->slots[i] >> 32) & mask;

		if (!stacks->slots[i])
			continue;
		while (slots[at])
			at = (at + 1) & mask;
		slots[at] = stacks->slots[i];
	}
	free(stacks->slots);
	stacks->slots = slots;
	stacks->slot_count = count;
}

static size_t append(struct fg_stacks *stacks, const fg_frame *ids,
		     size_t depth)
{
	size_t i = stacks->count;
	fg_str bytes = { (const char *)ids, depth * sizeof *ids };
	fg_frame *copy = fg_arena_alloc(&stacks->ids, bytes.n);

	if (i >= UINT32_MAX - 1 || depth > UINT32_MAX)
		fg_out_of_memory(SIZE_MAX);
	if (depth)
		memcpy(copy, ids, bytes.n);
	FG_RESERVE(&stacks->entries, &stacks->room, i + 1);
	stacks->entries[i] = (struct entry){ copy, (uint32_t)depth };
	FG_RESERVE(&stacks->weight[0], &stacks->weight_room[0], i + 1);
	stacks->weight[0][i] = 0;
	if (stacks->weight[1]) {
		FG_RESERVE(&stacks->weight[1], &stacks->weight_room[1], i + 1);
		stacks->weight[1][i] = 0;
	}
	stacks->count++;
	return i;
}

/* The number of this stack, added with no weight if it is new. */
static size_t find(struct fg_stacks *stacks, const fg_frame *ids, size_t depth)
{
	fg_str key = { (const char *)ids, depth * sizeof *ids };
	uint32_t tag;
	size_t mask, at, i;

	if (stacks->mode == FG_KEEP_ORDER)
		return append(stacks, ids, depth);
	tag = (uint32_t)(fg_hash(key) >> 32);
	mask = stacks->slot_count - 1;
	for (at = tag & mask; stacks->slots[at]; at = (at + 1) & mask) {
		uint64_t slot = stacks->slots[at];
		const struct entry *e;

		if (slot >> 32 != tag)
			continue;
		i = (size_t)(uint32_t)slot - 1;
		e = &stacks->entries[i];
		if (e->depth == depth &&
		    (depth == 0 || memcmp(e->ids, ids, key.n) == 0))
			return i;
	}
	i = append(stacks, ids, depth);
	stacks->slots[at] = (uint64_t)tag << 32 | (i + 1);
	if (stacks->count * 2 >= stacks->slot_count)
		grow_slots(stacks);
	return i;
}

static bool fits(const struct fg_stacks *stacks, uint64_t factor)
{
	for (unsigned c = 0; c < 2; c++) {
		for (size_t i = 0; stacks->weight[c] && i < stacks->count;
		     i++) {
			if (stacks->weight[c][i] > UINT64_MAX / factor)
				return false;
		}
	}
	return true;
}

/*
 * Takes the profile to a finer scale, unless what is there would no longer
 * fit: half a unit of one sample is a smaller loss than a large sum.
 */
static void refine(struct fg_stacks *stacks, unsigned scale)
{
	uint64_t factor = fg_pow10(scale - stacks->scale);

	if (!fits(stacks, factor)) {
		stacks->scale_fixed = true;
		return;
	}
	for (unsigned c = 0; c < 2; c++) {
		for (size_t i = 0; stacks->weight[c] && i < stacks->count; i++)
			stacks->weight[c][i] *= factor;
	}
	stacks->scale = scale;
}

/* The weight in this profile's units. */
static uint64_t units_of(struct fg_stacks *stacks, struct fg_weight w)
{
	if (FG_LIKELY(w.scale == stacks->scale))
		return w.units;
	if (w.scale > stacks->scale && !stacks->scale_fixed && w.units > 0)
		refine(stacks, w.scale);
	if (w.scale > stacks->scale) {
		uint64_t unit = fg_pow10(w.scale - stacks->scale);
		uint64_t rest = w.units % unit;

		return w.units / unit + (rest >= unit - rest);
	}
	return fg_mul_sat(w.units, fg_pow10(stacks->scale - w.scale),
			  &stacks->saturated);
}

/*
 * Makes column 1. Weights that came alone count the same before and after
 * when pairs follow; when the columns are filled one by one, it begins empty.
 */
static void second_column(struct fg_stacks *stacks, bool pairs)
{
	size_t size = stacks->count * sizeof(uint64_t);

	if (stacks->weight[1])
		return;
	FG_RESERVE(&stacks->weight[1], &stacks->weight_room[1],
		   stacks->count + 1);
	if (size && pairs)
		memcpy(stacks->weight[1], stacks->weight[0], size);
	else
		memset(stacks->weight[1], 0, size);
}

static void add(struct fg_stacks *stacks, size_t i, unsigned column,
		struct fg_weight w)
{
	uint64_t units = units_of(stacks, w);
	uint64_t *to = &stacks->weight[column][i];

	*to = fg_add_sat(*to, units, &stacks->saturated);
}

size_t fg_stacks_add(struct fg_stacks *stacks, const fg_frame *ids,
		     size_t depth, struct fg_weight weight, unsigned column)
{
	size_t i;

	if (column == 1)
		second_column(stacks, false);
	i = find(stacks, ids, depth);
	add(stacks, i, column, weight);
	return i;
}

void fg_stacks_add2(struct fg_stacks *stacks, const fg_frame *ids, size_t depth,
		    struct fg_weight first, struct fg_weight second)
{
	size_t i;

	second_column(stacks, true);
	i = find(stacks, ids, depth);
	add(stacks, i, 0, first);
	add(stacks, i, 1, second);
}

void fg_stacks_merge(struct fg_stacks *to, const struct fg_stacks *from)
{
	size_t names = fg_frames_count(from->frames), room = 0;
	fg_frame *map = fg_malloc(names * sizeof *map), *ids = NULL;

	for (size_t i = 0; i < names; i++)
		map[i] = fg_frames_intern(
			to->frames, fg_frames_name(from->frames, (fg_frame)i));
	for (size_t i = 0; i < from->count; i++) {
		struct fg_stack stack = fg_stacks_get(from, i);
		struct fg_weight w[2] = { { stack.weight[0], from->scale },
					  { stack.weight[1], from->scale } };

		FG_RESERVE(&ids, &room, stack.depth);
		for (size_t d = 0; d < stack.depth; d++)
			ids[d] = map[stack.ids[d]];
		if (from->weight[1] || to->weight[1])
			fg_stacks_add2(to, ids, stack.depth, w[0],
				       w[from->weight[1] != NULL]);
		else
			fg_stacks_add(to, ids, stack.depth, w[0], 0);
	}
	to->saturated |= from->saturated;
	free(ids);
	free(map);
}

size_t fg_stacks_count(const struct fg_stacks *stacks)
{
	return stacks->count;
}

unsigned fg_stacks_scale(const struct fg_stacks *stacks)
{
	return stacks->scale;
}

bool fg_stacks_saturated(const struct fg_stacks *stacks)
{
	return stacks->saturated;
}

bool fg_stacks_two_columns(const struct fg_stacks *stacks)
{
	return stacks->weight[1] != NULL;
}

bool fg_stacks_in_order(const struct fg_stacks *stacks)
{
	return stacks->mode == FG_KEEP_ORDER;
}

struct fg_stack fg_stacks_get(const struct fg_stacks *stacks, size_t i)
{
	const struct entry *e = &stacks->entries[i];

	return (struct fg_stack){
		.ids = e->ids,
		.depth = e->depth,
		.weight = { stacks->weight[0][i],
			    stacks->weight[1] ? stacks->weight[1][i] : 0 },
	};
}

fg_wide fg_stacks_total(const struct fg_stacks *stacks, unsigned column)
{
	fg_wide total = 0;

	for (size_t i = 0; stacks->weight[column] && i < stacks->count; i++)
		total += stacks->weight[column][i];
	return total;
}
