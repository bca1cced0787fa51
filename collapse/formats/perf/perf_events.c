/* SPDX-License-Identifier: MIT */
#include "perf_events.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "options.h"
#include "sample/event.h"

void perf_choice_init(struct perf_choice *choice, const char **wanted)
{
	*choice = (struct perf_choice){
		.wanted = wanted,
		.all = options_have(wanted, FG_STR("all")),
	};
	for (size_t i = 0; wanted && wanted[i]; i++) {
		if (i > 0)
			fg_buffer_append(&choice->key, FG_STR(","));
		fg_buffer_append(&choice->key, fg_from_c(wanted[i]));
	}
}

void perf_choice_free(struct perf_choice *choice)
{
	free(choice->key.p);
}

bool perf_choice_is_open(const struct perf_choice *choice)
{
	return !choice->wanted && !choice->all;
}

static bool is_wanted(const struct perf_choice *choice, fg_str name)
{
	const char **wanted = choice->wanted;

	for (size_t i = 0; wanted && wanted[i]; i++) {
		if (event_is(name, fg_from_c(wanted[i])))
			return true;
	}
	return choice->all;
}

fg_str perf_choice_name(const struct perf_choice *choice)
{
	return fg_buffer_text(&choice->key);
}

fg_str perf_choice_unit(const struct perf_choice *choice)
{
	fg_str name = perf_choice_name(choice);

	if (choice->all || (choice->wanted && choice->wanted[1]) || name.n == 0)
		return FG_STR("");
	return event_unit(name);
}

void perf_tally_add(struct perf_tally *to, const struct perf_tally *from)
{
	to->folded += from->folded;
	to->filtered += from->filtered;
	to->chains += from->chains;
	to->singles += from->singles;
	to->frames += from->frames;
	to->unknown += from->unknown;
	fg_samples_join(&to->samples, &from->samples);
	to->has_periods |= from->has_periods;
	to->huge_weight |= from->huge_weight;
}

void perf_events_init(struct perf_events *events, struct perf_choice *choice,
		      struct fg_stacks *stacks)
{
	bool open = perf_choice_is_open(choice);

	*events = (struct perf_events){
		.names = fg_frames_new(),
		.keys = fg_frames_new(),
		.eventless = { .key = open ? PERF_KEY_EVENTLESS : 0,
			       .kept = true },
		.choice = choice,
	};
	perf_candidates_init(&events->candidates, stacks);
	/* otherwise all kept samples are of one key */
	if (!open)
		events->candidates.key = 0;
}

void perf_events_free(struct perf_events *events)
{
	fg_frames_free(events->names);
	fg_frames_free(events->keys);
	perf_candidates_free(&events->candidates);
	free(events->items);
}

static uint32_t key_of(struct perf_events *events, fg_str name)
{
	struct fg_buffer room = { 0 };
	fg_frame key = fg_frames_intern(events->keys, event_key(name, &room));

	free(room.p);
	return key;
}

/* Makes the event a candidate, unless a better one was seen. */
static void enter(struct perf_events *events, struct perf_event *event,
		  fg_str name)
{
	struct perf_candidates *candidates = &events->candidates;
	unsigned best = candidates->rank;

	event->key = key_of(events, name);
	event->rank = event_rank(name);
	event->kept = perf_candidates_meet(candidates, event->key, event->rank);
	for (struct perf_event *e = events->items;
	     candidates->rank < best && e < event; e++)
		e->kept = false;
}

struct perf_event *perf_events_find(struct perf_events *events, fg_str name,
				    uint64_t place)
{
	size_t known = fg_frames_count(events->names);
	struct perf_event *event;
	fg_frame id;

	if (known > 0 && fg_equal(name, events->last))
		return &events->items[events->last_id];
	id = fg_frames_intern(events->names, name);
	if (id == known)
		FG_RESERVE(&events->items, &events->room, known + 1);
	event = &events->items[id];
	if (id == known) {
		*event = (struct perf_event){ .first = place };
		if (perf_choice_is_open(events->choice))
			enter(events, event, name);
		else
			event->kept = is_wanted(events->choice, name);
	}
	events->last = fg_frames_name(events->names, id);
	events->last_id = id;
	return event;
}

static void merge_candidates(struct perf_events *to,
			     const struct perf_events *from)
{
	size_t count = fg_frames_count(from->keys);
	uint32_t *keys = fg_malloc(count * sizeof *keys);

	for (size_t i = 0; i < count; i++)
		keys[i] = fg_frames_intern(
			to->keys, fg_frames_name(from->keys, (fg_frame)i));
	perf_candidates_merge(&to->candidates, &from->candidates, keys);
	free(keys);
}

void perf_events_merge(struct perf_events *to, const struct perf_events *from)
{
	size_t count = fg_frames_count(from->names);

	for (size_t i = 0; i < count; i++) {
		fg_str name = fg_frames_name(from->names, (fg_frame)i);
		const struct perf_event *one = &from->items[i];
		struct perf_event *sum = perf_events_find(to, name, one->first);

		sum->samples += one->samples;
		perf_tally_add(&sum->tally, &one->tally);
		if (one->first < sum->first)
			sum->first = one->first;
	}
	to->eventless.samples += from->eventless.samples;
	to->deferred.samples += from->deferred.samples;
	perf_tally_add(&to->eventless.tally, &from->eventless.tally);
	if (perf_choice_is_open(to->choice))
		merge_candidates(to, from);
	else
		fg_stacks_merge(to->candidates.ahead, from->candidates.ahead);
}

/* The samples of each key that may be chosen. */
struct votes {
	uint64_t samples, first;
};

static uint32_t choose(const struct perf_events *events)
{
	size_t count = fg_frames_count(events->keys);
	struct votes *votes = fg_calloc(count, sizeof *votes);
	uint32_t best = events->candidates.key;

	for (size_t i = 0; i < fg_frames_count(events->names); i++) {
		const struct perf_event *event = &events->items[i];
		struct votes *of = &votes[event->key];

		if (!event->kept)
			continue;
		if (of->samples == 0 || event->first < of->first)
			of->first = event->first;
		of->samples += event->samples;
	}
	for (uint32_t key = 0; key < count; key++) {
		const struct votes *a = &votes[key], *b = &votes[best];

		if (a->samples > b->samples ||
		    (a->samples == b->samples && a->samples > 0 &&
		     a->first < b->first))
			best = key;
	}
	free(votes);
	return best;
}

static void make_choice(struct perf_events *events)
{
	struct perf_choice *choice = events->choice;
	uint32_t key = events->candidates.key;

	if (key < PERF_KEY_EVENTLESS) {
		key = choose(events);
		choice->key.n = 0;
		fg_buffer_append(&choice->key,
				 fg_frames_name(events->keys, key));
	}
	for (size_t i = 0; i < fg_frames_count(events->names); i++)
		events->items[i].kept = events->items[i].key == key;
	perf_candidates_choose(&events->candidates, key);
}

struct perf_tally perf_events_sum(const struct perf_events *events)
{
	struct perf_tally sum = events->eventless.tally;

	for (size_t i = 0; i < fg_frames_count(events->names); i++) {
		if (events->items[i].kept)
			perf_tally_add(&sum, &events->items[i].tally);
	}
	return sum;
}

void perf_events_choose(struct perf_events *events)
{
	struct perf_tally sum;

	if (perf_choice_is_open(events->choice))
		make_choice(events);
	sum = perf_events_sum(events);
	fg_samples_join(fg_stacks_samples(events->candidates.ahead, 0),
			&sum.samples);
}

struct place {
	uint64_t first;
	uint32_t id;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->first > y->first) - (x->first < y->first);
}

uint32_t *perf_events_sorted(const struct perf_events *events)
{
	size_t count = fg_frames_count(events->names);
	struct place *places = fg_malloc(count * sizeof *places);
	uint32_t *order = fg_malloc(count * sizeof *order);

	for (size_t i = 0; i < count; i++)
		places[i] =
			(struct place){ events->items[i].first, (uint32_t)i };
	if (count > 0)
		qsort(places, count, sizeof *places, compare_places);
	for (size_t i = 0; i < count; i++)
		order[i] = places[i].id;
	free(places);
	return order;
}
