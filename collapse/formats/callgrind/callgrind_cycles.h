/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_CYCLES_H
#define CALLGRIND_CYCLES_H

#include "callgrind_graph.h"

/*
 * The cycles of a call graph: functions that call each other, directly or by
 * way of others, are one group. A function that takes part in no recursion is
 * a group of its own. Groups are numbered so that callees come before their
 * callers.
 */
struct callgrind_cycles {
	uint32_t *group; /* of each function */
	uint32_t *members; /* functions, group by group */
	size_t *start; /* where a group's begin in members; one more at end */
	size_t *edges; /* where a function's begin in graph->edges; one more */
	size_t count; /* groups */
};

/* Of a settled graph. No recursion: the input decides how deep it would be. */
void callgrind_cycles_find(struct callgrind_cycles *cycles,
			   const struct callgrind_graph *graph);
void callgrind_cycles_free(struct callgrind_cycles *cycles);

#endif
