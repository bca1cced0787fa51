/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_PERF_REPORT_FOLD_H
#define COLLAPSE_FORMATS_PERF_REPORT_FOLD_H

#include "fold/stackbuf.h"
#include "perf_report_table.h"
#include "perf_report_tree.h"

/*
 * Makes stacks from an entry of the report and the tree of its chains, in any
 * order and unit of the chains.
 *
 *	struct perf_report_fold fold = { .options = c->options, ... };
 *	... the tree is filled ...
 *	perf_report_fold_entry(&fold, &entry);
 */
struct perf_report_entry {
	bool is_open, is_unwanted;
	uint64_t percent; /* in units of 10^-4 */
	uint64_t children; /* the same with its callees */
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

	/* The event of the entries. */
	struct fg_buffer event; /* its name */
	uint64_t event_samples, event_period; /* 0: not known */
	bool about; /* event_samples is rounded: "12K" */

	bool caller; /* order of the last chains that showed it */

	/* Out. */
	uint64_t seen_caller, seen_callee; /* entries whose order is certain */
	uint64_t guessed; /* entries weighed by a percentage of what is not
			     known exactly */
	fg_swide total; /* in the unit; percent in units of 10^-4 */
};

/*
 * Adds the stacks of an entry whose chains are in the tree; the rest of its
 * weight goes to the frame [pruned]. O(frames of its chains).
 */
void perf_report_fold_entry(struct perf_report_fold *fold,
			    const struct perf_report_entry *entry);

#endif
