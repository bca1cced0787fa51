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

/* False when it is not a line of a tree. */
bool massif_line_parse(fg_str line, struct massif_line *parsed);

/*
 * The tree of one snapshot, in the order of its lines: the heap itself, then
 * places that allocate, each followed by its callers.
 *
 *	struct massif_tree tree = { 0 };
 *	while (!massif_tree_is_whole(&tree) && massif_line_parse(next, &line))
 *		massif_tree_add(&tree, &line, &namer);
 *	massif_tree_fold(&tree, &stack);
 *	massif_tree_free(&tree);
 *
 * Memory depends only on the bytes read, because the counts in the lines may
 * be wrong.
 */
struct massif_tree {
	struct massif_node *nodes;
	size_t count, room;
	uint64_t *left; /* missing children of each node in the path */
	size_t depth, left_room;
};

void massif_tree_add(struct massif_tree *tree, const struct massif_line *line,
		     struct namer *namer);

/* Whether every node has as many children as its line says. */
bool massif_tree_is_whole(const struct massif_tree *tree);

/*
 * Adds a stack for each node with self bytes, callers first. Allocations that
 * massif put together as too small are below a root "[below threshold]".
 * Returns the bytes that children have over their parents.
 */
uint64_t massif_tree_fold(const struct massif_tree *tree,
			  struct stackbuf *stack);

void massif_tree_clear(struct massif_tree *tree);
void massif_tree_free(struct massif_tree *tree);

#endif
