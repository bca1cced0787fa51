/* SPDX-License-Identifier: MIT */
#include "perf_deferred.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "perf_parser.h"
#include "perf_sample.h"

void perf_deferred_free(struct perf_deferred *deferred)
{
	fg_stacks_free(deferred->stacks);
	free(deferred->samples.items);
	free(deferred->chains.items);
}

static size_t add_stack(struct perf_deferred *deferred, const fg_frame *ids,
			size_t depth)
{
	if (!deferred->stacks)
		deferred->stacks = fg_stacks_new(FG_FOLD);
	return fg_stacks_add(deferred->stacks, ids, depth,
			     (struct fg_weight){ 1, 0 }, 0);
}

static struct perf_deferred_item *append(struct perf_deferred_list *list,
					 struct perf_deferred_item item)
{
	FG_RESERVE(&list->items, &list->room, list->count + 1);
	list->items[list->count] = item;
	return &list->items[list->count++];
}

/* What samples and chains have alike. */
static struct perf_deferred_item item_of(struct perf_parser *parser)
{
	return (struct perf_deferred_item){
		.tid = parser->tid,
		.cookie = parser->cookie,
		.place = parser->sample_place,
		.stack = add_stack(&parser->deferred,
				   parser->ids + parser->start,
				   parser->room - parser->start),
		.unknown = parser->unknown,
		.stopped = parser->stopped,
	};
}

void perf_deferred_wait(struct perf_parser *parser)
{
	const struct perf_events *events = &parser->events;
	struct perf_deferred_item *item =
		append(&parser->deferred.samples, item_of(parser));

	item->kept = parser->kept;
	item->has_root = parser->has_root;
	item->root = parser->root;
	item->has_event_root = parser->has_event_root;
	item->event_root = parser->event_root;
	item->has_slice = parser->has_slice;
	item->slice = parser->slice;
	item->weight = parser->weight;
	item->event = parser->event == &events->eventless
			      ? PERF_NO_EVENT
			      : (uint32_t)(parser->event - events->items);
}

void perf_deferred_chain(struct perf_parser *parser)
{
	append(&parser->deferred.chains, item_of(parser));
}

/* A frame of one parser in the other's profile. */
static fg_frame frame_in(struct perf_parser *to, const struct perf_parser *from,
			 fg_frame id)
{
	return fg_frames_intern(to->namer.frames,
				fg_frames_name(from->namer.frames, id));
}

static size_t stack_in(struct perf_parser *to, const struct perf_parser *from,
		       size_t number)
{
	struct fg_stack stack = fg_stacks_get(from->deferred.stacks, number);
	fg_frame *ids = fg_malloc(stack.depth * sizeof *ids);

	for (size_t i = 0; i < stack.depth; i++)
		ids[i] = frame_in(to, from, stack.ids[i]);
	number = add_stack(&to->deferred, ids, stack.depth);
	free(ids);
	return number;
}

static uint32_t event_in(struct perf_parser *to, const struct perf_parser *from,
			 uint32_t number)
{
	const struct perf_event *event;
	fg_str name;

	if (number == PERF_NO_EVENT)
		return number;
	name = fg_frames_name(from->events.names, number);
	event = perf_events_find(&to->events, name,
				 from->events.items[number].first);
	return (uint32_t)(event - to->events.items);
}

void perf_deferred_merge(struct perf_parser *to, const struct perf_parser *from)
{
	const struct perf_deferred *more = &from->deferred;

	for (size_t i = 0; i < more->samples.count; i++) {
		struct perf_deferred_item item = more->samples.items[i];

		item.stack = stack_in(to, from, item.stack);
		item.event = event_in(to, from, item.event);
		if (item.has_root)
			item.root = frame_in(to, from, item.root);
		if (item.has_event_root)
			item.event_root = frame_in(to, from, item.event_root);
		if (item.has_slice)
			item.slice = frame_in(to, from, item.slice);
		append(&to->deferred.samples, item);
	}
	for (size_t i = 0; i < more->chains.count; i++) {
		struct perf_deferred_item item = more->chains.items[i];

		item.stack = stack_in(to, from, item.stack);
		append(&to->deferred.chains, item);
	}
	to->deferred.lone_samples += more->lone_samples;
	to->deferred.lone_chains += more->lone_chains;
}

static int by_key(const struct perf_deferred_item *a,
		  const struct perf_deferred_item *b)
{
	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return (a->cookie > b->cookie) - (a->cookie < b->cookie);
}

/* The order of places makes the result the same for any number of threads. */
static int by_key_and_place(const void *a, const void *b)
{
	const struct perf_deferred_item *x = a, *y = b;
	int order = by_key(x, y);

	return order ? order : (x->place > y->place) - (x->place < y->place);
}

static void sort(struct perf_deferred_list *list)
{
	if (list->count > 1)
		qsort(list->items, list->count, sizeof *list->items,
		      by_key_and_place);
}

/* The sample's stack in the parser; `chain` may be NULL. */
static void put_together(struct perf_parser *parser,
			 const struct perf_deferred_item *sample,
			 const struct perf_deferred_item *chain,
			 struct allowance *allowance)
{
	const struct fg_stacks *stacks = parser->deferred.stacks;
	struct fg_stack inner = fg_stacks_get(stacks, sample->stack);
	struct fg_stack outer = { 0 };
	size_t most = allowance_depth(allowance), left, skip;

	if (chain && !sample->stopped)
		outer = fg_stacks_get(stacks, chain->stack);
	left = most > inner.depth ? most - inner.depth : 0;
	skip = outer.depth > left ? outer.depth - left : 0;
	perf_sample_clear(parser);
	perf_sample_push(parser, inner.ids, inner.depth);
	perf_sample_push(parser, outer.ids + skip, outer.depth - skip);
	if (skip > 0) {
		fg_frame cut =
			fg_frames_intern(parser->namer.frames, FG_STR("[truncat"
								      "ed]"));

		perf_sample_push(parser, &cut, 1);
		allowance->cut++;
	}
	allowance->frames += outer.depth - skip;
	parser->unknown = sample->unknown + (chain ? chain->unknown : 0);
	parser->stopped = sample->stopped || (chain && chain->stopped);
}

static void fold(struct perf_parser *parser,
		 const struct perf_deferred_item *sample,
		 const struct perf_deferred_item *chain,
		 struct allowance *allowance)
{
	struct perf_events *events = &parser->events;
	bool eventless = sample->event == PERF_NO_EVENT;

	parser->event = eventless ? &events->eventless
				  : &events->items[sample->event];
	/* a better event may have been found since */
	if (!sample->kept || !parser->event->kept)
		return;
	put_together(parser, sample, chain, allowance);
	parser->single = false;
	parser->frame_lines = 1;
	parser->has_root = sample->has_root;
	parser->root = sample->root;
	parser->has_event_root = sample->has_event_root;
	parser->event_root = sample->event_root;
	parser->has_slice = sample->has_slice;
	parser->slice = sample->slice;
	parser->weight = sample->weight;
	perf_sample_fold(parser);
	if (!chain)
		parser->deferred.lone_samples++;
}

/* Both lists are sorted. */
static void join(struct perf_parser *parser, struct allowance *allowance)
{
	struct perf_deferred *deferred = &parser->deferred;
	struct perf_deferred_list samples = deferred->samples;
	struct perf_deferred_list chains = deferred->chains;
	size_t at = 0;
	bool used = false;

	for (size_t i = 0; i < samples.count; i++) {
		const struct perf_deferred_item *sample = &samples.items[i];
		bool found;

		while (at < chains.count &&
		       by_key_and_place(&chains.items[at], sample) < 0) {
			deferred->lone_chains += !used;
			used = false;
			at++;
		}
		found = at < chains.count &&
			by_key(&chains.items[at], sample) == 0;
		used |= found;
		fold(parser, sample, found ? &chains.items[at] : NULL,
		     allowance);
	}
	if (at < chains.count)
		deferred->lone_chains += chains.count - at - used;
}

void perf_deferred_join(struct perf_parser *parser, struct allowance *allowance)
{
	struct perf_deferred *deferred = &parser->deferred;

	sort(&deferred->samples);
	sort(&deferred->chains);
	join(parser, allowance);
	deferred->samples.count = deferred->chains.count = 0;
	if (deferred->stacks)
		fg_stacks_clear(deferred->stacks);
}
