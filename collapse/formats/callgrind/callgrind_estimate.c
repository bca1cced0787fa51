/* SPDX-License-Identifier: MIT */
#include "callgrind_estimate.h"

#include <stdlib.h>

#include "callgrind_cycles.h"
#include "callgrind_names.h"
#include "callgrind_paths.h"
#include "fg/alloc.h"

/*
 * The number of paths through a graph can be exponential. If this many steps
 * and frames are not enough, small paths are merged: those below a ten
 * millionth of the whole, and ten times as much in each further try. The depth
 * of paths is also halved, because on a deep path each step with one more
 * frame costs as much as many paths.
 */
enum { STEPS_MAX = 4000000, DEPTH_MAX = 2000 };
#define FIRST_SHARE 1e-7

/*
 * The calls into a group may sum up to more than its cost (callgrind rounds,
 * and files may be damaged). Then they are only used as proportions; `mass`
 * adds up the real costs.
 */
struct group {
	double total; /* its self cost and all calls out of it */
	double in; /* all calls into it */
	double mass; /* its self cost, and its share of its callees' masses */
};

/* A call whose callee is still to be visited. */
struct visit {
	uint32_t function; /* the function called from outside the group */
	uint32_t from; /* path of the caller */
	double share; /* share of the group's cost */
};

struct walk {
	const struct callgrind_graph *graph;
	struct callgrind_cycles cycles;
	struct group *groups;
	struct visit *todo;
	size_t todo_count, todo_room;
	struct callgrind_paths paths;
	double least; /* least weight of a visit */
	uint32_t deepest; /* most functions on a path */
	size_t steps;
};

static bool counts(const struct walk *w, const struct callgrind_edge *edge)
{
	return edge->cost > 0 &&
	       w->cycles.group[edge->from] != w->cycles.group[edge->to];
}

static void sum_groups(struct walk *w)
{
	const struct callgrind_graph *g = w->graph;

	w->groups = fg_calloc(w->cycles.count, sizeof *w->groups);
	for (size_t f = 0; f < g->count; f++) {
		if (g->functions[f].self > 0)
			w->groups[w->cycles.group[f]].total +=
				(double)g->functions[f].self;
	}
	for (size_t e = 0; e < g->edge_count; e++) {
		const struct callgrind_edge *edge = &g->edges[e];

		if (!counts(w, edge))
			continue;
		w->groups[w->cycles.group[edge->from]].total +=
			(double)edge->cost;
		w->groups[w->cycles.group[edge->to]].in += (double)edge->cost;
	}
}

/* The share of the callee's cost that this caller has. */
static double share_of(const struct walk *w, const struct callgrind_edge *edge)
{
	const struct group *to = &w->groups[w->cycles.group[edge->to]];
	double all = to->in > to->total ? to->in : to->total;

	return all > 0 ? (double)edge->cost / all : 0;
}

static double mass_of(const struct walk *w, uint32_t function)
{
	return w->groups[w->cycles.group[function]].mass;
}

/*
 * Computes the mass of each group. Groups of callees have smaller numbers, so
 * they come first.
 */
static void weigh_groups(struct walk *w)
{
	const struct callgrind_graph *g = w->graph;
	const struct callgrind_cycles *c = &w->cycles;

	for (size_t i = 0; i < g->count; i++) {
		uint32_t f = c->members[i];
		double *mass = &w->groups[c->group[f]].mass;

		if (g->functions[f].self > 0)
			*mass += (double)g->functions[f].self;
		for (size_t e = c->edges[f]; e < c->edges[f + 1]; e++) {
			const struct callgrind_edge *edge = &g->edges[e];

			if (counts(w, edge))
				*mass += share_of(w, edge) *
					 mass_of(w, edge->to);
		}
	}
}

static void plan(struct walk *w, uint32_t function, uint32_t from, double share)
{
	FG_RESERVE(&w->todo, &w->todo_room, w->todo_count + 1);
	w->todo[w->todo_count++] = (struct visit){
		.function = function,
		.from = from,
		.share = share,
	};
	w->steps++;
}

/*
 * The member where a cycle without callers is entered: its most expensive one.
 */
static uint32_t main_member(const struct walk *w, uint32_t group)
{
	const struct callgrind_cycles *c = &w->cycles;
	uint32_t best = c->members[c->start[group]];
	double most = -1;

	for (size_t i = c->start[group]; i < c->start[group + 1]; i++) {
		uint32_t f = c->members[i];
		double sum = (double)w->graph->functions[f].self;

		for (size_t e = c->edges[f]; e < c->edges[f + 1]; e++)
			sum += (double)w->graph->edges[e].cost;
		if (sum > most) {
			most = sum;
			best = f;
		}
	}
	return best;
}

/*
 * Plans visits for the cost without callers: programs, threads, signal
 * handlers.
 */
static void plan_roots(struct walk *w)
{
	for (uint32_t g = 0; g < w->cycles.count; g++) {
		const struct group *group = &w->groups[g];

		if (group->total > group->in)
			plan(w, main_member(w, g), CALLGRIND_NONE,
			     (group->total - group->in) / group->total);
	}
}

static void follow(struct walk *w, const struct callgrind_edge *edge,
		   double share, uint32_t path)
{
	double part = share * share_of(w, edge);
	double mass = part * mass_of(w, edge->to);

	w->steps++;
	if (mass <= 0)
		return;
	if (mass >= w->least &&
	    callgrind_paths_depth(&w->paths, path) < w->deepest)
		plan(w, edge->to, path, part);
	else
		callgrind_paths_end(&w->paths, path, CALLGRIND_NONE, mass);
}

static void spend(struct walk *w, uint32_t member, double share, uint32_t path)
{
	int64_t self = w->graph->functions[member].self;

	if (self > 0)
		callgrind_paths_end(&w->paths, path, member,
				    share * (double)self);
	for (size_t e = w->cycles.edges[member];
	     e < w->cycles.edges[member + 1]; e++) {
		if (counts(w, &w->graph->edges[e]))
			follow(w, &w->graph->edges[e], share, path);
	}
	w->steps++;
}

static void visit(struct walk *w, const struct visit *v)
{
	uint32_t group = w->cycles.group[v->function];
	uint32_t path = callgrind_paths_add(&w->paths, v->from, v->function);

	for (size_t i = w->cycles.start[group]; i < w->cycles.start[group + 1];
	     i++) {
		uint32_t member = w->cycles.members[i];

		spend(w, member, v->share,
		      member == v->function
			      ? path
			      : callgrind_paths_add(&w->paths, path, member));
	}
}

/* Walks over the graph; false when it took too many steps. */
static bool walk_once(struct walk *w, double least, size_t steps_max)
{
	callgrind_paths_clear(&w->paths);
	w->least = least;
	w->steps = 0;
	w->todo_count = 0;
	plan_roots(w);
	while (w->todo_count > 0 && w->steps + w->paths.frames < steps_max) {
		struct visit next = w->todo[--w->todo_count];

		visit(w, &next);
	}
	return w->todo_count == 0;
}

static double sum_of_all(const struct walk *w)
{
	double sum = 0;

	for (size_t f = 0; f < w->graph->count; f++) {
		if (w->graph->functions[f].self > 0)
			sum += (double)w->graph->functions[f].self;
	}
	return sum;
}

static void walk_all(struct walk *w)
{
	double total = sum_of_all(w), share = FIRST_SHARE;

	w->deepest = DEPTH_MAX;
	if (walk_once(w, 0, STEPS_MAX))
		return;
	while (share < 1) {
		if (walk_once(w, share * total, STEPS_MAX))
			return;
		w->deepest /= 2;
		share *= 10;
	}
	/* with a least share of 1 there is at most one path */
	(void)walk_once(w, total, SIZE_MAX);
}

static bool is_ambiguous(const struct walk *w)
{
	uint32_t *callers = fg_calloc(w->cycles.count, sizeof *callers);
	bool ambiguous = w->cycles.count < w->graph->count;

	for (size_t e = 0; e < w->graph->edge_count; e++) {
		const struct callgrind_edge *edge = &w->graph->edges[e];

		if (counts(w, edge) && ++callers[w->cycles.group[edge->to]] > 1)
			ambiguous = true;
	}
	free(callers);
	return ambiguous;
}

void callgrind_estimate(struct callgrind_estimate *estimate,
			const struct callgrind_graph *graph,
			const fg_frame *ids, fg_frame root,
			struct stackbuf *stack)
{
	struct walk w = { .graph = graph };

	callgrind_cycles_find(&w.cycles, graph);
	sum_groups(&w);
	weigh_groups(&w);
	walk_all(&w);
	estimate->pruned = w.paths.pruned;
	estimate->ambiguous = is_ambiguous(&w);
	callgrind_paths_flush(&w.paths, graph, ids, root, stack);
	callgrind_paths_free(&w.paths);
	callgrind_cycles_free(&w.cycles);
	free(w.groups);
	free(w.todo);
}
