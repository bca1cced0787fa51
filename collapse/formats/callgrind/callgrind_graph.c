/* SPDX-License-Identifier: MIT */
#include "callgrind_graph.h"

#include <stdlib.h>

#include "callgrind_events.h"
#include "fg/alloc.h"

void callgrind_graph_init(struct callgrind_graph *graph)
{
	*graph = (struct callgrind_graph){ .keys = fg_frames_new() };
}

void callgrind_graph_free(struct callgrind_graph *graph)
{
	free(graph->functions);
	free(graph->edges);
	fg_frames_free(graph->keys);
}

uint32_t callgrind_graph_function(struct callgrind_graph *graph,
				  const struct callgrind_key *key)
{
	fg_str bytes = { (const char *)key, sizeof *key };
	uint32_t f = fg_frames_intern(graph->keys, bytes);

	if (f == graph->count) {
		FG_RESERVE(&graph->functions, &graph->room, graph->count + 1);
		graph->functions[graph->count++] = (struct callgrind_function){
			.name = key->name,
			.object = key->object,
			.file = key->file,
		};
	}
	return f;
}

void callgrind_graph_cost(struct callgrind_graph *graph, uint32_t function,
			  int64_t cost)
{
	int64_t *self = &graph->functions[function].self;

	*self = callgrind_add(*self, cost, &graph->saturated);
}

/* Each calling line writes the pair again, but few pairs are distinct. */
void callgrind_graph_call(struct callgrind_graph *graph, uint32_t from,
			  uint32_t to, int64_t cost)
{
	if (graph->edge_count == graph->edge_room &&
	    graph->edge_count > 2 * graph->settled)
		callgrind_graph_finish(graph);
	FG_RESERVE(&graph->edges, &graph->edge_room, graph->edge_count + 1);
	graph->edges[graph->edge_count++] = (struct callgrind_edge){
		.from = from,
		.to = to,
		.cost = cost,
	};
}

static int compare(const void *a, const void *b)
{
	const struct callgrind_edge *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

void callgrind_graph_finish(struct callgrind_graph *graph)
{
	struct callgrind_edge *edges = graph->edges;
	size_t n = 0;

	if (graph->edge_count > 0)
		qsort(edges, graph->edge_count, sizeof *edges, compare);
	for (size_t i = 0; i < graph->edge_count; i++) {
		if (n > 0 && compare(&edges[n - 1], &edges[i]) == 0)
			edges[n - 1].cost = callgrind_add(edges[n - 1].cost,
							  edges[i].cost,
							  &graph->saturated);
		else
			edges[n++] = edges[i];
	}
	graph->edge_count = n;
	graph->settled = n;
}

void callgrind_graph_clear(struct callgrind_graph *graph)
{
	for (size_t i = 0; i < graph->count; i++)
		graph->functions[i].self = 0;
	graph->edge_count = 0;
	graph->settled = 0;
}
