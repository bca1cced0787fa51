/* SPDX-License-Identifier: MIT */
#include "calltree.h"

#include <stdlib.h>

#include "fg/alloc.h"

struct calltree_node {
	fg_frame id;
	size_t indent;
	uint64_t left; /* the part of its total that no child has */
	bool dropped;
};

static void flush_path(struct calltree *tree, struct fg_weight weight)
{
	size_t from = 0, to = tree->depth;

	if (weight.units == 0)
		return;
	if (tree->order == ROOT_FIRST)
		from = stackbuf_skip(tree->stack, tree->depth);
	else if (to > stackbuf_depth_max(tree->stack))
		to = stackbuf_depth_max(tree->stack);
	for (size_t i = from; i < to; i++)
		stackbuf_push_id(tree->stack, tree->path[i].id);
	if (to < tree->depth)
		stackbuf_cut(tree->stack);
	stackbuf_flush(tree->stack, tree->order, weight);
}

static void close_node(struct calltree *tree)
{
	const struct calltree_node *last = &tree->path[tree->depth - 1];

	if (!last->dropped)
		flush_path(tree, (struct fg_weight){ last->left, tree->scale });
	tree->depth--;
}

static void open_node(struct calltree *tree, size_t indent, fg_frame id)
{
	while (tree->depth > 0 && tree->path[tree->depth - 1].indent >= indent)
		close_node(tree);
	FG_RESERVE(&tree->path, &tree->room, tree->depth + 1);
	tree->path[tree->depth++] =
		(struct calltree_node){ .id = id, .indent = indent };
}

bool calltree_fits(const struct calltree *tree, size_t indent)
{
	size_t last;

	if (tree->step == 0 || tree->depth == 0)
		return true;
	last = tree->path[tree->depth - 1].indent;
	return indent <= last || indent - last <= tree->step;
}

void calltree_own(struct calltree *tree, size_t indent, fg_frame id,
		  struct fg_weight own)
{
	open_node(tree, indent, id);
	flush_path(tree, own);
}

void calltree_total(struct calltree *tree, size_t indent, fg_frame id,
		    uint64_t total)
{
	open_node(tree, indent, id);
	tree->path[tree->depth - 1].left = total;
	if (tree->depth > 1) {
		uint64_t *left = &tree->path[tree->depth - 2].left;

		tree->excess += total > *left ? total - *left : 0;
		*left -= total < *left ? total : *left;
	}
}

void calltree_drop(struct calltree *tree)
{
	tree->path[tree->depth - 1].dropped = true;
}

void calltree_end(struct calltree *tree)
{
	while (tree->depth > 0)
		close_node(tree);
}

void calltree_free(struct calltree *tree)
{
	free(tree->path);
}
