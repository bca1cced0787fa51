/* SPDX-License-Identifier: MIT */
/*
 * A tree that is too large is built as a whole first, because only then it is
 * known which nodes to leave out. It is then pruned in place: the write
 * position never overtakes the read position.
 */
#include <assert.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/tree.h"
#include "stacks_private.h"
#include "tree_private.h"

/*
 * Weights fall into classes: each small weight has its own class; larger ones
 * share a class if their highest bits are equal.
 */
enum { CLASS_BITS = 4, CLASSES = (64 - CLASS_BITS + 1) << CLASS_BITS };

static unsigned class_of(uint64_t weight)
{
	unsigned shift = 0;

	if (weight >> (CLASS_BITS + 1))
		shift = 63 - CLASS_BITS - (unsigned)__builtin_clzll(weight);
	return (unsigned)(weight >> shift) + (shift << CLASS_BITS);
}

/* The least weight in a class. */
static uint64_t least_of(unsigned class)
{
	unsigned shift = 0;

	if (class >= 2u << CLASS_BITS)
		shift = (class >> CLASS_BITS) - 1;
	return (uint64_t)(class - (shift << CLASS_BITS)) << shift;
}

/* The weight in its heavier column; weights past 64 bits are never light. */
static uint64_t heaviest(const struct fg_tree *tree, uint32_t node)
{
	uint64_t most = 0;

	for (unsigned c = 0; c < tree->columns; c++) {
		uint64_t weight = tree->total[c][node];

		if (tree->total_high[c] && tree->total_high[c][node] > 0)
			weight = UINT64_MAX;
		most = weight > most ? weight : most;
	}
	return most;
}

/* The least weight that at most `most` nodes have. */
static uint64_t least_for(const struct fg_tree *tree, uint32_t most)
{
	uint32_t counts[CLASSES] = { 0 };
	unsigned class = CLASSES;
	uint64_t count = 0;

	for (uint32_t i = 0; i < tree->count; i++)
		counts[class_of(heaviest(tree, i))]++;
	while (class > 0 && count + counts[class - 1] <= most)
		count += counts[--class];
	/* if most nodes weigh the same, too many nodes are better than none */
	while (count == 0 && class > 0)
		count += counts[--class];
	return least_of(class);
}

/*
 * A node that is still open; they are in a list from the root to the last one.
 */
struct open {
	uint32_t node; /* its new number */
	uint64_t below[2]; /* its pruned weight */
	uint64_t passed; /* weight since its last child, for the gaps */
};

struct pruning {
	struct fg_tree *tree;
	struct open *path;
	uint32_t depth; /* open nodes */
	uint32_t count; /* nodes written */
};

static uint32_t put_node(struct pruning *p, fg_frame frame, uint32_t depth)
{
	struct fg_tree *tree = p->tree;
	uint32_t i = p->count++;

	tree->frame[i] = frame;
	tree->depth[i] = depth;
	tree->parent[i] = depth ? p->path[depth - 1].node : 0;
	return i;
}

/* Closes the nodes from `depth` on; their pruned weight becomes a child. */
static void close_nodes(struct pruning *p, uint32_t depth)
{
	struct fg_tree *tree = p->tree;

	for (; p->depth > depth; p->depth--) {
		const struct open *open = &p->path[p->depth - 1];
		uint32_t child;

		if (open->below[0] == 0 && open->below[1] == 0)
			continue;
		child = put_node(p, FG_FRAME_BELOW, p->depth);
		tree->gap[child] = 0;
		for (unsigned c = 0; c < tree->columns; c++) {
			tree->self[c][child] = open->below[c];
			tree->total[c][child] = open->below[c];
			if (tree->total_high[c])
				tree->total_high[c][child] = 0;
		}
	}
}

static void keep_node(struct pruning *p, uint32_t i)
{
	struct fg_tree *tree = p->tree;
	unsigned last = tree->columns - 1;
	uint32_t depth = tree->depth[i];
	uint32_t node = put_node(p, tree->frame[i], depth);

	assert(tree->columns <= 2);
	for (unsigned c = 0; c < tree->columns; c++) {
		tree->self[c][node] = tree->self[c][i];
		tree->total[c][node] = tree->total[c][i];
		if (tree->total_high[c])
			tree->total_high[c][node] = tree->total_high[c][i];
	}
	tree->gap[node] = 0;
	if (depth > 0) {
		tree->gap[node] = p->path[depth - 1].passed;
		p->path[depth - 1].passed = 0;
	}
	p->path[depth] =
		(struct open){ .node = node, .passed = tree->self[last][node] };
	p->depth = depth + 1;
}

static void drop_node(struct pruning *p, uint32_t i)
{
	struct fg_tree *tree = p->tree;
	struct open *up = &p->path[tree->depth[i] - 1];
	bool full;

	for (unsigned c = 0; c < tree->columns; c++)
		up->below[c] =
			fg_add_sat(up->below[c], tree->total[c][i], &full);
	up->passed = fg_add_sat(up->passed, tree->total[tree->columns - 1][i],
				&full);
}

static void prune(struct fg_tree *tree, uint64_t least)
{
	struct pruning p = { .tree = tree };
	uint32_t i = 0;

	tree->gap = fg_malloc(tree->count * sizeof *tree->gap);
	p.path = fg_calloc((size_t)tree->max_depth + 1, sizeof *p.path);
	while (i < tree->count) {
		uint32_t end = tree->end[i];

		close_nodes(&p, tree->depth[i]);
		if (i > 0 && heaviest(tree, i) < least) {
			drop_node(&p, i);
			i = end;
		} else {
			keep_node(&p, i);
			i++;
		}
	}
	close_nodes(&p, 0);
	free(p.path);
	tree->count = p.count;
	tree->least = least;
	fg_tree_find_ends(tree);
}

struct fg_tree *fg_tree_build_within(const struct fg_stacks *stacks,
				     uint32_t most)
{
	struct fg_tree *tree = fg_tree_build(stacks);

	if (tree->count > most && !fg_stacks_in_order(stacks))
		prune(tree, least_for(tree, most));
	return tree;
}
