/* SPDX-License-Identifier: MIT */
/*
 * Tarjan's strongly connected components: a depth-first walk numbers the
 * functions in order of first sight. `low` is the smallest number of a
 * function that can be reached from the subtree of this function and is still
 * on the stack. If it is the function's own number, all functions above it on
 * the stack are its group.
 */
#include "callgrind_cycles.h"

#include <stdlib.h>

#include "fg/alloc.h"

#define UNSEEN UINT32_MAX

struct tarjan {
	const struct callgrind_graph *graph;
	struct callgrind_cycles *cycles;
	uint32_t *number, *low; /* of each function */
	size_t *next; /* the edge to follow next, of each function */
	uint32_t *way; /* functions from the start of the walk to here */
	uint32_t *stack; /* functions that have no group yet */
	size_t way_size, stack_size, member_count;
	uint32_t numbered;
};

static size_t *index_edges(const struct callgrind_graph *graph)
{
	size_t *start = fg_calloc(graph->count + 1, sizeof *start);
	size_t e = 0;

	for (size_t f = 0; f < graph->count; f++) {
		start[f] = e;
		while (e < graph->edge_count && graph->edges[e].from == f)
			e++;
	}
	start[graph->count] = e;
	return start;
}

static void enter(struct tarjan *t, uint32_t f)
{
	t->number[f] = t->low[f] = t->numbered++;
	t->next[f] = t->cycles->edges[f];
	t->way[t->way_size++] = f;
	t->stack[t->stack_size++] = f;
}

static void close_group(struct tarjan *t, uint32_t f)
{
	struct callgrind_cycles *c = t->cycles;
	uint32_t member;

	c->start[c->count] = t->member_count;
	do {
		member = t->stack[--t->stack_size];
		c->group[member] = (uint32_t)c->count;
		c->members[t->member_count++] = member;
	} while (member != f);
	c->count++;
}

/* The next callee of f that was not seen yet, or UNSEEN. */
static uint32_t next_callee(struct tarjan *t, uint32_t f)
{
	while (t->next[f] < t->cycles->edges[f + 1]) {
		uint32_t to = t->graph->edges[t->next[f]++].to;

		if (t->number[to] == UNSEEN)
			return to;
		if (t->cycles->group[to] == UNSEEN && t->number[to] < t->low[f])
			t->low[f] = t->number[to];
	}
	return UNSEEN;
}

static void leave(struct tarjan *t, uint32_t f)
{
	uint32_t caller;

	if (t->low[f] == t->number[f])
		close_group(t, f);
	if (--t->way_size == 0)
		return;
	caller = t->way[t->way_size - 1];
	if (t->low[f] < t->low[caller])
		t->low[caller] = t->low[f];
}

static void walk(struct tarjan *t, uint32_t from)
{
	enter(t, from);
	while (t->way_size > 0) {
		uint32_t f = t->way[t->way_size - 1];
		uint32_t callee = next_callee(t, f);

		if (callee != UNSEEN)
			enter(t, callee);
		else
			leave(t, f);
	}
}

static uint32_t *new_ids(size_t count)
{
	uint32_t *ids = fg_malloc((count + 1) * sizeof *ids);

	for (size_t i = 0; i < count; i++)
		ids[i] = UNSEEN;
	return ids;
}

void callgrind_cycles_find(struct callgrind_cycles *cycles,
			   const struct callgrind_graph *graph)
{
	size_t n = graph->count;
	struct tarjan t = {
		.graph = graph,
		.cycles = cycles,
		.number = new_ids(n),
		.low = new_ids(n),
		.next = fg_calloc(n + 1, sizeof *t.next),
		.way = new_ids(n),
		.stack = new_ids(n),
	};

	*cycles = (struct callgrind_cycles){
		.group = new_ids(n),
		.members = new_ids(n),
		.start = fg_calloc(n + 1, sizeof *cycles->start),
		.edges = index_edges(graph),
	};
	for (size_t f = 0; f < n; f++) {
		if (t.number[f] == UNSEEN)
			walk(&t, (uint32_t)f);
	}
	cycles->start[cycles->count] = t.member_count;
	free(t.number);
	free(t.low);
	free(t.next);
	free(t.way);
	free(t.stack);
}

void callgrind_cycles_free(struct callgrind_cycles *cycles)
{
	free(cycles->group);
	free(cycles->members);
	free(cycles->start);
	free(cycles->edges);
}
