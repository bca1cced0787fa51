/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_CONTEXTS_H
#define CALLGRIND_CONTEXTS_H

#include "callgrind_chain.h"
#include "callgrind_graph.h"
#include "fold/stackbuf.h"

/*
 * The functions of a graph by what their names tell of their callers.
 *
 *	struct callgrind_contexts contexts;
 *	callgrind_contexts_init(&contexts, graph, names);
 *	if (contexts.recorded > 0.2 && contexts.cut == 0)
 *		callgrind_contexts_fold(&contexts, ids, root, &stack);
 *	callgrind_contexts_free(&contexts);
 */
struct callgrind_contexts {
	double recorded; /* share of the cost that has callers in its names */
	double cut; /* share whose callers --separate-callers cut short */

	const struct callgrind_graph *graph; /* borrowed */
	const struct fg_frames *names; /* borrowed */
	struct fg_frames *heads; /* see callgrind_chain.h */
	struct callgrind_chain chain;
	struct fg_frames *own; /* the functions' names without callers */
	uint32_t *first; /* a function for each of these */
	bool *is_root; /* whether it is seen without callers */
	size_t own_count, longest; /* parts of any name */
};

void callgrind_contexts_init(struct callgrind_contexts *contexts,
			     const struct callgrind_graph *graph,
			     const struct fg_frames *names);
void callgrind_contexts_free(struct callgrind_contexts *contexts);

/* The name of a function without its callers; valid as long as `names`. */
fg_str callgrind_contexts_name(struct callgrind_contexts *contexts,
			       uint32_t function);

/*
 * Adds the stacks that the names tell, those cut short below [truncated].
 * `ids` are the functions' frames; see callgrind_estimate() for `root`.
 */
void callgrind_contexts_fold(struct callgrind_contexts *contexts,
			     const fg_frame *ids, fg_frame root,
			     struct stackbuf *stack);

#endif
