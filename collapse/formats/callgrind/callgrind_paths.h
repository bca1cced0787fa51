/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_PATHS_H
#define CALLGRIND_PATHS_H

#include "callgrind_graph.h"
#include "callgrind_names.h"
#include "fold/stackbuf.h"

/*
 * Paths into a call graph, with the shares of their last functions' costs.
 *
 *	struct callgrind_paths paths = { 0 };
 *	p = callgrind_paths_add(&paths, CALLGRIND_NONE, main_function);
 *	p = callgrind_paths_add(&paths, p, f);
 *	callgrind_paths_end(&paths, p, f, 12.25);
 *	callgrind_paths_flush(&paths, graph, ids, root, &stack);
 *	callgrind_paths_free(&paths);
 *
 * Shares are fractions. The stacks have whole numbers, and those of each
 * function add up to exactly its cost.
 */
struct callgrind_paths {
	struct callgrind_path {
		uint32_t from, function, depth;
	} * paths;
	struct callgrind_end {
		uint32_t path, function;
		double share;
		uint64_t weight;
	} * ends;
	size_t count, room, end_count, end_room;
	size_t frames; /* frames of all stacks */
	bool pruned;
};

/* Adds the path `from` (CALLGRIND_NONE: empty) plus `function`. */
uint32_t callgrind_paths_add(struct callgrind_paths *paths, uint32_t from,
			     uint32_t function);

/*
 * Ends a path with a share. `function` is the path's last one, or
 * CALLGRIND_NONE for [pruned].
 */
void callgrind_paths_end(struct callgrind_paths *paths, uint32_t path,
			 uint32_t function, double share);

/* The number of functions on the path. */
uint32_t callgrind_paths_depth(const struct callgrind_paths *paths,
			       uint32_t path);

/* Adds all of them to the profile, see callgrind_estimate.h. */
void callgrind_paths_flush(struct callgrind_paths *paths,
			   const struct callgrind_graph *graph,
			   const fg_frame *ids, fg_frame root,
			   struct stackbuf *stack);

void callgrind_paths_clear(struct callgrind_paths *paths);
void callgrind_paths_free(struct callgrind_paths *paths);

#endif
