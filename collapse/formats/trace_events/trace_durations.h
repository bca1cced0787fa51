/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_DURATIONS_H
#define COLLAPSE_TRACE_DURATIONS_H

#include "fold/stacktree.h"
#include "trace_threads.h"

/*
 * The events of a trace with a duration: X (complete), B (begin) and E (end).
 * On each thread they are nested like function calls, so at any time the open
 * ones are a stack.
 */
enum {
	TRACE_BEGIN = -1, /* lengths of a B and an E */
	TRACE_END = -2,
};

struct trace_event {
	int64_t time, length; /* in ns */
	fg_frame name; /* in texts, for finding an E's B; of "": any */
	fg_frame frame; /* in the profile */
	uint32_t thread;
	uint32_t next; /* of the thread, in the order of the file */
};

struct trace_durations {
	struct trace_event *events;
	size_t count, room;
	struct trace_line {
		uint32_t first, last; /* events of a thread */
	} * lines; /* by thread */
	size_t line_count, line_room;
	uint64_t outlasting, unmatched, unclosed; /* found by the sweep */
};

/* Copies the event; sets `event.next`. */
void trace_durations_add(struct trace_durations *d, struct trace_event event);

/*
 * Adds the time of each stack, in ns, to `tree`, below the thread's roots.
 * Returns the sum. Where an event outlasts the one that it began in, no time
 * is lost (trace_stack.h). O(n log n), and O(n) for events in order.
 */
fg_swide trace_durations_sweep(struct trace_durations *d,
			       const struct trace_threads *threads,
			       const struct collapse_options *options,
			       struct stackbuf *stack, struct stacktree *tree);

void trace_durations_free(struct trace_durations *d);

#endif
