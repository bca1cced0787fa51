/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_ESTIMATE_H
#define CALLGRIND_ESTIMATE_H

#include "callgrind_graph.h"
#include "fold/stackbuf.h"

/*
 * Stacks from a call graph, which does not have them: it tells what g cost
 * on behalf of f, but not which of f's callers that was for. So each time a
 * function is called it is taken to behave as it does on average: of what
 * comes to f, each callee gets the share that it has of all that f costs.
 *
 * What stays exact: the sum of everything, what each function costs itself,
 * and what each caller spends in each callee (outside of recursion). In a
 * cycle of functions at most two frames are shown, the one that was called
 * from outside and the one that spends; nothing is claimed of its depth.
 */
struct callgrind_estimate {
	bool ambiguous; /* out: some function has several ways to it */
	bool pruned; /* out: what is too small or deep ends in [pruned] */
};

/*
 * Adds the stacks of a settled graph. `ids` are the frames that stand for its
 * functions; `root`, unless it is CALLGRIND_NONE, goes before everything.
 */
void callgrind_estimate(struct callgrind_estimate *estimate,
			const struct callgrind_graph *graph,
			const fg_frame *ids, fg_frame root,
			struct stackbuf *stack);

#endif
