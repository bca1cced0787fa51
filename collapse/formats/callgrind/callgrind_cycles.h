/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_CYCLES_H
#define CALLGRIND_CYCLES_H

#include "callgrind_graph.h"

/*
 * The cycles of a call graph: functions that call each other, directly or
 * through others, are one group. A function without recursion is a group of
 * its own. Groups are numbered so that callees come before their callers.
 */
struct callgrind_cycles {
	uint32_t *group; /* of each function */
	uint32_t *members; /* functions, group by group */
	size_t *start; /* start of each group in members; one more at end */
	size_t *edges; /* start of each function in graph->edges; one more */
	size_t count; /* groups */
};

/*
 * Finds the groups of a settled graph. Not recursive, because the input
 * decides the depth.
 */
void callgrind_cycles_find(struct callgrind_cycles *cycles,
			   const struct callgrind_graph *graph);
void callgrind_cycles_free(struct callgrind_cycles *cycles);

#endif
