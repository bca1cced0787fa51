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

static bool choice_matches(struct perf_choice *choice, fg_str name, fg_str key)
{
	const char **wanted = choice->wanted;

	if (choice->all)
		return true;
	for (size_t i = 0; wanted && wanted[i]; i++) {
		if (event_is(name, fg_from_c(wanted[i])))
			return true;
	}
	if (wanted)
		return false;
	if (!choice->made) {
		choice->key.n = 0;
		fg_buffer_append(&choice->key, key);
		choice->made = true;
	}
	return fg_equal(key, fg_buffer_text(&choice->key));
}

bool perf_choice_keeps(struct perf_choice *choice, fg_str name)
{
	struct fg_buffer room = { 0 };
	fg_str key = event_key(name, &room);
	bool keeps = choice_matches(choice, name, key);

	free(room.p);
	return keeps;
}

fg_str perf_choice_name(const struct perf_choice *choice)
{
	return fg_buffer_text(&choice->key);
}

fg_str perf_choice_unit(const struct perf_choice *choice)
{
	if (choice->all || (choice->wanted && choice->wanted[1]))
		return FG_STR("");
	return event_unit(perf_choice_name(choice));
}

bool perf_choice_settled(const struct perf_choice *choice)
{
	return choice->all || choice->wanted || choice->made;
}

void perf_events_init(struct perf_events *events, struct perf_choice *choice)
{
	*events = (struct perf_events){
		.names = fg_frames_new(),
		.choice = choice,
	};
}

void perf_events_free(struct perf_events *events)
{
	fg_frames_free(events->names);
	free(events->items);
}

struct perf_event *perf_events_find(struct perf_events *events, fg_str name,
				    uint64_t place)
{
	size_t known = fg_frames_count(events->names);
	fg_frame id;

	if (known > 0 && fg_equal(name, events->last))
		return &events->items[events->last_id];
	id = fg_frames_intern(events->names, name);
	if (id == known) {
		FG_RESERVE(&events->items, &events->room, known + 1);
		events->items[id] = (struct perf_event){
			.first = place,
			.kept = perf_choice_keeps(events->choice, name),
		};
	}
	events->last = fg_frames_name(events->names, id);
	events->last_id = id;
	return &events->items[id];
}

void perf_events_merge(struct perf_events *to, const struct perf_events *from)
{
	size_t count = fg_frames_count(from->names);

	for (size_t i = 0; i < count; i++) {
		fg_str name = fg_frames_name(from->names, (fg_frame)i);
		const struct perf_event *one = &from->items[i];
		struct perf_event *sum = perf_events_find(to, name, one->first);

		sum->samples += one->samples;
		if (one->first < sum->first)
			sum->first = one->first;
	}
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
