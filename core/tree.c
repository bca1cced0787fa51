/* SPDX-License-Identifier: MIT */
/*
 * In sorted order, a stack shares a beginning with the stack before it; what
 * is behind that beginning are new nodes. So one walk over neighbours makes
 * the preorder arrays, and two backward passes fill in totals and ends.
 */
#include "fg/tree.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"

static size_t common(const struct fg_stack *a, const struct fg_stack *b)
{
	size_t n = a->depth < b->depth ? a->depth : b->depth, i = 0;

	while (i < n && a->ids[i] == b->ids[i])
		i++;
	return i;
}

/* The stacks in the order of the picture, and how much each has in common. */
struct plan {
	uint32_t *order;
	uint32_t *shared; /* depth in common with the stack before */
	size_t nodes; /* with the root */
	uint32_t max_depth;
};

static void make_plan(struct plan *plan, const struct fg_stacks *stacks)
{
	size_t n = fg_stacks_count(stacks);
	struct fg_stack before = { .depth = 0 };

	if (fg_stacks_in_order(stacks)) {
		plan->order = fg_malloc(n * sizeof *plan->order);
		for (size_t i = 0; i < n; i++)
			plan->order[i] = (uint32_t)i;
	} else {
		plan->order = fg_stacks_sort(stacks, FG_BY_FRAMES);
	}
	plan->shared = fg_malloc(n * sizeof *plan->shared);
	plan->nodes = 1;
	plan->max_depth = 0;
	for (size_t i = 0; i < n; i++) {
		struct fg_stack stack = fg_stacks_get(stacks, plan->order[i]);

		plan->shared[i] = (uint32_t)common(&before, &stack);
		plan->nodes += stack.depth - plan->shared[i];
		if (stack.depth > plan->max_depth)
			plan->max_depth = (uint32_t)stack.depth;
		before = stack;
	}
}

static struct fg_tree *tree_new(const struct plan *plan, unsigned columns)
{
	struct fg_tree *tree = fg_calloc(1, sizeof *tree);
	size_t n = plan->nodes;

	if (n >= UINT32_MAX)
		fg_out_of_memory(SIZE_MAX);
	tree->count = (uint32_t)n;
	tree->columns = columns;
	tree->max_depth = plan->max_depth;
	tree->frame = fg_malloc(n * sizeof *tree->frame);
	tree->depth = fg_malloc(n * sizeof *tree->depth);
	tree->parent = fg_malloc(n * sizeof *tree->parent);
	tree->end = fg_malloc(n * sizeof *tree->end);
	for (unsigned c = 0; c < columns; c++) {
		tree->self[c] = fg_calloc(n, sizeof *tree->self[c]);
		tree->total[c] = fg_malloc(n * sizeof *tree->total[c]);
	}
	return tree;
}

static void add_nodes(struct fg_tree *tree, const struct fg_stacks *stacks,
		      const struct plan *plan)
{
	uint32_t *path =
		fg_malloc(((size_t)plan->max_depth + 1) * sizeof *path);
	uint32_t next = 1;

	path[0] = 0;
	tree->frame[0] = UINT32_MAX;
	tree->depth[0] = 0;
	tree->parent[0] = 0;
	for (size_t i = 0; i < fg_stacks_count(stacks); i++) {
		struct fg_stack stack = fg_stacks_get(stacks, plan->order[i]);

		for (size_t d = plan->shared[i]; d < stack.depth; d++) {
			tree->frame[next] = stack.ids[d];
			tree->depth[next] = (uint32_t)d + 1;
			tree->parent[next] = path[d];
			path[d + 1] = next++;
		}
		for (unsigned c = 0; c < tree->columns; c++) {
			uint64_t *self = &tree->self[c][path[stack.depth]];
			bool ignored;

			*self = fg_add_sat(*self, stack.weight[c], &ignored);
		}
	}
	free(path);
}

static void sum_wide(struct fg_tree *tree, unsigned c)
{
	uint64_t *low = tree->total[c];
	uint64_t *high = fg_calloc(tree->count, sizeof *high);

	for (uint32_t i = tree->count; i-- > 1;) {
		uint32_t up = tree->parent[i];

		high[up] += high[i];
		high[up] += __builtin_add_overflow(low[up], low[i], &low[up]);
	}
	tree->total_high[c] = high;
}

static void sum_totals(struct fg_tree *tree, unsigned c, fg_wide all)
{
	uint64_t *total = tree->total[c];

	memcpy(total, tree->self[c], tree->count * sizeof *total);
	if (all > UINT64_MAX) {
		sum_wide(tree, c);
		return;
	}
	for (uint32_t i = tree->count; i-- > 1;)
		total[tree->parent[i]] += total[i];
}

static void find_ends(struct fg_tree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		tree->end[i] = i + 1;
	for (uint32_t i = tree->count; i-- > 1;) {
		uint32_t up = tree->parent[i];

		if (tree->end[up] < tree->end[i])
			tree->end[up] = tree->end[i];
	}
}

struct fg_tree *fg_tree_build(const struct fg_stacks *stacks)
{
	unsigned columns = fg_stacks_two_columns(stacks) ? 2 : 1;
	struct fg_tree *tree;
	struct plan plan;

	make_plan(&plan, stacks);
	tree = tree_new(&plan, columns);
	tree->scale = fg_stacks_scale(stacks);
	tree->names = fg_stacks_names(stacks);
	add_nodes(tree, stacks, &plan);
	for (unsigned c = 0; c < columns; c++)
		sum_totals(tree, c, fg_stacks_total(stacks, c));
	find_ends(tree);
	free(plan.order);
	free(plan.shared);
	return tree;
}

void fg_tree_free(struct fg_tree *tree)
{
	if (!tree)
		return;
	free(tree->frame);
	free(tree->depth);
	free(tree->parent);
	free(tree->end);
	for (unsigned c = 0; c < 2; c++) {
		free(tree->self[c]);
		free(tree->total[c]);
		free(tree->total_high[c]);
	}
	free(tree);
}
