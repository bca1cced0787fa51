/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_FOLD_H
#define PERFDATA_FOLD_H

#include "perfdata_chain.h"
#include "perfdata_fields.h"
#include "perfdata_user_chain.h"

/*
 * Turns samples into stacks of places. Most chains were seen before in the
 * same state of the same memory. For these, one look-up of their raw bytes in
 * a cache is enough; the cache is bounded, and emptied when it is full.
 */

/* All that a chain's stack depends on, besides its addresses. */
struct chain_key {
	uint64_t space, kernel_space, marker;
	uint32_t event, task;
	uint32_t process; /* its index; `space` is the state of its memory */
};

struct chain_cache {
	uint64_t *slots; /* upper half: hash; lower half: place; 0: empty */
	size_t slot_count, count;
	char *entries; /* in a row, from byte 8 on */
	size_t used, room;
};

struct folding {
	const struct collapse_options *options;
	struct samples *samples;
	struct tasks *tasks;
	struct modules *modules;
	struct maps *kernel;
	uint64_t kernel_space;
	struct places places;
	struct user_chain user;
	struct chain_cache cache;
	int64_t slice_length; /* of --timeline, in ns; 0: none */
};

/* Borrows all arguments. */
void folding_init(struct folding *folding,
		  const struct collapse_options *options,
		  struct samples *samples, struct tasks *tasks,
		  struct modules *modules, struct names *names);
void folding_free(struct folding *folding);

/*
 * Finds the number of a sample's stack in `samples`; false when a filter drops
 * its task.
 */
bool folding_stack(struct folding *folding, const struct fields *fields,
		   unsigned misc, uint32_t *stack);

#endif
