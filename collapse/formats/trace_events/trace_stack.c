/* SPDX-License-Identifier: MIT */
#include "trace_stack.h"

#include <stdlib.h>

#include "fg/alloc.h"

/*
 * How deep ended events are searched. Hostile input is deeper, and all events
 * above an ended one must be moved.
 */
enum { WALK_MAX = 64 };

struct trace_stack *trace_stack_new(struct stacktree *tree, size_t name_count)
{
	struct trace_stack *s = fg_calloc(1, sizeof *s);

	s->tree = tree;
	s->innermost = fg_malloc(name_count * sizeof *s->innermost);
	for (size_t i = 0; i < name_count; i++)
		s->innermost[i] = TRACE_NONE;
	s->innermost_any = TRACE_NONE;
	s->chain = fg_malloc(WALK_MAX * sizeof *s->chain);
	return s;
}

void trace_stack_free(struct trace_stack *s)
{
	free(s->open);
	free(s->innermost);
	free(s->chain);
	free(s);
}

void trace_stack_begin(struct trace_stack *s, int64_t time)
{
	s->now = s->last = time;
	s->outlasting = s->unmatched = s->unclosed = 0;
}

/* Counts the time; the difference of any two int64_t fits. */
static void count_until(struct trace_stack *s, int64_t time)
{
	uint64_t length = (uint64_t)time - (uint64_t)s->now;

	if (time <= s->now)
		return;
	s->now = time;
	if (s->depth == 0)
		return;
	stacktree_weigh(s->tree, s->open[s->depth - 1].node, length);
	s->sum += length;
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Puts `at` on top of the open event `below`. */
static void put_above(struct trace_stack *s, uint32_t at, uint32_t below)
{
	struct trace_open *o = &s->open[at];
	uint32_t parent = below == TRACE_NONE ? s->base : s->open[below].node;

	o->below = below;
	o->node = stacktree_child(s->tree, parent, o->frame);
	o->first_end = o->end;
	if (below != TRACE_NONE)
		o->first_end = least(o->end, s->open[below].first_end);
}

/* Removes events that ended below others that go on. */
static void take_out_ended(struct trace_stack *s)
{
	uint32_t at = (uint32_t)s->depth - 1;
	size_t count = 0;

	while (at != TRACE_NONE && count < WALK_MAX &&
	       (s->ended_inside || s->open[at].first_end <= s->now)) {
		if (s->open[at].end > s->now)
			s->chain[count++] = at;
		at = s->open[at].below;
	}
	while (count > 0) {
		put_above(s, s->chain[--count], at);
		at = s->chain[count];
	}
	s->ended_inside = false;
}

void trace_stack_advance(struct trace_stack *s, int64_t time)
{
	/* before the time is added to stacks that contain them */
	if (s->ended_inside && time > s->now)
		take_out_ended(s);
	while (s->depth > 0 && s->open[s->depth - 1].end <= time) {
		count_until(s, s->open[s->depth - 1].end);
		s->depth--;
	}
	count_until(s, time);
	if (time > s->last)
		s->last = time;
}

void trace_stack_open(struct trace_stack *s, const struct trace_event *event)
{
	uint32_t at = (uint32_t)s->depth, below = at - 1;
	bool is_begin = event->length == TRACE_BEGIN;
	int64_t end = INT64_MAX;

	if (at == 0)
		below = TRACE_NONE;
	else if (s->ended_inside || s->open[below].first_end <= s->now)
		take_out_ended(s);
	/* one less than the end of an open B */
	if (!is_begin &&
	    (__builtin_add_overflow(event->time, event->length, &end) ||
	     end == INT64_MAX))
		end = INT64_MAX - 1;
	if (!is_begin && end > s->last)
		s->last = end;
	FG_RESERVE(&s->open, &s->room, s->depth + 1);
	s->open[s->depth++] = (struct trace_open){
		.end = end,
		.name = event->name,
		.frame = event->frame,
		.same = s->innermost[event->name],
		.outer = s->innermost_any,
	};
	put_above(s, at, below);
	if (is_begin)
		s->innermost[event->name] = s->innermost_any = at;
	else if (below != TRACE_NONE && s->open[below].end < end)
		s->outlasting++;
}

static void close_at(struct trace_stack *s, uint32_t at)
{
	if (at == TRACE_NONE) {
		s->unmatched++;
		return;
	}
	s->open[at].end = s->now;
	s->innermost[s->open[at].name] = s->open[at].same;
	while (s->innermost_any != TRACE_NONE &&
	       s->open[s->innermost_any].end != INT64_MAX)
		s->innermost_any = s->open[s->innermost_any].outer;
	if (at + 1 == s->depth) {
		trace_stack_advance(s, s->now);
	} else {
		s->ended_inside = true;
		s->outlasting++;
	}
}

void trace_stack_close(struct trace_stack *s, fg_frame name)
{
	close_at(s, s->innermost[name]);
}

void trace_stack_close_any(struct trace_stack *s)
{
	close_at(s, s->innermost_any);
}

void trace_stack_end(struct trace_stack *s)
{
	trace_stack_advance(s, s->last);
	for (size_t i = 0; i < s->depth; i++) {
		s->unclosed += s->open[i].end == INT64_MAX;
		s->innermost[s->open[i].name] = TRACE_NONE;
	}
	s->innermost_any = TRACE_NONE;
	s->depth = 0;
	s->ended_inside = false;
}
