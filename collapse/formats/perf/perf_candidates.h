/* SPDX-License-Identifier: MIT */
#ifndef PERF_CANDIDATES_H
#define PERF_CANDIDATES_H

#include "fg/stacks.h"

/*
 * If the user named no event, one is chosen after all samples were read
 * (sample/event.h has the order). Until then, the events of the best rank so
 * far are folded side by side; an event of lower rank can no longer win, so
 * its stacks are not kept. One event is ahead: its samples go directly to the
 * profile that will be the result. So a text with only one event costs nothing
 * more.
 *
 * Events are identified by the number of their key, which perf_events.h gives.
 */
struct perf_candidates {
	struct fg_stacks *ahead; /* stacks of the event ahead; borrowed */
	uint32_t key; /* of the event ahead */
	unsigned rank; /* of all candidates */
	/*
	 * NULL, or the stacks of the others. Each has one more id in front:
	 * the event's key.
	 */
	struct fg_stacks *others;
	bool saturated; /* a sum there was over 64 bits */
	fg_frame *ids; /* buffer for one such stack */
	size_t room;
};

/*
 * Values in place of a key: no event was seen; samples whose header names
 * none.
 */
#define PERF_KEY_NONE UINT32_MAX
#define PERF_KEY_EVENTLESS (UINT32_MAX - 1)

/* `stacks` will be the result; it must be empty, and outlive this. */
void perf_candidates_init(struct perf_candidates *candidates,
			  struct fg_stacks *stacks);
void perf_candidates_free(struct perf_candidates *candidates);

/*
 * Call it when an event is seen for the first time. Returns whether it is a
 * candidate. Drops the stacks of all candidates of lower rank. Samples without
 * an event stay, because they belong to whichever event is chosen.
 */
bool perf_candidates_meet(struct perf_candidates *candidates, uint32_t key,
			  unsigned rank);

/* Adds a sample of a candidate, or one without an event. */
void perf_candidates_add(struct perf_candidates *candidates, uint32_t key,
			 const fg_frame *ids, size_t depth,
			 struct fg_weight weight);

/*
 * Adds the samples of another thread. `keys` maps the keys of `from` to those
 * of `to`, which has met all their events.
 */
void perf_candidates_merge(struct perf_candidates *to,
			   const struct perf_candidates *from,
			   const uint32_t *keys);

/* The event `key` is chosen: its stacks are the result. */
void perf_candidates_choose(struct perf_candidates *candidates, uint32_t key);

#endif
