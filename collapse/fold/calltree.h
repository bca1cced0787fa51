/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_CALLTREE_H
#define COLLAPSE_CALLTREE_H

#include "stackbuf.h"

/*
 * Trees that a profiler prints with one node per line, a parent before its
 * children, with the depth as indentation or as a number.
 *
 *	struct calltree tree = { .stack = &stack };
 *	while (fg_lines_next(in, &line)) {
 *		size_t indent = scan_blanks(&line);
 *		...
 *		calltree_total(&tree, indent, id, samples);
 *	}
 *	calltree_end(&tree);
 *	calltree_free(&tree);
 *
 * The parent of a node is the last one above it with a smaller indent, so any
 * indent width works. Zero-initialise the fields that you do not set.
 */
struct calltree {
	struct stackbuf *stack;
	enum stack_order order; /* LEAF_FIRST: children are callers */
	unsigned scale; /* of the totals */
	size_t step; /* indent per level; 0: any */
	uint64_t excess; /* weight that children have over their parents */
	struct calltree_node *path; /* the way down to the last node */
	size_t depth, room;
};

/* Whether a node of that indent is at most one step deeper than the last. */
bool calltree_fits(const struct calltree *tree, size_t indent);

/* Adds a node whose self weight is known. */
void calltree_own(struct calltree *tree, size_t indent, fg_frame id,
		  struct fg_weight own);

/*
 * Adds a node whose weight includes its children's; the rest is its self
 * weight. Children that have more than it keep their weight.
 */
void calltree_total(struct calltree *tree, size_t indent, fg_frame id,
		    uint64_t total);

/* Drops the self weight of the last node. */
void calltree_drop(struct calltree *tree);

/* Ends the tree; another may follow. */
void calltree_end(struct calltree *tree);

void calltree_free(struct calltree *tree);

#endif
