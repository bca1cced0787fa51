/* SPDX-License-Identifier: MIT */
#ifndef MASSIF_TREE_H
#define MASSIF_TREE_H

#include "format.h"
#include "names/native.h"

/* " n1: 72704 0x4004A1D: call_init (dl-init.c:74)" */
struct massif_line {
	uint64_t children, bytes;
	fg_str text;
};

/* False when it is no line of a tree. */
bool massif_line_parse(fg_str line, struct massif_line *parsed);

/*
 * The tree of one snapshot, in the order of its lines: the heap itself, then
 * places that allocate, each followed by its callers.
 *
 *	struct massif_tree tree = { 0 };
 *	while (!massif_tree_is_whole(&tree) && massif_line_parse(next, &line))
 *		massif_tree_add(&tree, &line, &namer);
 *	massif_tree_fold(&tree, c, &stack);
 *	massif_tree_free(&tree);
 *
 * Memory is what was read; the counts in the lines are not trusted with any.
 */
struct massif_tree {
	struct massif_node *nodes;
	size_t count, room;
	uint64_t *left; /* children still to come, of each node on the way */
	size_t depth, left_room;
};

void massif_tree_add(struct massif_tree *tree, const struct massif_line *line,
		     struct namer *namer);

/* Whether every node has the children that its line promised. */
bool massif_tree_is_whole(const struct massif_tree *tree);

/*
 * Adds a stack for each node that has bytes of its own, callers first. What
 * massif has put together as too small is below a root "[below threshold]".
 * Returns the bytes that children have in excess of their parents.
 */
uint64_t massif_tree_fold(const struct massif_tree *tree,
			  struct stackbuf *stack);

void massif_tree_clear(struct massif_tree *tree);
void massif_tree_free(struct massif_tree *tree);

#endif
