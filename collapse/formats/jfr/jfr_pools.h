/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_POOLS_H
#define COLLAPSE_JFR_POOLS_H

#include "fold/stackbuf.h"
#include "jfr_chunk.h"
#include "jfr_types.h"

/*
 * The pools of a chunk: events refer to stack traces and threads by numbers,
 * these refer to methods, and so on down to texts.
 *
 *	struct jfr_pools pools = { 0 };
 *
 *	jfr_pools_read(&pools, &types, &chunk);
 *	const struct jfr_stack *s = jfr_pools_stack(&pools, number);
 *	for (size_t i = 0; s && i < s->count; i++)
 *		... pools.frames[s->first + i] ...
 *	jfr_pools_free(&pools);
 */
enum jfr_pool {
	JFR_TEXTS, /* java.lang.String */
	JFR_SYMBOLS,
	JFR_FRAME_TYPES,
	JFR_CLASSES,
	JFR_METHODS,
	JFR_STACKS,
	JFR_THREADS,
	JFR_POOL_COUNT,
};

struct jfr_method {
	uint64_t class_key, name_key;
};

struct jfr_frame {
	uint64_t method, type; /* numbers in their pools */
};

/* Frames are the leaf first. */
struct jfr_stack {
	size_t first, count; /* in jfr_pools.frames */
	bool truncated; /* callers are missing */
};

struct jfr_thread {
	struct jfr_text os_name, java_name;
	uint64_t os_id, java_id;
};

struct jfr_pools {
	struct idmap ids[JFR_POOL_COUNT]; /* numbers to indexes below */
	struct jfr_text *texts[JFR_CLASSES]; /* of the pools before it */
	struct jfr_text *class_names; /* symbols, by number */
	struct jfr_method *methods;
	struct jfr_stack *stacks;
	struct jfr_thread *threads;
	size_t rooms[JFR_POOL_COUNT];
	struct jfr_frame *frames; /* of all stacks */
	size_t frame_count, frame_room;
	struct fg_arena arena; /* for texts that are not in the chunk */
	uint64_t damaged; /* pool events that could not be read completely */
};

/* Reads all pools of a chunk, which must stay valid. */
void jfr_pools_read(struct jfr_pools *pools, struct jfr_types *types,
		    const struct jfr_chunk *chunk);
void jfr_pools_free(struct jfr_pools *pools);

/* The entry with that number; NULL when it is missing. */
const struct jfr_stack *jfr_pools_stack(const struct jfr_pools *pools,
					uint64_t number);
const struct jfr_thread *jfr_pools_thread(const struct jfr_pools *pools,
					  uint64_t number);

/* The index of a method in pools->methods, or IDMAP_NONE. */
static inline uint32_t jfr_pools_method(const struct jfr_pools *pools,
					uint64_t number)
{
	return idmap_find(&pools->ids[JFR_METHODS], number);
}

/* The text itself, or the pool's text of its number; empty when missing. */
fg_str jfr_pools_text(const struct jfr_pools *pools, struct jfr_text text);

/* "java/util/Random" of a method's class_key; empty when missing. */
fg_str jfr_pools_class_name(const struct jfr_pools *pools, uint64_t number);

/* "nextInt" of a method's name_key; empty when missing. */
fg_str jfr_pools_symbol(const struct jfr_pools *pools, uint64_t number);

/* "Inlined", "JIT compiled", ...; empty when missing. */
fg_str jfr_pools_frame_type(const struct jfr_pools *pools, uint64_t number);

#endif
