/* SPDX-License-Identifier: MIT */
#ifndef PERF_EVENTS_H
#define PERF_EVENTS_H

#include "fg/frames.h"
#include "fg/lines.h"
#include "perf_candidates.h"

/*
 * Chooses the event whose samples are folded. A sum of cycles and page faults
 * has no meaning, so one event is folded: the events that the user named or,
 * when all samples were read, the one with the best rank (sample/event.h).
 * With "all", each event is a root frame of its own.
 */
struct perf_choice {
	const char **wanted; /* ended by NULL; or NULL: the best event */
	bool all;
	/* The name for the metric: with `wanted` "a,b", else the event's key. */
	struct fg_buffer key;
};

/* `wanted` must outlive the choice; it may contain "all". */
void perf_choice_init(struct perf_choice *choice, const char **wanted);
void perf_choice_free(struct perf_choice *choice);

/* Whether the user named no event. */
bool perf_choice_is_open(const struct perf_choice *choice);

/*
 * The name of the folded event; the unit is "ns" for the clocks, or else
 * "count". Several events have no unit.
 */
fg_str perf_choice_name(const struct perf_choice *choice);
fg_str perf_choice_unit(const struct perf_choice *choice);

/* Counts of samples that were folded, or would be, for the final messages. */
struct perf_tally {
	uint64_t folded; /* samples, or times off the CPU */
	uint64_t filtered; /* samples dropped by the user's filters */
	uint64_t chains, singles; /* with frame lines; with a header's frame */
	uint64_t frames, unknown; /* of the folded samples */
	struct fg_samples samples; /* the same samples, with their weights */
	bool has_periods; /* some sample had one */
	bool huge_weight; /* a period was over 64 bits */
};

void perf_tally_add(struct perf_tally *to, const struct perf_tally *from);

/* One event, or all samples that name none. */
struct perf_event {
	uint64_t samples;
	uint64_t first; /* place of the first sample; smaller is earlier */
	struct perf_tally tally;
	uint32_t key; /* for perf_candidates.h */
	unsigned rank;
	bool kept; /* its samples are folded, or may be */
	bool has_root;
	fg_frame root; /* of --event all, in the profile's interner */
};

struct perf_events {
	struct fg_frames *names; /* an event's number is the id of its name */
	struct perf_event *items;
	size_t room;
	struct perf_event eventless;
	struct perf_event deferred; /* call chains without their samples */
	struct fg_frames *keys; /* a key's number is its id */
	struct perf_candidates candidates;
	struct perf_choice *choice; /* borrowed */
	fg_str last; /* cache: the name of the last look-up */
	uint32_t last_id;
};

/* Samples go to `stacks`, which must be empty. */
void perf_events_init(struct perf_events *events, struct perf_choice *choice,
		      struct fg_stacks *stacks);
void perf_events_free(struct perf_events *events);

/* The event's entry, which is valid until the next call. */
struct perf_event *perf_events_find(struct perf_events *events, fg_str name,
				    uint64_t place);

/* Adds the events and samples of another thread. */
void perf_events_merge(struct perf_events *to, const struct perf_events *from);

/*
 * Call it once, when all samples were read. It makes the choice, if it is
 * open. After that, perf_choice_name() and each event's `kept` are right, and
 * the stacks are those of the choice.
 */
void perf_events_choose(struct perf_events *events);

/* The sum over all kept events and samples without one. */
struct perf_tally perf_events_sum(const struct perf_events *events);

/* The numbers of all events in the order of the input; free() it. */
uint32_t *perf_events_sorted(const struct perf_events *events);

#endif
