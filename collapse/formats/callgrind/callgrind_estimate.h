/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_ESTIMATE_H
#define CALLGRIND_ESTIMATE_H

#include "callgrind_graph.h"
#include "fold/stackbuf.h"

/*
 * Estimates stacks from a call graph. The graph has no stacks: it has the cost
 * of g for its caller f, but not for which of f's callers that was. So the
 * estimate assumes that each call of a function behaves as the average call:
 * each callee of f gets the share of f's cost that it has on average.
 *
 * These stay exact: the sum of all, the self cost of each function, and the
 * cost of each callee by caller (outside of recursion). In a cycle of
 * functions at most two frames are shown: the one that was called from outside
 * and the one that spends; the depth of the recursion is not shown.
 */
struct callgrind_estimate {
	bool ambiguous; /* out: some function has several paths to it */
	bool pruned; /* out: paths too small or too deep end in [pruned] */
};

/*
 * Adds the stacks of a settled graph. `ids` are the frames of its functions;
 * `root`, unless it is CALLGRIND_NONE, is put before all frames.
 */
void callgrind_estimate(struct callgrind_estimate *estimate,
			const struct callgrind_graph *graph,
			const fg_frame *ids, fg_frame root,
			struct stackbuf *stack);

#endif
