/* SPDX-License-Identifier: MIT */
/*
 * The events of each thread are put in order of time. Events of the same time
 * have this order:
 *
 *	E that end what began earlier, in the order of the file
 *	B, and E of B of the same moment, in the order of the file
 *	X, the longest first
 */
#include "trace_durations.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "trace_stack.h"

void trace_durations_add(struct trace_durations *d, struct trace_event event)
{
	uint32_t at = (uint32_t)d->count;
	struct trace_line *line;

	if (d->count == TRACE_NONE)
		fg_out_of_memory(SIZE_MAX);
	while (d->line_count <= event.thread) {
		FG_RESERVE(&d->lines, &d->line_room, d->line_count + 1);
		d->lines[d->line_count++] =
			(struct trace_line){ TRACE_NONE, TRACE_NONE };
	}
	line = &d->lines[event.thread];
	if (line->last == TRACE_NONE)
		line->first = at;
	else
		d->events[line->last].next = at;
	line->last = at;
	event.next = TRACE_NONE;
	if (event.time == INT64_MAX) /* the end of an open B comes last */
		event.time--;
	FG_RESERVE(&d->events, &d->room, d->count + 1);
	d->events[d->count++] = event;
}

void trace_durations_free(struct trace_durations *d)
{
	free(d->events);
	free(d->lines);
}

/* The sort key of an event. */
struct moment {
	int64_t time;
	int64_t length; /* 0 except for X among others of the same time */
	uint32_t event;
	uint32_t rank; /* among those of the same time */
};

enum { RANK_END, RANK_BEGIN, RANK_WHOLE };

struct moments {
	struct moment *items;
	size_t count, room;
	uint32_t *begun; /* by name: B events of the current time */
	size_t name_count;
};

static int by_time(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->length != y->length)
		return x->length > y->length ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static void collect(struct moments *m, const struct trace_durations *d,
		    uint32_t first)
{
	bool sorted = true;

	m->count = 0;
	for (uint32_t i = first; i != TRACE_NONE; i = d->events[i].next) {
		int64_t time = d->events[i].time;

		FG_RESERVE(&m->items, &m->room, m->count + 1);
		sorted = sorted &&
			 (m->count == 0 || m->items[m->count - 1].time <= time);
		m->items[m->count++] =
			(struct moment){ .time = time, .event = i };
	}
	if (!sorted)
		qsort(m->items, m->count, sizeof *m->items, by_time);
}

/* Ranks the events of one time, which are in file order. */
static void rank(struct moments *m, const struct trace_durations *d,
		 size_t from, size_t to, fg_frame no_name)
{
	uint64_t all = 0;

	for (size_t i = from; i < to; i++) {
		const struct trace_event *e = &d->events[m->items[i].event];
		uint32_t *begun = &m->begun[e->name];
		bool ends_here = *begun > 0 || (e->name == no_name && all > 0);

		m->items[i].rank = RANK_BEGIN;
		if (e->length == TRACE_BEGIN) {
			++*begun;
			all++;
		} else if (e->length != TRACE_END) {
			m->items[i].rank = RANK_WHOLE;
			m->items[i].length = e->length;
		} else if (ends_here) {
			*begun -= *begun > 0;
			all--;
		} else {
			m->items[i].rank = RANK_END;
		}
	}
	for (size_t i = from; i < to; i++)
		m->begun[d->events[m->items[i].event].name] = 0;
	qsort(m->items + from, to - from, sizeof *m->items, by_time);
}

static void order(struct moments *m, const struct trace_durations *d,
		  fg_frame no_name)
{
	size_t from = 0;

	for (size_t i = 1; i <= m->count; i++) {
		if (i < m->count && m->items[i].time == m->items[from].time)
			continue;
		if (i - from > 1)
			rank(m, d, from, i, no_name);
		from = i;
	}
}

static void sweep_thread(struct trace_durations *d, const struct moments *m,
			 struct trace_stack *s, fg_frame no_name)
{
	trace_stack_begin(s, m->items[0].time);
	for (size_t i = 0; i < m->count; i++) {
		const struct trace_event *e = &d->events[m->items[i].event];

		trace_stack_advance(s, e->time);
		if (e->length == TRACE_END && e->name == no_name)
			trace_stack_close_any(s);
		else if (e->length == TRACE_END)
			trace_stack_close(s, e->name);
		else
			trace_stack_open(s, e);
	}
	trace_stack_end(s);
	d->outlasting += s->outlasting;
	d->unmatched += s->unmatched;
	d->unclosed += s->unclosed;
}

fg_swide trace_durations_sweep(struct trace_durations *d,
			       const struct trace_threads *threads,
			       const struct collapse_options *options,
			       struct stackbuf *stack, struct stacktree *tree)
{
	fg_frame no_name = fg_frames_intern(threads->texts, FG_STR(""));
	size_t names = fg_frames_count(threads->texts);
	struct moments m = { .begun = fg_calloc(names, sizeof *m.begun) };
	struct trace_stack *s = trace_stack_new(tree, names);
	fg_swide sum;

	for (uint32_t t = 0; t < d->line_count; t++) {
		fg_frame roots[TRACE_ROOTS];
		size_t count;

		if (d->lines[t].first == TRACE_NONE ||
		    !trace_thread_wanted(threads, options, t))
			continue;
		count = trace_thread_roots(threads, options, t, stack, roots);
		s->base = STACKTREE_NONE;
		for (size_t i = 0; i < count; i++)
			s->base = stacktree_child(tree, s->base, roots[i]);
		collect(&m, d, d->lines[t].first);
		order(&m, d, no_name);
		sweep_thread(d, &m, s, no_name);
	}
	sum = s->sum;
	trace_stack_free(s);
	free(m.items);
	free(m.begun);
	return sum;
}
