/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_CALLTREE_H
#define COLLAPSE_CALLTREE_H

#include "stackbuf.h"

/*
 * Trees that a profiler prints a node a line, a parent before its children,
 * with the depth as indentation or as a number.
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
 * The parent of a node is the last one above it with a smaller indent, so
 * any width of a step will do. Zero-initialise what is not set.
 */
struct calltree {
	struct stackbuf *stack;
	enum stack_order order; /* LEAF_FIRST: children are callers */
	unsigned scale; /* of the totals */
	size_t step; /* indent of a level; 0: any */
	uint64_t excess; /* what children have in excess of their parents */
	struct calltree_node *path; /* the way down to the last node */
	size_t depth, room;
};

/* Whether a node of that indent is at most a step deeper than the last. */
bool calltree_fits(const struct calltree *tree, size_t indent);

/* A node whose own weight, without its children's, is known. */
void calltree_own(struct calltree *tree, size_t indent, fg_frame id,
		  struct fg_weight own);

/*
 * A node whose weight includes its children's: what they do not have is its
 * own. Children that have more than it get their weight all the same.
 */
void calltree_total(struct calltree *tree, size_t indent, fg_frame id,
		    uint64_t total);

/* What the last node has of its own is not wanted. */
void calltree_drop(struct calltree *tree);

/* The tree is over; another may follow. */
void calltree_end(struct calltree *tree);

void calltree_free(struct calltree *tree);

#endif
