/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_PERF_REPORT_FOLD_H
#define COLLAPSE_FORMATS_PERF_REPORT_FOLD_H

#include "fold/stackbuf.h"
#include "perf_report_table.h"
#include "perf_report_tree.h"

/*
 * From an entry of the report and the tree of its chains to stacks, whatever
 * the order and the unit of the chains.
 *
 *	struct perf_report_fold fold = { .options = c->options, ... };
 *	... the tree is filled ...
 *	perf_report_fold_entry(&fold, &entry);
 */
struct perf_report_entry {
	bool is_open, is_unwanted;
	uint64_t percent; /* in units of 10^-4 */
	uint64_t children; /* the same with what it calls */
	uint64_t samples, period;
	bool has_samples, has_period;
	fg_frame command, symbol;
};

struct perf_report_fold {
	/* Borrowed. */
	const struct collapse_options *options;
	struct stackbuf *stack;
	struct perf_report_tree *tree;
	const struct perf_report_table *table;

	enum perf_report_unit unit; /* of the chains */
	fg_frame pruned; /* the frame for what the report leaves out */

	/* The event that the entries are of. */
	struct fg_buffer event; /* its name */
	uint64_t event_samples, event_period; /* 0: not known */
	bool about; /* event_samples is rounded: "12K" */

	bool caller; /* how the last chains were that told */

	/* Out. */
	uint64_t seen_caller, seen_callee; /* entries of which that is sure */
	uint64_t guessed; /* entries weighed by a percentage of what is not
			     known exactly */
	fg_swide total; /* in the unit; percent in units of 10^-4 */
};

/*
 * Adds the stacks of an entry whose chains are in the tree; what these do not
 * explain of its weight goes to the frame [pruned]. O(frames of its chains).
 */
void perf_report_fold_entry(struct perf_report_fold *fold,
			    const struct perf_report_entry *entry);

#endif
