/* SPDX-License-Identifier: MIT */
#include "perf_report_fold.h"

#include "fg/text.h"

/* Converts a percentage of the event to the unit of the chains. */
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
 * The weight of the entry. If it is computed from a percentage with two
 * decimals, its error is at most *slack.
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

static void push_roots(struct perf_report_fold *f,
		       const struct perf_report_entry *e)
{
	if (options_have(f->options->events, FG_STR("all")))
		stackbuf_push(f->stack, fg_buffer_text(&f->event));
	if (f->table->has_command && !f->options->no_comm)
		stackbuf_push_id(f->stack, e->command);
}

/*
 * Pushes [pruned]: there were callers between the stack and the entry's
 * function.
 */
static void push_pruned(struct perf_report_fold *f,
			const struct perf_report_entry *e)
{
	stackbuf_push_id(f->stack, f->pruned);
	stackbuf_push_id(f->stack, e->symbol);
}

static void flush(struct perf_report_fold *f, uint64_t weight)
{
	unsigned scale = f->unit == UNIT_PERCENT ? PERF_REPORT_SCALE : 0;

	stackbuf_flush(f->stack, ROOT_FIRST,
		       (struct fg_weight){ weight, scale });
	f->total += weight;
}

/*
 * Finds the order: chains to a leaf begin or end with it. If all do both, the
 * order does not matter; if none does, it is that of the chains before.
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

/* Folds node `i`; returns the part of `left` that it used. */
static uint64_t fold_node(struct perf_report_fold *f,
			  const struct perf_report_entry *e, size_t i,
			  uint64_t left)
{
	uint64_t own = f->tree->nodes[i].own;
	const fg_frame *ids;
	bool ends, root_first;
	size_t n;

	if (own > left)
		own = left;
	if (own == 0)
		return 0;
	n = perf_report_tree_path(f->tree, i, &ids);
	ends = n > 0 && ids[n - 1] == e->symbol;
	if (f->table->has_children && !ends)
		return 0;
	root_first = f->caller || f->table->has_children;
	push_roots(f, e);
	for (size_t k = 0; k < n; k++)
		stackbuf_push_id(f->stack, ids[root_first ? k : n - 1 - k]);
	if (root_first && !ends)
		push_pruned(f, e);
	flush(f, own);
	return own;
}

/* Folds the rest, which no chain has. */
static void fold_rest(struct perf_report_fold *f,
		      const struct perf_report_entry *e, uint64_t weight)
{
	push_roots(f, e);
	if (f->tree->count == 0)
		stackbuf_push_id(f->stack, e->symbol);
	else
		push_pruned(f, e);
	flush(f, weight);
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
	if (left > (f->tree->count > 0 ? slack : 0))
		fold_rest(f, e, left);
}
