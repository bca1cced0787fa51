/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_STACK_H
#define COLLAPSE_TRACE_STACK_H

#include "trace_durations.h"

/*
 * The open events of one thread in the course of time.
 *
 *	struct trace_stack *s = trace_stack_new(tree, name_count);
 *	trace_stack_begin(s, time);
 *	trace_stack_advance(s, time);
 *	trace_stack_open(s, event);
 *	...
 *	trace_stack_end(s);
 *	trace_stack_free(s);
 *
 * An event may end while others that began in it go on. If an E ended it, it
 * is removed from below them at once. If it was an X, it stays in their stacks
 * until the next event begins, because X events overlap where writers rounded
 * the times of calls. It is removed then, because otherwise a long sequence of
 * such events would become a deep stack.
 */
struct trace_stack {
	struct stacktree *tree;
	uint32_t base; /* the node above all of them */
	struct trace_open {
		int64_t end; /* INT64_MAX: when there is an E */
		int64_t first_end; /* of this and of all below */
		fg_frame name, frame;
		uint32_t node;
		uint32_t below; /* the open event that contains it */
		uint32_t same; /* B of the same name below */
		uint32_t outer; /* B below */
	} * open;
	size_t depth, room;
	uint32_t *innermost; /* B by name */
	uint32_t innermost_any;
	bool ended_inside; /* an E ended an event that is not on top */
	int64_t now, last; /* the latest time that is known */
	fg_swide sum; /* of the times of all threads, in ns */
	uint64_t outlasting, unmatched, unclosed; /* of one thread */
	uint32_t *chain; /* room for a walk down */
};

struct trace_stack *trace_stack_new(struct stacktree *tree, size_t name_count);
void trace_stack_free(struct trace_stack *s);

void trace_stack_begin(struct trace_stack *s, int64_t time);

/*
 * Adds the time until `time` to the current stack, and ends events that end
 * before.
 */
void trace_stack_advance(struct trace_stack *s, int64_t time);

/* Opens an event; call it after an advance to its time. */
void trace_stack_open(struct trace_stack *s, const struct trace_event *event);

/* Ends the innermost B of that name, or of any. */
void trace_stack_close(struct trace_stack *s, fg_frame name);
void trace_stack_close_any(struct trace_stack *s);

/* Ends the thread: events without an end last until the last time. */
void trace_stack_end(struct trace_stack *s);

#endif
