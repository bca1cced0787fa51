/* SPDX-License-Identifier: MIT */
#ifndef PERF_REPORT_TREE_H
#define PERF_REPORT_TREE_H

#include "fg/alloc.h"
#include "fold/stackbuf.h"

/*
 * The call chains below one entry of perf report, in whatever way it drew
 * them, as nodes: each is a run of frames, goes on from its parent, and has a
 * weight that includes its children's.
 *
 *	perf_report_tree_line(&tree, line);	all lines below the entry
 *	perf_report_tree_weigh(&tree, total, 0);
 *	for (i = 0; i < tree.count; i++)
 *		if (tree.nodes[i].own > 0)
 *			n = perf_report_tree_path(&tree, i, &ids);
 *	perf_report_tree_clear(&tree);
 *
 * Percentages are in units of 10^-PERF_REPORT_SCALE of one.
 */
#define PERF_REPORT_ROOT SIZE_MAX

struct perf_report_node {
	size_t parent; /* its index, or PERF_REPORT_ROOT */
	size_t column; /* where its text begins */
	size_t first, count; /* frames in `names` */
	uint64_t weight; /* as printed, then of the whole */
	bool is_weighed; /* false: it is the whole entry */
	uint64_t own; /* what no child has */
};

struct perf_report_tree {
	struct stackbuf *stack; /* of which the names are */
	struct perf_report_node *nodes; /* a parent before its children */
	size_t count, room;
	fg_frame *names;
	size_t name_count, name_room;
	fg_frame *path;
	size_t path_room;
	bool has_counts; /* there are weights that are no percentages */
};

/* Takes a line; false when it is none of a call chain. */
bool perf_report_tree_line(struct perf_report_tree *tree, fg_str line);

/*
 * Works out what each node has of its own; the entry has `total`, which is
 * right within `slack`.
 */
void perf_report_tree_weigh(struct perf_report_tree *tree, uint64_t total,
			    uint64_t slack);

/* The frames from the beginning to node `i`, as printed; valid until the next. */
size_t perf_report_tree_path(struct perf_report_tree *tree, size_t i,
			     const fg_frame **ids);

void perf_report_tree_clear(struct perf_report_tree *tree);
void perf_report_tree_free(struct perf_report_tree *tree);

#endif
