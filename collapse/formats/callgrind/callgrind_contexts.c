/* SPDX-License-Identifier: MIT */
#include "callgrind_contexts.h"

#include <stdlib.h>

#include "callgrind_names.h"
#include "fg/alloc.h"

static fg_str full_name(const struct callgrind_contexts *contexts, uint32_t f)
{
	return fg_frames_name(contexts->names,
			      contexts->graph->functions[f].name);
}

static const struct callgrind_chain *split(struct callgrind_contexts *contexts,
					   uint32_t f)
{
	callgrind_chain_split(&contexts->chain, full_name(contexts, f));
	return &contexts->chain;
}

static uint64_t cost_of(const struct callgrind_contexts *contexts, uint32_t f)
{
	int64_t self = contexts->graph->functions[f].self;

	return self > 0 ? (uint64_t)self : 0;
}

static void find_heads(struct callgrind_contexts *contexts)
{
	for (uint32_t f = 0; f < contexts->graph->count; f++)
		fg_frames_intern(contexts->heads,
				 callgrind_chain_head(full_name(contexts, f)));
	contexts->chain.heads = contexts->heads;
	contexts->chain.known = fg_frames_count(contexts->heads);
}

static void find_functions(struct callgrind_contexts *contexts)
{
	size_t n = contexts->graph->count;

	contexts->own = fg_frames_new();
	contexts->first = fg_malloc((n + 1) * sizeof *contexts->first);
	contexts->is_root = fg_calloc(n + 1, sizeof *contexts->is_root);
	for (uint32_t f = 0; f < n; f++) {
		const struct callgrind_chain *chain = split(contexts, f);
		uint32_t own = fg_frames_intern(contexts->own, chain->parts[0]);

		if (own == contexts->own_count)
			contexts->first[contexts->own_count++] = f;
		if (chain->count == 1)
			contexts->is_root[own] = true;
		if (chain->count > contexts->longest)
			contexts->longest = chain->count;
	}
}

/*
 * Finds the number of a caller's name in `own`; false when there is no such
 * function.
 */
static bool find_own(struct callgrind_contexts *contexts, fg_str part,
		     uint32_t *own)
{
	*own = fg_frames_intern(contexts->own, part);
	return *own < contexts->own_count;
}

/*
 * Whether the callers of a name were cut. The file does not contain the value
 * of --separate-callers, so names with the most parts may be cut. Such a name
 * is complete if its outermost caller also occurs without callers.
 */
static bool is_cut(struct callgrind_contexts *contexts,
		   const struct callgrind_chain *chain)
{
	uint32_t own;

	if (chain->count < contexts->longest || chain->count == 1)
		return false;
	return !find_own(contexts, chain->parts[chain->count - 1], &own) ||
	       !contexts->is_root[own];
}

static void measure(struct callgrind_contexts *contexts)
{
	double total = 0, recorded = 0, cut = 0;

	for (uint32_t f = 0; f < contexts->graph->count; f++) {
		double cost = (double)cost_of(contexts, f);
		const struct callgrind_chain *chain = split(contexts, f);

		total += cost;
		if (chain->count > 1)
			recorded += cost;
		if (is_cut(contexts, chain))
			cut += cost;
	}
	if (total > 0) {
		contexts->recorded = recorded / total;
		contexts->cut = cut / total;
	}
}

void callgrind_contexts_init(struct callgrind_contexts *contexts,
			     const struct callgrind_graph *graph,
			     const struct fg_frames *names)
{
	*contexts = (struct callgrind_contexts){
		.graph = graph,
		.names = names,
		.heads = fg_frames_new(),
	};
	find_heads(contexts);
	find_functions(contexts);
	measure(contexts);
}

void callgrind_contexts_free(struct callgrind_contexts *contexts)
{
	callgrind_chain_free(&contexts->chain);
	fg_frames_free(contexts->heads);
	fg_frames_free(contexts->own);
	free(contexts->first);
	free(contexts->is_root);
}

fg_str callgrind_contexts_name(struct callgrind_contexts *contexts,
			       uint32_t function)
{
	return split(contexts, function)->parts[0];
}

static void push_caller(struct callgrind_contexts *contexts, fg_str part,
			const fg_frame *ids, struct stackbuf *stack)
{
	uint32_t own;

	if (find_own(contexts, part, &own))
		stackbuf_push_id(stack, ids[contexts->first[own]]);
	else
		stackbuf_push(stack, part);
}

void callgrind_contexts_fold(struct callgrind_contexts *contexts,
			     const fg_frame *ids, fg_frame root,
			     struct stackbuf *stack)
{
	for (uint32_t f = 0; f < contexts->graph->count; f++) {
		uint64_t cost = cost_of(contexts, f);
		const struct callgrind_chain *chain;

		if (cost == 0)
			continue;
		chain = split(contexts, f);
		stackbuf_push_id(stack, ids[f]);
		for (size_t i = 1; i < chain->count; i++)
			push_caller(contexts, chain->parts[i], ids, stack);
		if (is_cut(contexts, chain))
			stackbuf_push(stack, FG_STR("[truncated]"));
		if (root != CALLGRIND_NONE)
			stackbuf_push_id(stack, root);
		stackbuf_flush(stack, LEAF_FIRST,
			       (struct fg_weight){ cost, 0 });
	}
}
