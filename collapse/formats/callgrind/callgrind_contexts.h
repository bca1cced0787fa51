/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_CONTEXTS_H
#define CALLGRIND_CONTEXTS_H

#include "callgrind_chain.h"
#include "callgrind_graph.h"
#include "fold/stackbuf.h"

/*
 * The functions of a graph, by the callers in their names.
 *
 *	struct callgrind_contexts contexts;
 *	callgrind_contexts_init(&contexts, graph, names);
 *	if (contexts.recorded > 0.2 && contexts.cut == 0)
 *		callgrind_contexts_fold(&contexts, ids, root, &stack);
 *	callgrind_contexts_free(&contexts);
 */
struct callgrind_contexts {
	double recorded; /* share of the cost with callers in its names */
	double cut; /* share of the cost whose callers were cut short */

	const struct callgrind_graph *graph; /* borrowed */
	const struct fg_frames *names; /* borrowed */
	struct fg_frames *heads; /* see callgrind_chain.h */
	struct callgrind_chain chain;
	struct fg_frames *own; /* the functions' names without callers */
	uint32_t *first; /* one function for each of these */
	bool *is_root; /* whether it occurs without callers */
	size_t own_count, longest; /* number of parts of the longest name */
};

void callgrind_contexts_init(struct callgrind_contexts *contexts,
			     const struct callgrind_graph *graph,
			     const struct fg_frames *names);
void callgrind_contexts_free(struct callgrind_contexts *contexts);

/* The name of a function without its callers; valid as long as `names`. */
fg_str callgrind_contexts_name(struct callgrind_contexts *contexts,
			       uint32_t function);

/*
 * Adds the stacks from the names, those cut short below [truncated]. `ids` are
 * the functions' frames; see callgrind_estimate() for `root`.
 */
void callgrind_contexts_fold(struct callgrind_contexts *contexts,
			     const fg_frame *ids, fg_frame root,
			     struct stackbuf *stack);

#endif
