/* SPDX-License-Identifier: MIT */
#include "callgrind_paths.h"

#include <stdlib.h>

#include "callgrind_names.h"
#include "fg/alloc.h"

uint32_t callgrind_paths_depth(const struct callgrind_paths *paths,
			       uint32_t path)
{
	return path == CALLGRIND_NONE ? 0 : paths->paths[path].depth;
}

uint32_t callgrind_paths_add(struct callgrind_paths *paths, uint32_t from,
			     uint32_t function)
{
	FG_RESERVE(&paths->paths, &paths->room, paths->count + 1);
	paths->paths[paths->count] = (struct callgrind_path){
		.from = from,
		.function = function,
		.depth = callgrind_paths_depth(paths, from) + 1,
	};
	return (uint32_t)paths->count++;
}

void callgrind_paths_end(struct callgrind_paths *paths, uint32_t path,
			 uint32_t function, double share)
{
	FG_RESERVE(&paths->ends, &paths->end_room, paths->end_count + 1);
	paths->ends[paths->end_count++] = (struct callgrind_end){
		.path = path,
		.function = function,
		.share = share,
	};
	paths->frames += callgrind_paths_depth(paths, path) + 1;
	paths->pruned |= function == CALLGRIND_NONE;
}

void callgrind_paths_clear(struct callgrind_paths *paths)
{
	paths->count = 0;
	paths->end_count = 0;
	paths->frames = 0;
	paths->pruned = false;
}

void callgrind_paths_free(struct callgrind_paths *paths)
{
	free(paths->paths);
	free(paths->ends);
}

static int by_function(const void *a, const void *b)
{
	const struct callgrind_end *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->path > y->path) - (x->path < y->path);
}

/* Orders by fraction, the largest first; of equal ones, the first path. */
static int by_fraction(const void *a, const void *b)
{
	const struct callgrind_end *x = a, *y = b;
	double fx = x->share - (double)(uint64_t)x->share;
	double fy = y->share - (double)(uint64_t)y->share;

	if (fx != fy)
		return fx > fy ? -1 : 1;
	return (x->path > y->path) - (x->path < y->path);
}

/*
 * Rounds shares to whole numbers whose sum is `total`: each is rounded down,
 * and the missing units go to those that lost most.
 */
static void round_shares(struct callgrind_end *ends, size_t n, uint64_t total)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++) {
		ends[i].weight = (uint64_t)ends[i].share;
		sum += ends[i].weight;
	}
	qsort(ends, n, sizeof *ends, by_fraction);
	for (size_t i = 0; i < n && sum < total; i++) {
		uint64_t more = (total - sum + n - i - 1) / (n - i);

		ends[i].weight += more;
		sum += more;
	}
	for (size_t i = 0; i < n && sum > total; i++) {
		uint64_t less = sum - total;

		if (less > ends[i].weight)
			less = ends[i].weight;
		ends[i].weight -= less;
		sum -= less;
	}
}

static uint64_t own_cost(const struct callgrind_graph *graph, uint32_t f)
{
	int64_t self = graph->functions[f].self;

	return self > 0 ? (uint64_t)self : 0;
}

/* With stacks cut short, only the total sum can be kept. */
static void round_all(struct callgrind_paths *paths,
		      const struct callgrind_graph *graph)
{
	uint64_t total = 0;
	bool saturated = false;

	for (size_t f = 0; f < graph->count; f++)
		total = fg_add_sat(total, own_cost(graph, (uint32_t)f),
				   &saturated);
	round_shares(paths->ends, paths->end_count, total);
}

/* Adds a function alone, if all its shares were too small to get a unit. */
static void add_missing(struct callgrind_paths *paths,
			const struct callgrind_graph *graph)
{
	bool *seen = fg_calloc(graph->count, sizeof *seen);

	for (size_t i = 0; i < paths->end_count; i++)
		seen[paths->ends[i].function] = true;
	for (uint32_t f = 0; f < graph->count; f++) {
		if (!seen[f] && own_cost(graph, f) > 0)
			callgrind_paths_end(
				paths,
				callgrind_paths_add(paths, CALLGRIND_NONE, f),
				f, (double)own_cost(graph, f));
	}
	free(seen);
}

static void round_functions(struct callgrind_paths *paths,
			    const struct callgrind_graph *graph)
{
	size_t n = paths->end_count, end;

	if (n > 0)
		qsort(paths->ends, n, sizeof *paths->ends, by_function);
	for (size_t i = 0; i < n; i = end) {
		uint32_t f = paths->ends[i].function;

		end = i + 1;
		while (end < n && paths->ends[end].function == f)
			end++;
		round_shares(paths->ends + i, end - i, own_cost(graph, f));
	}
}

static void flush_end(const struct callgrind_paths *paths,
		      const struct callgrind_end *end, const fg_frame *ids,
		      fg_frame root, struct stackbuf *stack)
{
	size_t depth_max = stackbuf_depth_max(stack);
	uint32_t p;

	if (end->weight == 0)
		return;
	if (end->function == CALLGRIND_NONE)
		stackbuf_push(stack, FG_STR("[pruned]"));
	for (p = end->path; p != CALLGRIND_NONE && stack->depth < depth_max;
	     p = paths->paths[p].from)
		stackbuf_push_id(stack, ids[paths->paths[p].function]);
	if (p != CALLGRIND_NONE)
		stackbuf_cut(stack);
	if (root != CALLGRIND_NONE)
		stackbuf_push_id(stack, root);
	stackbuf_flush(stack, LEAF_FIRST, (struct fg_weight){ end->weight, 0 });
}

void callgrind_paths_flush(struct callgrind_paths *paths,
			   const struct callgrind_graph *graph,
			   const fg_frame *ids, fg_frame root,
			   struct stackbuf *stack)
{
	if (paths->pruned) {
		round_all(paths, graph);
	} else {
		add_missing(paths, graph);
		round_functions(paths, graph);
	}
	for (size_t i = 0; i < paths->end_count; i++)
		flush_end(paths, &paths->ends[i], ids, root, stack);
}
