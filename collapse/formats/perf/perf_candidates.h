/* SPDX-License-Identifier: MIT */
#ifndef PERF_CANDIDATES_H
#define PERF_CANDIDATES_H

#include "fg/stacks.h"

/*
 * Where the user named no event, one is chosen when all samples were seen
 * (sample/event.h has the order). Until then the events of the best rank so
 * far are folded side by side; an event of lower rank can no longer win, so
 * its stacks are not kept. One event is ahead: its samples go to the profile
 * that will be the result, and so cost nothing more where there is but one.
 *
 * Events go by the number of their key, which perf_events.h gives.
 */
struct perf_candidates {
	struct fg_stacks *ahead; /* stacks of the event that is; borrowed */
	uint32_t key; /* of that event */
	unsigned rank; /* of all candidates */
	/*
	 * NULL, or the stacks of the others. An id more, in front, is the
	 * event's key.
	 */
	struct fg_stacks *others;
	bool saturated; /* a sum there was over 64 bits */
	fg_frame *ids; /* room for one such stack */
	size_t room;
};

/* In place of a key: no event was seen; samples whose header names none. */
#define PERF_KEY_NONE UINT32_MAX
#define PERF_KEY_EVENTLESS (UINT32_MAX - 1)

/* `stacks` will be the result; it must be empty, and outlive this. */
void perf_candidates_init(struct perf_candidates *candidates,
			  struct fg_stacks *stacks);
void perf_candidates_free(struct perf_candidates *candidates);

/*
 * An event was seen for the first time. Returns whether it is a candidate.
 * The stacks of all candidates of lower rank are dropped. Samples without an
 * event stay: they belong to whichever event is chosen.
 */
bool perf_candidates_meet(struct perf_candidates *candidates, uint32_t key,
			  unsigned rank);

/* Adds a sample of a candidate, or one without an event. */
void perf_candidates_add(struct perf_candidates *candidates, uint32_t key,
			 const fg_frame *ids, size_t depth,
			 struct fg_weight weight);

/*
 * Adds what another thread has, where `keys` has the keys of `from` in `to`,
 * which has met all their events.
 */
void perf_candidates_merge(struct perf_candidates *to,
			   const struct perf_candidates *from,
			   const uint32_t *keys);

/* The event `key` is chosen: its stacks are the result. */
void perf_candidates_settle(struct perf_candidates *candidates, uint32_t key);

#endif
