/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_GRAPH_H
#define CALLGRIND_GRAPH_H

#include "fg/frames.h"

/*
 * A call graph: the self costs of functions, and for each caller and callee
 * the inclusive cost of the callee for that caller.
 *
 *	struct callgrind_graph graph;
 *	callgrind_graph_init(&graph);
 *	f = callgrind_graph_function(&graph, &key);
 *	callgrind_graph_call(&graph, f, g, 24);
 *	callgrind_graph_finish(&graph);
 */
struct callgrind_function {
	fg_frame name, object, file; /* the reader's numbers */
	bool is_certain; /* object and file are from its own lines */
	int64_t self;
};

struct callgrind_edge {
	uint32_t from, to; /* functions */
	int64_t cost;
};

struct callgrind_graph {
	struct callgrind_function *functions;
	size_t count, room;
	struct callgrind_edge *edges; /* by caller and callee once settled */
	size_t edge_count, edge_room;
	size_t settled; /* edges that are merged: one per pair of functions */
	struct fg_frames *keys; /* a function's number is its key's */
	bool saturated;
};

/*
 * The identity of a function: a number of the file (the names are then
 * CALLGRIND_NONE), or its object, file and name.
 */
struct callgrind_key {
	uint32_t number;
	fg_frame name, object, file;
};

void callgrind_graph_init(struct callgrind_graph *graph);
void callgrind_graph_free(struct callgrind_graph *graph);

/* The number of the function, which is new if the key is. */
uint32_t callgrind_graph_function(struct callgrind_graph *graph,
				  const struct callgrind_key *key);

void callgrind_graph_cost(struct callgrind_graph *graph, uint32_t function,
			  int64_t cost);
void callgrind_graph_call(struct callgrind_graph *graph, uint32_t from,
			  uint32_t to, int64_t cost);

/* Sorts the edges and merges those of the same pair. */
void callgrind_graph_finish(struct callgrind_graph *graph);

/* Drops all costs and calls; the functions stay. */
void callgrind_graph_clear(struct callgrind_graph *graph);

#endif
