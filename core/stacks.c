/* SPDX-License-Identifier: MIT */
/*
 * The layout is explained in stacks_private.h; sorting is in order.c.
 */
#include "fg/stacks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/hash.h"
#include "fg/text.h"
#include "stacks_private.h"

enum { FIRST_SLOTS = 64 };

struct fg_stacks *fg_stacks_new(enum fg_stacks_mode mode)
{
	struct fg_stacks *stacks = fg_calloc(1, sizeof *stacks);

	stacks->mode = mode;
	stacks->frames = fg_frames_new();
	stacks->used = BLOCK_SIZE;
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
	fg_arena_free(&stacks->memory);
	free(stacks->blocks);
	free(stacks->slots);
	free(stacks->handles);
	free(stacks->second);
	fg_frames_free(stacks->frames);
	free(stacks);
}

void fg_stacks_clear(struct fg_stacks *stacks)
{
	fg_arena_free(&stacks->memory);
	stacks->block_count = 0;
	stacks->used = BLOCK_SIZE;
	stacks->count = 0;
	stacks->is_sorted = false;
	for (size_t i = 0; i < stacks->slot_count; i++)
		stacks->slots[i] = 0;
	free(stacks->second);
	stacks->second = NULL;
	stacks->second_room = 0;
	stacks->scale = 0;
	stacks->scale_fixed = stacks->saturated = false;
	stacks->samples[0] = stacks->samples[1] = (struct fg_samples){ 0 };
}

struct fg_frames *fg_stacks_frames(struct fg_stacks *stacks)
{
	return stacks->frames;
}

struct fg_samples *fg_stacks_samples(struct fg_stacks *stacks, unsigned column)
{
	return &stacks->samples[column];
}

const struct fg_frames *fg_stacks_names(const struct fg_stacks *stacks)
{
	return stacks->frames;
}

static void grow_slots(struct fg_stacks *stacks)
{
	size_t count = stacks->slot_count * 2, mask = count - 1;
	uint64_t *slots = fg_calloc_table(count, sizeof *slots);

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

/*
 * Adds as many neighbouring blocks as a record of that size needs, nearly
 * always one. Returns the number of the first.
 */
static size_t add_blocks(struct fg_stacks *stacks, size_t size)
{
	size_t count = (size + BLOCK_SIZE - 1) / BLOCK_SIZE;
	char *p = fg_arena_alloc(&stacks->memory, count * BLOCK_SIZE);

	if (stacks->block_count + count > UINT32_MAX >> BLOCK_BITS)
		fg_out_of_memory(SIZE_MAX);
	FG_RESERVE(&stacks->blocks, &stacks->block_room,
		   stacks->block_count + count);
	for (size_t i = 0; i < count; i++)
		stacks->blocks[stacks->block_count++] = p + i * BLOCK_SIZE;
	return stacks->block_count - count;
}

static uint32_t new_record(struct fg_stacks *stacks, size_t depth)
{
	size_t size = sizeof(struct record) + depth * sizeof(fg_frame);
	size_t block, at;

	size = (size + UNIT - 1) / UNIT * UNIT;
	if (depth > UINT32_MAX || stacks->count >= UINT32_MAX - 1)
		fg_out_of_memory(SIZE_MAX);
	if (size <= BLOCK_SIZE - stacks->used) {
		at = stacks->used;
		stacks->used += size;
		block = stacks->block_count - 1;
	} else {
		at = 0;
		/* the rest of the last of several blocks stays unused */
		stacks->used = size <= BLOCK_SIZE ? size : BLOCK_SIZE;
		block = add_blocks(stacks, size);
	}
	return (uint32_t)(block << BLOCK_BITS | at / UNIT);
}

static uint32_t append(struct fg_stacks *stacks, const fg_frame *ids,
		       size_t depth)
{
	uint32_t handle = new_record(stacks, depth);
	struct record *record = fg_record(stacks, handle);

	record->weight = 0;
	record->index = (uint32_t)stacks->count;
	record->depth = (uint32_t)depth;
	if (depth)
		memcpy(record->ids, ids, depth * sizeof *ids);
	FG_RESERVE(&stacks->handles, &stacks->room, stacks->count + 1);
	if (stacks->second) {
		FG_RESERVE(&stacks->second, &stacks->second_room,
			   stacks->count + 1);
		stacks->second[stacks->count] = 0;
	}
	stacks->handles[stacks->count++] = handle;
	return handle;
}

static uint64_t hash_of(const fg_frame *ids, size_t depth)
{
	return fg_hash((fg_str){ (const char *)ids, depth * sizeof *ids });
}

/* Puts all stacks of a sorted profile into the hash table. */
static void fill_slots(struct fg_stacks *stacks)
{
	size_t count = stacks->slot_count;

	stacks->is_sorted = false;
	while (stacks->count * 2 >= count)
		count *= 2;
	free(stacks->slots);
	stacks->slots = fg_calloc_table(count, sizeof *stacks->slots);
	stacks->slot_count = count;
	for (size_t i = 0; i < stacks->count; i++) {
		uint32_t handle = stacks->handles[i];
		const struct record *record = fg_record(stacks, handle);
		uint64_t tag = hash_of(record->ids, record->depth) >> 32;
		size_t at = tag & (count - 1);

		while (stacks->slots[at])
			at = (at + 1) & (count - 1);
		stacks->slots[at] = tag << 32 | ((uint64_t)handle + 1);
	}
}

/* The record of this stack, added with no weight if it is new. */
static struct record *find(struct fg_stacks *stacks, const fg_frame *ids,
			   size_t depth, uint64_t hash)
{
	uint32_t tag = (uint32_t)(hash >> 32), handle;
	size_t mask, at;

	if (stacks->mode == FG_KEEP_ORDER)
		return fg_record(stacks, append(stacks, ids, depth));
	if (FG_UNLIKELY(stacks->is_sorted))
		fill_slots(stacks);
	mask = stacks->slot_count - 1;
	assert(stacks->slots);
	for (at = tag & mask; stacks->slots[at]; at = (at + 1) & mask) {
		uint64_t slot = stacks->slots[at];
		struct record *record;

		if (slot >> 32 != tag)
			continue;
		record = fg_record(stacks, (uint32_t)slot - 1);
		if (record->depth == depth &&
		    (depth == 0 ||
		     memcmp(record->ids, ids, depth * sizeof *ids) == 0))
			return record;
	}
	handle = append(stacks, ids, depth);
	stacks->slots[at] = (uint64_t)tag << 32 | ((uint64_t)handle + 1);
	if (stacks->count * 2 >= stacks->slot_count)
		grow_slots(stacks);
	return fg_record(stacks, handle);
}

static uint64_t largest(const struct fg_stacks *stacks)
{
	uint64_t most = 0;

	for (size_t i = 0; i < stacks->count; i++) {
		const struct record *record =
			fg_record(stacks, stacks->handles[i]);

		most = most > record->weight ? most : record->weight;
		if (stacks->second && stacks->second[i] > most)
			most = stacks->second[i];
	}
	return most;
}

/*
 * Rescales the profile to a finer scale, unless its weights would no longer
 * fit: half a unit of one sample is a smaller loss than a large sum.
 */
static void refine(struct fg_stacks *stacks, unsigned scale)
{
	uint64_t factor = fg_pow10(scale - stacks->scale);

	if (largest(stacks) > UINT64_MAX / factor) {
		stacks->scale_fixed = true;
		return;
	}
	for (size_t i = 0; i < stacks->count; i++) {
		fg_record(stacks, stacks->handles[i])->weight *= factor;
		if (stacks->second)
			stacks->second[i] *= factor;
	}
	stacks->scale = scale;
}

void fg_stacks_refine(struct fg_stacks *stacks, unsigned scale)
{
	if (scale > stacks->scale && scale <= FG_SCALE_MAX &&
	    !stacks->scale_fixed)
		refine(stacks, scale);
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
 * Makes column 1. If pairs follow, weights that came alone count the same
 * before and after. If the columns are filled one by one, column 1 begins
 * empty.
 */
static void second_column(struct fg_stacks *stacks, bool pairs)
{
	if (stacks->second)
		return;
	FG_RESERVE(&stacks->second, &stacks->second_room, stacks->count + 1);
	for (size_t i = 0; i < stacks->count; i++) {
		const struct record *record =
			fg_record(stacks, stacks->handles[i]);

		stacks->second[i] = pairs ? record->weight : 0;
	}
}

static void add(struct fg_stacks *stacks, struct record *record,
		unsigned column, struct fg_weight w)
{
	uint64_t units = units_of(stacks, w);
	uint64_t *to = column == 0 ? &record->weight
				   : &stacks->second[record->index];

	*to = fg_add_sat(*to, units, &stacks->saturated);
}

size_t fg_stacks_add(struct fg_stacks *stacks, const fg_frame *ids,
		     size_t depth, struct fg_weight weight, unsigned column)
{
	struct record *record;

	if (column == 1)
		second_column(stacks, false);
	record = find(stacks, ids, depth, hash_of(ids, depth));
	add(stacks, record, column, weight);
	return record->index;
}

bool fg_stacks_can_append(const struct fg_stacks *stacks)
{
	return stacks->mode == FG_FOLD && !stacks->second &&
	       (stacks->count == 0 || stacks->is_sorted);
}

void fg_stacks_append(struct fg_stacks *stacks, const fg_frame *ids,
		      size_t depth, struct fg_weight weight)
{
	struct record *last = NULL;

	assert(fg_stacks_can_append(stacks));
	if (stacks->count > 0)
		last = fg_record(stacks, stacks->handles[stacks->count - 1]);
	if (!last || last->depth != depth ||
	    (depth > 0 && memcmp(last->ids, ids, depth * sizeof *ids) != 0))
		last = fg_record(stacks, append(stacks, ids, depth));
	stacks->is_sorted = true;
	add(stacks, last, 0, weight);
}

static void add_pair(struct fg_stacks *stacks, const fg_frame *ids,
		     size_t depth, uint64_t hash,
		     const struct fg_weight weights[2])
{
	struct record *record;

	second_column(stacks, true);
	record = find(stacks, ids, depth, hash);
	add(stacks, record, 0, weights[0]);
	add(stacks, record, 1, weights[1]);
}

void fg_stacks_add2(struct fg_stacks *stacks, const fg_frame *ids, size_t depth,
		    struct fg_weight first, struct fg_weight second)
{
	struct fg_weight weights[2] = { first, second };

	add_pair(stacks, ids, depth, hash_of(ids, depth), weights);
}

void fg_batch_add(struct fg_batch *batch, const fg_frame *ids, size_t depth,
		  const struct fg_weight *weights, unsigned count)
{
	struct fg_stacks *to = batch->to;
	struct fg_batch_item *item = &batch->items[batch->count++];

	item->at = batch->used;
	item->depth = depth;
	item->weights = count;
	item->weight[0] = weights[0];
	item->weight[1] = weights[count - 1];
	item->hash = hash_of(ids, depth);
	if (to->slots)
		__builtin_prefetch(
			&to->slots[(item->hash >> 32) & (to->slot_count - 1)]);
	FG_RESERVE(&batch->ids, &batch->room, batch->used + depth);
	if (depth)
		memcpy(batch->ids + batch->used, ids, depth * sizeof *ids);
	batch->used += depth;
	if (batch->count == FG_BATCH)
		fg_batch_flush(batch);
}

/* Prefetches the record, if the slot is in the cache and has the right hash. */
static void ask_for_record(const struct fg_stacks *stacks, uint64_t hash)
{
	uint32_t tag = (uint32_t)(hash >> 32);
	uint64_t slot = stacks->slots[tag & (stacks->slot_count - 1)];

	if (slot && slot >> 32 == tag)
		__builtin_prefetch(fg_record(stacks, (uint32_t)slot - 1));
}

void fg_batch_flush(struct fg_batch *batch)
{
	struct fg_stacks *to = batch->to;

	for (unsigned i = 0; to->slots && i < batch->count; i++)
		ask_for_record(to, batch->items[i].hash);
	if (batch->column == 1)
		second_column(to, false);
	for (unsigned i = 0; i < batch->count; i++) {
		const struct fg_batch_item *item = &batch->items[i];
		const fg_frame *ids = batch->ids + item->at;

		if (batch->column == 1)
			add(to, find(to, ids, item->depth, item->hash), 1,
			    item->weight[0]);
		else if (item->weights == 2 || to->second)
			add_pair(to, ids, item->depth, item->hash,
				 item->weight);
		else
			add(to, find(to, ids, item->depth, item->hash), 0,
			    item->weight[0]);
	}
	batch->count = 0;
	batch->used = 0;
}

void fg_batch_free(struct fg_batch *batch)
{
	free(batch->ids);
	batch->ids = NULL;
}

/* The ids in `to` of all names of `from`; the caller frees the array. */
static fg_frame *map_names(struct fg_stacks *to, const struct fg_stacks *from)
{
	size_t names = fg_frames_count(from->frames);
	fg_frame *map = fg_malloc(names * sizeof *map);

	for (size_t i = 0; i < names; i++)
		map[i] = fg_frames_intern(
			to->frames, fg_frames_name(from->frames, (fg_frame)i));
	return map;
}

void fg_stacks_merge(struct fg_stacks *to, const struct fg_stacks *from)
{
	fg_frame *map = map_names(to, from), *ids = NULL;
	struct fg_batch batch = { .to = to };
	unsigned columns = from->second ? 2 : 1;
	size_t room = 0;

	for (size_t i = 0; i < from->count; i++) {
		struct fg_stack stack = fg_stacks_get(from, i);
		struct fg_weight w[2] = { { stack.weight[0], from->scale },
					  { stack.weight[1], from->scale } };

		FG_RESERVE(&ids, &room, stack.depth);
		for (size_t d = 0; d < stack.depth; d++)
			ids[d] = map[stack.ids[d]];
		fg_batch_add(&batch, ids, stack.depth, w, columns);
	}
	fg_batch_flush(&batch);
	fg_batch_free(&batch);
	to->saturated |= from->saturated;
	for (unsigned c = 0; c < 2; c++)
		fg_samples_join(&to->samples[c], &from->samples[c]);
	free(ids);
	free(map);
}

/* Swaps all but the addresses of the interners, because others hold these. */
static void swap(struct fg_stacks *a, struct fg_stacks *b)
{
	struct fg_frames *frames = a->frames;
	struct fg_stacks old = *a;

	fg_frames_swap(a->frames, b->frames);
	*a = *b;
	a->frames = frames;
	frames = b->frames;
	*b = old;
	b->frames = frames;
}

void fg_stacks_move(struct fg_stacks *to, struct fg_stacks *from)
{
	if (to->mode == from->mode && to->count == 0 &&
	    fg_frames_count(to->frames) == 0) {
		swap(to, from);
		return;
	}
	fg_stacks_merge(to, from);
	fg_stacks_clear(from);
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
	return stacks->second != NULL;
}

bool fg_stacks_in_order(const struct fg_stacks *stacks)
{
	return stacks->mode == FG_KEEP_ORDER;
}

struct fg_stack fg_stacks_get(const struct fg_stacks *stacks, size_t i)
{
	const struct record *record = fg_record(stacks, stacks->handles[i]);

	return (struct fg_stack){
		.ids = record->ids,
		.depth = record->depth,
		.weight = { record->weight,
			    fg_record_weight(stacks, record, 1) },
	};
}

void fg_stacks_ahead(const struct fg_stacks *stacks, size_t i)
{
	fg_record_ahead(stacks, stacks->handles[i]);
}

fg_wide fg_stacks_total(const struct fg_stacks *stacks, unsigned column)
{
	fg_wide total = 0;

	for (size_t i = 0; i < stacks->count; i++) {
		const struct record *record =
			fg_record(stacks, stacks->handles[i]);

		total += fg_record_weight(stacks, record, column);
	}
	return total;
}
