/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STACKTREE_H
#define COLLAPSE_STACKTREE_H

#include "input/idmap.h"
#include "stackbuf.h"

/*
 * The stacks of a profile that keeps them as a tree, in any order: each node
 * has a frame and the number of its parent, and a sample names but the node
 * of its leaf. Weights are summed at the nodes, so that a stack is put
 * together once, however many samples have it. (calltree.h is for trees that
 * come a node a line, from the top.)
 *
 *	struct stacktree tree = { .in_order = c->options->no_aggregate };
 *	uint32_t root = stacktree_add(&tree, STACKTREE_NONE, main_id);
 *	uint32_t leaf = stacktree_add(&tree, root, work_id);
 *	stacktree_weigh(&tree, leaf, 7);
 *	stacktree_flush(&tree, &stack, roots, root_count);
 *	stacktree_free(&tree);
 */
#define STACKTREE_NONE UINT32_MAX

struct stacktree {
	struct stacktree_node {
		uint32_t parent; /* STACKTREE_NONE: a root */
		fg_frame frame; /* STACKTREE_NONE: shows no frame */
	} * nodes;
	size_t count, room;
	unsigned scale; /* of the weights */
	bool in_order; /* no sums: every weight stays, for flame charts */
	uint64_t *sums; /* by node, as far as there are any */
	size_t sum_room;
	struct stacktree_weight {
		uint64_t weight;
		uint32_t node;
	} * weights; /* if in_order */
	size_t weight_count, weight_room;
	struct idmap children; /* by parent and frame, for stacktree_child */
	uint32_t *recent; /* by parent, the child last asked for; 0: none */
	size_t recent_room;
};

/* The new node's number: they count up from 0. */
uint32_t stacktree_add(struct stacktree *tree, uint32_t parent, fg_frame frame);

/* The child of `parent` with that frame; made if there is none. */
uint32_t stacktree_child(struct stacktree *tree, uint32_t parent,
			 fg_frame frame);

/*
 * Adds to what a node itself weighs, stopping at UINT64_MAX; in a tree that
 * is in_order, as a sample of its own.
 */
void stacktree_weigh(struct stacktree *tree, uint32_t node, uint64_t weight);

/*
 * Makes roots of some nodes so that no node is its own ancestor, and of those
 * whose parent is no node. Returns how many, 0 for a tree. O(count).
 */
size_t stacktree_cut_cycles(struct stacktree *tree);

/*
 * Adds what the nodes weigh to the profile, below the frames `roots`, and
 * forgets the weights. A stack without any frame is "[unknown]". A tree that is
 * as deep as it is large would take the square of that: allowance.h bounds it.
 */
void stacktree_flush(struct stacktree *tree, struct stackbuf *stack,
		     const fg_frame *roots, size_t root_count);

void stacktree_free(struct stacktree *tree);

#endif
