/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_TRACEPOINT_H
#define PERFDATA_TRACEPOINT_H

#include "fg/base.h"

/*
 * The formats of tracepoints, as the kernel describes them; a recording has
 * them in the feature TRACING_DATA:
 *
 *	name: sched_switch
 *	ID: 316
 *	format:
 *		field:pid_t prev_pid;	offset:24;	size:4;	signed:1;
 *
 * The text around them does not matter, so they are searched as text.
 */
struct tracepoint {
	uint64_t id; /* struct perf_event_attr's config */
	fg_str text; /* of its format */
};

/* The tracepoint of that name, "sched_switch"; false when it is not there. */
bool tracepoint_find(fg_str tracing, fg_str name, struct tracepoint *found);

/*
 * Reads the number in a field of 2, 4 or 8 bytes from the data of a
 * tracepoint; false when it has no such field, or `raw` is too short.
 */
bool tracepoint_number(const struct tracepoint *tracepoint, fg_str field,
		       fg_str raw, bool swapped, uint64_t *number);

#endif
