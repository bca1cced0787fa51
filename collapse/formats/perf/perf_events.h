/* SPDX-License-Identifier: MIT */
#ifndef PERF_EVENTS_H
#define PERF_EVENTS_H

#include "fg/frames.h"
#include "fg/lines.h"

/*
 * Which event's samples are folded. Adding up cycles and page faults makes
 * no sense, so it is one: the first in the input, or those the user named.
 * (With "all" each event is a root frame of its own.)
 */
struct perf_choice {
	const char **wanted; /* ended by NULL; or NULL: the first */
	bool all;
	bool made; /* the first one was seen; its key is */
	struct fg_buffer key; /* with `wanted`: "a,b" of them */
};

/* `wanted` must outlive the choice; "all" is one of them, if any is. */
void perf_choice_init(struct perf_choice *choice, const char **wanted);
void perf_choice_free(struct perf_choice *choice);

/* Whether samples of event `name` are folded; chooses the first event. */
bool perf_choice_keeps(struct perf_choice *choice, fg_str name);

/*
 * What the weights of the event that is folded are: its name, and "ns" for
 * the clocks, or else what it counts: "cycles". Several have no unit.
 */
fg_str perf_choice_name(const struct perf_choice *choice);
fg_str perf_choice_unit(const struct perf_choice *choice);

/* Whether perf_choice_keeps() will change nothing any more. */
bool perf_choice_settled(const struct perf_choice *choice);

/* How often each event was seen. */
struct perf_event {
	uint64_t samples;
	uint64_t first; /* place of the first; smaller is earlier */
	bool kept;
	bool has_root;
	fg_frame root; /* of --event all, in the profile's interner */
};

struct perf_events {
	struct fg_frames *names; /* an event's number is the id of its name */
	struct perf_event *items;
	size_t room;
	struct perf_choice *choice; /* borrowed */
	fg_str last; /* shortcut: the name that was asked for last */
	uint32_t last_id;
};

void perf_events_init(struct perf_events *events, struct perf_choice *choice);
void perf_events_free(struct perf_events *events);

/* The event's entry, which stays until the next call. */
struct perf_event *perf_events_find(struct perf_events *events, fg_str name,
				    uint64_t place);

void perf_events_merge(struct perf_events *to, const struct perf_events *from);

/* The numbers of all events in the order of the input; free() it. */
uint32_t *perf_events_sorted(const struct perf_events *events);

#endif
