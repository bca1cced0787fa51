/* SPDX-License-Identifier: MIT */
#ifndef CORE_STACKS_PRIVATE_H
#define CORE_STACKS_PRIVATE_H

#include "fg/alloc.h"
#include "fg/stacks.h"

/*
 * The layout of a profile in memory: private to stacks.c, order.c and tree.c.
 *
 * All data of a stack is in one record, because a large profile is visited in
 * an order that caches cannot predict: one cache miss per stack instead of
 * four. A 32-bit handle names a record. It is its position in units of 8
 * bytes: the high bits number a block of 2^BLOCK_BITS units, the low bits a
 * unit in it.
 *
 *	handle 0x000a0003 -> blocks[0xa] + 3 * 8 bytes -> { weight, ... }
 */
struct record {
	uint64_t weight; /* of column 0 */
	uint32_t index; /* in order of arrival */
	uint32_t depth;
	fg_frame ids[];
};

enum { UNIT = 8, BLOCK_BITS = 15 };
#define BLOCK_SIZE ((size_t)UNIT << BLOCK_BITS)

struct fg_stacks {
	enum fg_stacks_mode mode;
	struct fg_frames *frames;

	char **blocks; /* a record larger than a block has several in a row */
	size_t block_count, block_room;
	size_t used; /* bytes used in the last block; BLOCK_SIZE: full */
	struct fg_arena memory;

	/*
	 * The hash table, with open addressing: a slot has 32 bits of the
	 * hash, and the handle plus one. The room is a power of two, more than
	 * 2 * count. NULL with FG_KEEP_ORDER. Empty with is_sorted.
	 */
	uint64_t *slots;
	size_t slot_count;
	bool is_sorted; /* the stacks came FG_BY_LINE, each once */

	uint32_t *handles; /* in order of arrival */
	size_t count, room;
	uint64_t *second; /* column 1 by index; NULL until it is needed */
	size_t second_room;

	unsigned scale;
	bool scale_fixed; /* a finer scale does not fit; weights are rounded */
	bool saturated;
	struct fg_samples samples[2]; /* of each column */
};

static inline struct record *fg_record(const struct fg_stacks *stacks,
				       uint32_t handle)
{
	char *block = stacks->blocks[handle >> BLOCK_BITS];
	size_t unit = handle & ((1u << BLOCK_BITS) - 1);

	return (struct record *)(void *)(block + unit * UNIT);
}

/*
 * Adds stacks in the order of lines (FG_BY_LINE) to an empty profile with one
 * column, without looking any up: a stack is either the last one, or new. Any
 * other call that adds a stack puts all of them into the hash table first.
 */
bool fg_stacks_can_append(const struct fg_stacks *stacks);
void fg_stacks_append(struct fg_stacks *stacks, const fg_frame *ids,
		      size_t depth, struct fg_weight weight);

/* The prefetch distance, in stacks. */
enum { AHEAD = 8 };

static inline void fg_record_ahead(const struct fg_stacks *stacks,
				   uint32_t handle)
{
	__builtin_prefetch(fg_record(stacks, handle));
}

static inline uint64_t fg_record_weight(const struct fg_stacks *stacks,
					const struct record *record,
					unsigned column)
{
	if (column == 0)
		return record->weight;
	return stacks->second ? stacks->second[record->index] : 0;
}

#endif
