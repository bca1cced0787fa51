/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/order.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "runs.h"
#include "sorted_pair.h"
#include "summary.h"

bool amount_parse(fg_str s, struct amount *amount)
{
	bool over = false;

	amount->percent = fg_ends_with(s, FG_STR("%"));
	if (amount->percent)
		s.n--;
	return fg_weight_parse(s, &amount->value, &over) && !over;
}

static fg_wide larger(fg_wide a, fg_wide b)
{
	return a > b ? a : b;
}

/* |a - b| against amount: both sides of the comparison as whole numbers. */
bool diff_reaches(const struct diff *diff, struct amount amount, fg_wide a,
		  fg_wide b)
{
	fg_wide change = a > b ? a - b : b - a;
	fg_wide need = amount.value.units, unit = fg_pow10(amount.value.scale);

	if (amount.percent)
		return (long double)change * 100.0L * (long double)unit >=
		       (long double)need *
			       (long double)larger(
				       diff_scaled_total(diff, BEFORE),
				       diff_scaled_total(diff, AFTER));
	return change * unit >= need * fg_pow10(fg_stacks_scale(diff->stacks));
}

/* The mean of all runs of a side as a fraction. */
static struct factor mean_of(const struct diff *diff, unsigned side)
{
	return (struct factor){ diff->total[side], diff->counts[side] };
}

/* The side with the larger mean. */
static unsigned larger_side(const struct diff *diff)
{
	struct factor before = mean_of(diff, BEFORE);
	struct factor after = mean_of(diff, AFTER);

	return before.num / before.den > after.num / after.den ? BEFORE : AFTER;
}

/* Takes the sum of a side to the mean of another. */
static void scale_to(struct diff *diff, unsigned side, unsigned target)
{
	struct factor mean = mean_of(diff, target);

	if (diff->total[side] > 0)
		diff->factor[side] =
			factor_new(mean.num, mean.den * diff->total[side]);
}

static void plan_scale(struct diff *diff, const struct diff_options *options)
{
	diff->normalize = options->normalize;
	diff->ratio = FACTOR_ONE;
	for (unsigned side = 0; side < SIDES; side++)
		diff->factor[side] = (struct factor){ 1, diff->counts[side] };
	switch (options->normalize) {
	case FG_NORMALIZE_NONE:
	case FG_NORMALIZE_MEDIAN: /* see normalize_by_median() */
		return;
	case FG_NORMALIZE_FACTOR:
		diff->ratio = options->scale_before;
		diff->factor[BEFORE] =
			factor_new(diff->ratio.num,
				   diff->ratio.den * diff->counts[BEFORE]);
		return;
	case FG_NORMALIZE_AFTER:
		scale_to(diff, BEFORE, AFTER);
		return;
	case FG_NORMALIZE_BEFORE:
		scale_to(diff, AFTER, BEFORE);
		return;
	case FG_NORMALIZE_COMMON:
		scale_to(diff, !larger_side(diff), larger_side(diff));
		return;
	}
}

/*
 * Two decimals more, so that the means of few samples are not rounded to whole
 * ones. Weights that are large enough need none.
 */
static void make_room_for_means(struct diff *diff)
{
	const fg_wide large = 1000000000000;
	fg_wide most = larger(fg_stacks_total(diff->stacks, BEFORE),
			      fg_stacks_total(diff->stacks, AFTER));

	if ((diff->counts[BEFORE] > 1 || diff->counts[AFTER] > 1) &&
	    most < large)
		fg_stacks_refine(diff->stacks,
				 fg_stacks_scale(diff->stacks) + 2);
}

static void count_runs(struct diff *diff, const struct diff_options *options)
{
	for (unsigned side = 0; side < SIDES; side++)
		diff->counts[side] = options->sum ? 1
						  : options->paths[side].count;
}

/* Which of options->only and diff->parts a stack belongs to. */
static unsigned kind_of(const struct diff *diff, size_t number)
{
	bool before = diff->column[BEFORE][number] > 0;
	bool after = diff->column[AFTER][number] > 0;

	return before == after ? 2 : after;
}

/* Takes the weights out of the stacks once, since these are in no cache. */
static void fill_columns(struct diff *diff)
{
	size_t n = fg_stacks_count(diff->stacks);

	for (unsigned side = 0; side < SIDES; side++)
		diff->column[side] = fg_malloc(n * sizeof *diff->column[side]);
	for (size_t i = 0; i < n; i++) {
		struct fg_stack stack = fg_stacks_get(diff->stacks, i);
		struct diff_part *part;

		diff->column[BEFORE][i] = stack.weight[BEFORE];
		diff->column[AFTER][i] = stack.weight[AFTER];
		part = &diff->parts[kind_of(diff, i)];
		part->count++;
		part->weight[BEFORE] += stack.weight[BEFORE];
		part->weight[AFTER] += stack.weight[AFTER];
	}
	for (unsigned k = 0; k < 3; k++) {
		diff->total[BEFORE] += diff->parts[k].weight[BEFORE];
		diff->total[AFTER] += diff->parts[k].weight[AFTER];
	}
}

static void select_stacks(struct diff *diff, const bool only[3])
{
	bool all = !only[0] && !only[1] && !only[2];
	size_t n = fg_stacks_count(diff->stacks);

	diff->kept = fg_stacks_sort(diff->stacks, FG_BY_LINE);
	diff->kept_count = all ? n : 0;
	for (size_t i = 0; i < n && !all; i++) {
		if (only[kind_of(diff, diff->kept[i])])
			diff->kept[diff->kept_count++] = diff->kept[i];
	}
}

fg_status diff_read(struct diff *diff, const struct diff_options *options,
		    struct fg_diag *diag)
{
	fg_status status;

	*diff = (struct diff){ 0 };
	count_runs(diff, options);
	if (sorted_read(diff, options, diag, &status)) {
		plan_scale(diff, options);
		return status;
	}
	status = runs_read(diff, options, diag);
	if (status != FG_OK)
		return status;
	diff->period = fg_stacks_period(diff->stacks);
	make_room_for_means(diff);
	fill_columns(diff);
	if (fg_stacks_count(diff->stacks) == 0 && !options->may_be_empty)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ NULL, 0 },
			       "there are no stacks on either side");
	plan_scale(diff, options);
	select_stacks(diff, options->only);
	return FG_OK;
}

void diff_free(struct diff *diff)
{
	for (size_t i = 0; i < diff->run_count; i++)
		free(diff->runs[i].weight);
	free(diff->runs);
	free(diff->column[BEFORE]);
	free(diff->column[AFTER]);
	free(diff->kept);
	fg_header_free(&diff->header[BEFORE]);
	fg_header_free(&diff->header[AFTER]);
	fg_stacks_free(diff->stacks);
	*diff = (struct diff){ 0 };
}

void diff_scale(struct diff *diff, struct fg_diag *diag)
{
	size_t n = fg_stacks_count(diff->stacks);
	uint32_t *order = NULL;

	for (unsigned side = 0; side < SIDES; side++) {
		bool saturated = false;

		if (factor_is_one(diff->factor[side]))
			continue;
		if (!order)
			order = fg_stacks_sort(diff->stacks, FG_BY_FRAMES);
		factor_spread(diff->factor[side], diff->column[side], order, n,
			      &saturated);
		if (saturated)
			fg_warn(diag, (struct fg_loc){ NULL, 0 },
				"a scaled weight does not fit in 64 bits "
				"and was capped");
	}
	free(order);
}

static void write_line(struct fg_out *out, const struct diff *diff,
		       const struct fg_stack *stack, uint64_t before,
		       uint64_t after)
{
	unsigned scale = fg_stacks_scale(diff->stacks);

	fg_out_stack(out, fg_stacks_names(diff->stacks), stack->ids,
		     stack->depth);
	fg_out_char(out, ' ');
	fg_out_number(out, before, scale);
	fg_out_char(out, ' ');
	fg_out_number(out, after, scale);
	fg_out_char(out, '\n');
}

enum { AHEAD = 8 };

/* What to write, for fg_out_items. */
struct lines {
	const struct diff *diff;
	struct amount min_delta;
};

static void put_line(const void *ctx, struct fg_out *out, size_t i)
{
	const struct lines *lines = ctx;
	const struct diff *diff = lines->diff;
	uint32_t number = diff->kept[i];
	struct fg_stack stack = fg_stacks_get(diff->stacks, number);
	uint64_t before = diff->column[BEFORE][number];
	uint64_t after = diff->column[AFTER][number];

	if (i + AHEAD < diff->kept_count)
		fg_stacks_ahead(diff->stacks, diff->kept[i + AHEAD]);
	if (diff_reaches(diff, lines->min_delta, before, after))
		write_line(out, diff, &stack, before, after);
}

fg_status diff_write_folded(struct fg_out *out, struct diff *diff,
			    const struct diff_options *options,
			    struct fg_diag *diag)
{
	struct lines lines = { diff, options->min_delta };

	if (!options->no_header)
		summary_write_header(out, diff);
	if (diff->is_sorted)
		return sorted_write(out, diff, options, diag);
	fg_out_items(out, diff->kept_count, fg_threads_available(), put_line,
		     &lines);
	return FG_OK;
}

bool diff_differs(const struct diff *diff, struct amount min_delta)
{
	if (diff->is_sorted)
		return diff->differs;
	for (size_t i = 0; i < diff->kept_count; i++) {
		uint64_t before = diff->column[BEFORE][diff->kept[i]];
		uint64_t after = diff->column[AFTER][diff->kept[i]];

		if (before != after &&
		    diff_reaches(diff, min_delta, before, after))
			return true;
	}
	return false;
}
