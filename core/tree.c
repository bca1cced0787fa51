/* SPDX-License-Identifier: MIT */
/*
 * In sorted order, a stack shares a prefix with the stack before it; the
 * frames after that prefix are new nodes. So one walk over neighbours makes
 * the preorder arrays, and two backward passes fill in totals and ends.
 */
#include "fg/tree.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "order_private.h"
#include "stacks_private.h"
#include "tree_private.h"

static size_t common(const struct record *a, const struct record *b, size_t n)
{
	size_t i = 0;

	while (i < n && a->ids[i] == b->ids[i])
		i++;
	return i;
}

/*
 * The stacks in the order of the picture, and the length of the prefix that
 * each shares.
 */
struct plan {
	const struct fg_stacks *stacks;
	struct placed *order;
	uint32_t *shared; /* visible depth in common with the stack before */
	size_t nodes; /* with the root, without FG_FRAME_BELOW */
	size_t below; /* upper bound for nodes of FG_FRAME_BELOW */
	uint32_t max_depth;
};

static struct placed *as_they_came(const struct fg_stacks *stacks)
{
	struct placed *order = fg_malloc(stacks->count * sizeof *order);

	for (size_t i = 0; i < stacks->count; i++) {
		uint32_t handle = stacks->handles[i];

		order[i].handle = handle;
		order[i].visible = fg_record(stacks, handle)->depth;
	}
	return order;
}

static void make_plan(struct plan *plan, uint64_t least)
{
	const struct fg_stacks *stacks = plan->stacks;
	const struct record *before = NULL;
	size_t n = stacks->count;
	uint32_t open = 0;

	plan->order = stacks->mode == FG_KEEP_ORDER
			      ? as_they_came(stacks)
			      : fg_stacks_place(stacks, FG_BY_FRAMES, least);
	plan->shared = fg_malloc(n * sizeof *plan->shared);
	plan->nodes = 1;
	for (size_t i = 0; i < n; i++) {
		struct placed at = plan->order[i];
		const struct record *record = fg_record(stacks, at.handle);
		uint32_t most = at.visible < open ? at.visible : open;

		if (i + AHEAD < n)
			fg_record_ahead(stacks, plan->order[i + AHEAD].handle);
		plan->shared[i] =
			before ? (uint32_t)common(before, record, most) : 0;
		plan->nodes += at.visible - plan->shared[i];
		plan->below += at.visible < record->depth;
		if (at.visible > plan->max_depth)
			plan->max_depth = at.visible;
		before = record;
		open = at.visible;
	}
}

static struct fg_tree *tree_new(size_t room, unsigned columns)
{
	struct fg_tree *tree = fg_calloc(1, sizeof *tree);

	if (room >= FG_FRAME_BELOW)
		fg_out_of_memory(SIZE_MAX);
	tree->columns = columns;
	tree->frame = fg_malloc(room * sizeof *tree->frame);
	tree->depth = fg_malloc(room * sizeof *tree->depth);
	tree->parent = fg_malloc(room * sizeof *tree->parent);
	tree->end = fg_malloc(room * sizeof *tree->end);
	for (unsigned c = 0; c < columns; c++) {
		tree->self[c] = fg_calloc(room, sizeof *tree->self[c]);
		tree->total[c] = fg_malloc(room * sizeof *tree->total[c]);
	}
	return tree;
}

/* The nodes from the root to the last one, and the pruned weight of each. */
struct path {
	uint32_t *node;
	uint64_t *below[2];
	uint64_t *passed; /* weight since the last child, for the gaps */
	uint32_t depth;
};

static uint32_t add_node(struct fg_tree *tree, fg_frame frame, uint32_t depth,
			 uint32_t parent)
{
	uint32_t i = tree->count++;

	tree->frame[i] = frame;
	tree->depth[i] = depth;
	tree->parent[i] = parent;
	if (depth > tree->max_depth)
		tree->max_depth = depth;
	return i;
}

/* Closes the nodes deeper than `depth`; their pruned weight becomes a child. */
static void close_path(struct fg_tree *tree, struct path *path, uint32_t depth)
{
	for (; path->depth > depth; path->depth--) {
		uint32_t d = path->depth - 1, child;
		uint64_t first = path->below[0][d], second = path->below[1][d];

		if (first == 0 && second == 0)
			continue;
		child = add_node(tree, FG_FRAME_BELOW, d + 1, path->node[d]);
		if (tree->gap)
			tree->gap[child] = 0;
		tree->self[0][child] = first;
		if (tree->columns > 1)
			tree->self[1][child] = second;
		path->below[0][d] = path->below[1][d] = 0;
	}
}

/* Adds a child to the node at `depth`, which is the last one of the path. */
static void open_node(struct fg_tree *tree, struct path *path, fg_frame frame,
		      uint32_t depth)
{
	uint32_t node = add_node(tree, frame, depth + 1, path->node[depth]);

	if (tree->gap)
		tree->gap[node] = path->passed[depth];
	path->passed[depth] = 0;
	path->passed[depth + 1] = 0;
	path->node[depth + 1] = node;
	path->depth++;
}

static void add_stack(struct fg_tree *tree, const struct plan *plan, size_t i,
		      struct path *path)
{
	struct placed at = plan->order[i];
	const struct record *record = fg_record(plan->stacks, at.handle);
	bool ignored;

	/* path->depth counts the root: depth d is path->node[d] */
	close_path(tree, path, plan->shared[i] + 1);
	for (uint32_t d = plan->shared[i]; d < at.visible; d++)
		open_node(tree, path, record->ids[d], d);
	for (unsigned c = 0; c < tree->columns; c++) {
		uint64_t weight = fg_record_weight(plan->stacks, record, c);
		uint64_t *to = at.visible < record->depth
				       ? &path->below[c][at.visible]
				       : &tree->self[c][path->node[at.visible]];

		*to = fg_add_sat(*to, weight, &ignored);
		if (c + 1 == tree->columns)
			path->passed[at.visible] = fg_add_sat(
				path->passed[at.visible], weight, &ignored);
	}
}

static void add_nodes(struct fg_tree *tree, const struct plan *plan)
{
	size_t room = (size_t)plan->max_depth + 1;
	struct path path = { .depth = 1 };

	path.node = fg_malloc(room * sizeof *path.node);
	path.below[0] = fg_calloc(room, sizeof *path.below[0]);
	path.below[1] = fg_calloc(room, sizeof *path.below[1]);
	path.passed = fg_calloc(room, sizeof *path.passed);
	path.node[0] = add_node(tree, FG_FRAME_ROOT, 0, 0);
	for (size_t i = 0, n = plan->stacks->count; i < n; i++) {
		if (i + AHEAD < n)
			fg_record_ahead(plan->stacks,
					plan->order[i + AHEAD].handle);
		add_stack(tree, plan, i, &path);
	}
	close_path(tree, &path, 0);
	free(path.node);
	free(path.below[0]);
	free(path.below[1]);
	free(path.passed);
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

void fg_tree_find_ends(struct fg_tree *tree)
{
	for (uint32_t i = 0; i < tree->count; i++)
		tree->end[i] = i + 1;
	for (uint32_t i = tree->count; i-- > 1;) {
		uint32_t up = tree->parent[i];

		if (tree->end[up] < tree->end[i])
			tree->end[up] = tree->end[i];
	}
}

struct fg_tree *fg_tree_build_pruned(const struct fg_stacks *stacks,
				     uint64_t least)
{
	unsigned columns = fg_stacks_two_columns(stacks) ? 2 : 1;
	struct plan plan = { .stacks = stacks };
	struct fg_tree *tree;

	make_plan(&plan, least);
	tree = tree_new(plan.nodes + plan.below, columns);
	tree->scale = fg_stacks_scale(stacks);
	tree->names = fg_stacks_names(stacks);
	tree->whole = plan.nodes;
	tree->least = least;
	if (least > 0 || fg_stacks_in_order(stacks))
		tree->gap = fg_malloc((plan.nodes + plan.below) *
				      sizeof *tree->gap);
	add_nodes(tree, &plan);
	for (unsigned c = 0; c < columns; c++)
		sum_totals(tree, c, fg_stacks_total(stacks, c));
	fg_tree_find_ends(tree);
	free(plan.order);
	free(plan.shared);
	return tree;
}

struct fg_tree *fg_tree_build(const struct fg_stacks *stacks)
{
	return fg_tree_build_pruned(stacks, 0);
}

void fg_tree_free(struct fg_tree *tree)
{
	if (!tree)
		return;
	free(tree->frame);
	free(tree->depth);
	free(tree->parent);
	free(tree->end);
	free(tree->gap);
	for (unsigned c = 0; c < 2; c++) {
		free(tree->self[c]);
		free(tree->total[c]);
		free(tree->total_high[c]);
	}
	free(tree);
}
