/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STACKTREE_H
#define COLLAPSE_STACKTREE_H

#include "input/idmap.h"
#include "stackbuf.h"

/*
 * The stacks of a profile that stores them as a tree, in any order: each node
 * has a frame and the number of its parent, and a sample refers only to the
 * node of its leaf. Weights are summed at the nodes, so a stack is built once,
 * however many samples have it. (calltree.h is for trees with one node per
 * line, root first.)
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
		fg_frame frame; /* has no frame */
	} * nodes;
	size_t count, room;
	unsigned scale; /* of the weights */
	bool is_sampled; /* every weight was added by stacktree_sample() */
	struct fg_samples samples; /* so far; their weight does not count */
	bool in_order; /* no sums: every weight stays, for flame charts */
	uint64_t *sums; /* by node; may be shorter than the nodes */
	size_t sum_room;
	struct stacktree_weight {
		uint64_t weight;
		uint32_t node;
	} * weights; /* if in_order, or in_time */
	size_t weight_count, weight_room;
	bool in_time; /* --timeline: every weight has a time */
	struct stacktree_when {
		bool has_time;
		int64_t from, until; /* in ns */
		uint32_t thread; /* in `threads`, plus 1; 0: not known */
	} * whens, now; /* if in_time: of each weight; of the next */
	size_t when_room;
	struct fg_frames *threads;
	struct idmap children; /* by parent and frame, for stacktree_child */
	uint32_t *recent; /* by parent, the last child found; 0: none */
	size_t recent_room;
};

/* Adds a node; returns its number. Numbers count up from 0. */
uint32_t stacktree_add(struct stacktree *tree, uint32_t parent, fg_frame frame);

/* The child of `parent` with that frame; made if there is none. */
uint32_t stacktree_child(struct stacktree *tree, uint32_t parent,
			 fg_frame frame);

/*
 * Adds to the self weight of a node, stopping at UINT64_MAX; in a tree that is
 * in_order, as a separate sample.
 */
void stacktree_weigh(struct stacktree *tree, uint32_t node, uint64_t weight);

/*
 * In a tree that is in_time: the time and the thread of the next weights. The
 * tree must have no_aggregate's order, or none, from its first weight on.
 */
void stacktree_time(struct stacktree *tree, int64_t from, int64_t until);
void stacktree_thread(struct stacktree *tree, fg_str name);

/*
 * The same for one sample. The header gives their number for a tree that
 * is_sampled; what filters drop is subtracted in proportion.
 */
void stacktree_sample(struct stacktree *tree, uint32_t node, uint64_t weight);

/*
 * Cuts cycles: makes roots of some nodes so that no node is its own ancestor,
 * and of nodes whose parent does not exist. Returns the number of cuts, 0 for
 * a tree. O(count).
 */
size_t stacktree_cut_cycles(struct stacktree *tree);

/*
 * Adds the weights of the nodes to the profile, below the frames `roots`, and
 * resets the weights. A stack without any frame is "[unknown]". A tree that is
 * as deep as it is large would take quadratic time: allowance.h bounds it.
 */
void stacktree_flush(struct stacktree *tree, struct stackbuf *stack,
		     const fg_frame *roots, size_t root_count);

void stacktree_free(struct stacktree *tree);

#endif
