/* SPDX-License-Identifier: MIT */
#ifndef PERF_REPORT_TREE_H
#define PERF_REPORT_TREE_H

#include "fg/alloc.h"
#include "fold/stackbuf.h"

/*
 * The call chains below one entry of perf report, in any layout, as nodes:
 * each is a sequence of frames, continues its parent, and has an inclusive
 * weight.
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
	uint64_t weight; /* as printed, later of the whole */
	bool is_weighed; /* false: it is the whole entry */
	uint64_t own; /* self weight */
};

struct perf_report_tree {
	struct stackbuf *stack; /* owner of the names */
	struct perf_report_node *nodes; /* a parent before its children */
	size_t count, room;
	fg_frame *names;
	size_t name_count, name_room;
	fg_frame *path;
	size_t path_room;
	bool has_counts; /* some weights are not percentages */
};

/* Reads a line; false when it is not part of a call chain. */
bool perf_report_tree_line(struct perf_report_tree *tree, fg_str line);

/*
 * Computes the self weight of each node; the entry has `total`, with an error
 * of at most `slack`.
 */
void perf_report_tree_weigh(struct perf_report_tree *tree, uint64_t total,
			    uint64_t slack);

/* The frames from the beginning to node `i`, as printed; valid until the next. */
size_t perf_report_tree_path(struct perf_report_tree *tree, size_t i,
			     const fg_frame **ids);

void perf_report_tree_clear(struct perf_report_tree *tree);
void perf_report_tree_free(struct perf_report_tree *tree);

#endif
