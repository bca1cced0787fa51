/* SPDX-License-Identifier: MIT */
#ifndef FG_TREE_H
#define FG_TREE_H

#include "fg/stacks.h"

/*
 * The call tree of a profile: one node per distinct prefix of a stack,
 * children in byte order of their names (or in the order of the samples for a
 * FG_KEEP_ORDER profile, where only neighbours are merged).
 *
 *	struct fg_tree *tree = fg_tree_build(stacks);
 *	for (uint32_t i = 0; i < tree->count; i = skip ? tree->end[i] : i + 1)
 *		... tree->frame[i], fg_tree_total(tree, i, 1)
 *	fg_tree_free(tree);
 *
 * Nodes lie in preorder: node 0 is the root (no frame), a parent precedes its
 * children, and the subtree of i is [i, end[i]). So walks are loops, and a
 * subtree is skipped by going to end[i].
 */
#define FG_FRAME_ROOT UINT32_MAX /* node 0 */
#define FG_FRAME_BELOW (UINT32_MAX - 1) /* all children too small to keep */

struct fg_tree {
	uint32_t count;
	unsigned columns; /* 1, or 2 for a differential profile */
	unsigned scale;
	uint32_t max_depth; /* of any node; the root has 0 */
	fg_frame *frame; /* FG_FRAME_ROOT and FG_FRAME_BELOW are no names */
	uint32_t *depth;
	uint32_t *parent; /* 0 for the root */
	uint32_t *end;
	uint64_t *self[2]; /* weight that ends here; [1]: NULL at 1 column */
	uint64_t *total[2]; /* low 64 bits of self and everything below */
	uint64_t *total_high[2]; /* NULL unless the sum needs more than 64 */

	/*
	 * Weight of the last column between the node and the one before it
	 * (the sibling, or the edge of the parent). In a profile that keeps
	 * its order, this is the parent's own samples of that time, and pruned
	 * nodes. NULL for other profiles: there a parent's own samples come
	 * first, and the children follow without gaps.
	 */
	uint64_t *gap;
	const struct fg_frames *names; /* of the profile, which must stay */
	size_t whole; /* number of nodes before pruning */
	uint64_t least; /* nodes below this weight were pruned */
};

/* Builds the tree; the caller frees it. O(sum of depths). */
struct fg_tree *fg_tree_build(const struct fg_stacks *stacks);

/*
 * The same without nodes whose total is under `least` units in every column.
 * The weight that a parent lost that way becomes its last child, with the
 * frame FG_FRAME_BELOW, so that sums stay exact; it also becomes part of the
 * gaps of its other children, so that their positions stay exact. Saves most
 * of the time and memory of a profile with millions of tiny frames. Ignored
 * for FG_KEEP_ORDER.
 */
struct fg_tree *fg_tree_build_pruned(const struct fg_stacks *stacks,
				     uint64_t least);

/*
 * The whole tree, if it has at most `most` nodes; else it is pruned until at
 * most that many are left, not counting the nodes that stand for pruned ones.
 */
struct fg_tree *fg_tree_build_within(const struct fg_stacks *stacks,
				     uint32_t most);
void fg_tree_free(struct fg_tree *tree); /* NULL is allowed */

/* Self and everything below, exact, in units of 10^-scale. */
static inline fg_wide fg_tree_total(const struct fg_tree *tree, uint32_t node,
				    unsigned column)
{
	fg_wide low = tree->total[column][node];

	if (!tree->total_high[column])
		return low;
	return (fg_wide)tree->total_high[column][node] << 64 | low;
}

#endif
