/* SPDX-License-Identifier: MIT */
#include "perf_report_fold.h"

#include <string.h>

#include "fg/text.h"

/* So many percent of the event in the unit of the chains. */
static uint64_t part_of(const struct perf_report_fold *f, uint64_t percent)
{
	const uint64_t whole = 100 * fg_pow10(PERF_REPORT_SCALE);
	uint64_t all = f->unit == UNIT_SAMPLES ? f->event_samples
					       : f->event_period;
	fg_wide part = ((fg_wide)all * percent + whole / 2) / whole;

	if (f->unit == UNIT_PERCENT)
		return percent;
	return part > UINT64_MAX ? UINT64_MAX : (uint64_t)part;
}

/*
 * What the entry weighs. Where that has to be worked out from a percentage of
 * two decimals, it is right within *slack.
 */
static uint64_t total_of(struct perf_report_fold *f,
			 const struct perf_report_entry *e, uint64_t *slack)
{
	*slack = 0;
	if (f->unit == UNIT_SAMPLES && e->has_samples)
		return e->samples;
	if (f->unit == UNIT_PERIOD && e->has_period)
		return e->period;
	if (f->unit != UNIT_PERCENT) {
		f->guessed += f->about || part_of(f, UINT32_MAX) == 0;
		*slack = part_of(f, 50);
	}
	return part_of(f, e->percent);
}

/* Adds a stack below the roots; `pruned`: something was between it and e. */
static void flush(struct perf_report_fold *f, const struct perf_report_entry *e,
		  const fg_frame *ids, size_t n, bool reversed, bool pruned,
		  uint64_t weight)
{
	unsigned scale = f->unit == UNIT_PERCENT ? PERF_REPORT_SCALE : 0;
	const char *event = f->options->event;

	if (weight == 0)
		return;
	if (event && strcmp(event, "all") == 0)
		stackbuf_push(f->stack, fg_buffer_text(&f->event));
	if (f->table->has_command && !f->options->no_comm)
		stackbuf_push_id(f->stack, e->command);
	for (size_t i = 0; i < n; i++)
		stackbuf_push_id(f->stack, ids[reversed ? n - 1 - i : i]);
	if (pruned) {
		stackbuf_push_id(f->stack, f->pruned);
		stackbuf_push_id(f->stack, e->symbol);
	}
	stackbuf_flush(f->stack, ROOT_FIRST,
		       (struct fg_weight){ weight, scale });
	f->total += weight;
}

/*
 * Chains to a leaf begin or end with it. Where all do both, the order does
 * not matter, and where none does, it is that of the chains before.
 */
static void find_order(struct perf_report_fold *f,
		       const struct perf_report_entry *e)
{
	bool all_begin = true, any_ends = false;
	fg_frame leaf = e->symbol;

	for (size_t i = 0; i < f->tree->count; i++) {
		const fg_frame *ids;
		size_t n = perf_report_tree_path(f->tree, i, &ids);

		all_begin &= n > 0 && ids[0] == leaf;
		any_ends |= n > 1 && ids[n - 1] == leaf;
	}
	if (all_begin != any_ends)
		f->caller = any_ends;
	if (e->percent > 0 && f->tree->name_count > 1) {
		f->seen_caller += !all_begin && any_ends;
		f->seen_callee += all_begin && !any_ends;
	}
}

/* Folds node `i`, and says how much of `left` that took. */
static uint64_t fold_node(struct perf_report_fold *f,
			  const struct perf_report_entry *e, size_t i,
			  uint64_t left)
{
	uint64_t own = f->tree->nodes[i].own;
	const fg_frame *ids;
	size_t n;
	bool ends;

	if (own == 0)
		return 0;
	n = perf_report_tree_path(f->tree, i, &ids);
	ends = n > 0 && ids[n - 1] == e->symbol;
	if (f->table->has_children && !ends)
		return 0;
	if (own > left)
		own = left;
	if (f->caller || f->table->has_children)
		flush(f, e, ids, n, false, !ends, own);
	else
		flush(f, e, ids, n, true, false, own);
	return own;
}

void perf_report_fold_entry(struct perf_report_fold *f,
			    const struct perf_report_entry *e)
{
	uint64_t slack, left = total_of(f, e, &slack);

	perf_report_tree_weigh(
		f->tree,
		f->table->has_children ? part_of(f, e->children) : left, slack);
	find_order(f, e);
	for (size_t i = 0; i < f->tree->count; i++) {
		uint64_t own = fold_node(f, e, i, left + slack);

		left -= own < left ? own : left;
	}
	if (f->tree->count == 0)
		flush(f, e, &e->symbol, 1, false, false, left);
	else if (left > slack)
		flush(f, e, NULL, 0, false, true, left);
}
