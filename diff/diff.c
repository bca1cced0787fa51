/* SPDX-License-Identifier: MIT */
#include "diff.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "runs.h"

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

static void plan_scale(struct diff *diff, const struct diff_options *options)
{
	const fg_wide *total = diff->total;
	fg_wide most = larger(total[BEFORE], total[AFTER]);
	fg_wide target[SIDES] = { total[BEFORE], total[AFTER] };

	diff->normalize = options->normalize;
	diff->factor[BEFORE] = FACTOR_ONE;
	diff->factor[AFTER] = FACTOR_ONE;
	switch (options->normalize) {
	case FG_NORMALIZE_NONE:
		return;
	case FG_NORMALIZE_FACTOR:
		diff->factor[BEFORE] = options->scale_before;
		return;
	case FG_NORMALIZE_AFTER:
		target[BEFORE] = total[AFTER];
		break;
	case FG_NORMALIZE_BEFORE:
		target[AFTER] = total[BEFORE];
		break;
	case FG_NORMALIZE_COMMON:
		target[BEFORE] = target[AFTER] = most;
		break;
	}
	for (unsigned side = 0; side < SIDES; side++) {
		if (total[side] > 0)
			diff->factor[side] =
				factor_new(target[side], total[side]);
	}
}

static void warn_of_counts(const struct diff_options *options,
			   struct fg_diag *diag)
{
	size_t before = options->paths[BEFORE].count;
	size_t after = options->paths[AFTER].count;

	if (before != after && options->normalize == FG_NORMALIZE_NONE)
		fg_warn(diag, (struct fg_loc){ NULL, 0 },
			"%zu before and %zu after: sums of so many runs only "
			"compare with --normalize or --scale-before",
			before, after);
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
	status = runs_read(diff, options, diag);
	if (status != FG_OK)
		return status;
	fill_columns(diff);
	if (fg_stacks_count(diff->stacks) == 0)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ NULL, 0 },
			       "there are no stacks on either side");
	plan_scale(diff, options);
	warn_of_counts(options, diag);
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
	fg_stacks_free(diff->stacks);
	*diff = (struct diff){ 0 };
}

/* "1500" or "1500 (scaled to 1200)" */
static fg_str write_total(const struct diff *diff, unsigned side, char *to)
{
	unsigned scale = fg_stacks_scale(diff->stacks);
	fg_wide scaled = diff_scaled_total(diff, side);
	size_t n = fg_write_number_commas(to, diff->total[side], scale);

	if (!factor_is_one(diff->factor[side])) {
		memcpy(to + n, " scaled to ", sizeof " scaled to ");
		n += sizeof " scaled to " - 1;
		n += fg_write_number_commas(to + n, scaled, scale);
	}
	return (fg_str){ to, n };
}

static double share(fg_wide part, fg_wide whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

void diff_summary(const struct diff *diff, struct fg_diag *diag)
{
	char text[SIDES][FG_NUMBER_ROOM + FG_NUMBER_ROOM + sizeof " scaled to "];
	const struct diff_part *parts = diff->parts;
	struct fg_loc nowhere = { NULL, 0 };
	fg_str before = write_total(diff, BEFORE, text[BEFORE]);
	fg_str after = write_total(diff, AFTER, text[AFTER]);

	fg_note(diag, nowhere,
		"before %.*s, after %.*s; stacks: %zu in both, "
		"%zu only before (%.1f %%), %zu only after (%.1f %%)",
		FG_FMT(before), FG_FMT(after), parts[2].count, parts[0].count,
		share(parts[0].weight[BEFORE], diff->total[BEFORE]),
		parts[1].count,
		share(parts[1].weight[AFTER], diff->total[AFTER]));
}

static void write_header(struct fg_out *out, const struct diff *diff)
{
	struct fg_header header = { 0 };
	struct fg_sums sums = {
		.total = { diff->total[BEFORE], diff->total[AFTER] },
		.scaled = { diff_scaled_total(diff, BEFORE),
			    diff_scaled_total(diff, AFTER) },
		.scale = fg_stacks_scale(diff->stacks),
		.normalize = diff->normalize,
	};

	fg_header_set_sums(&header, &sums);
	fg_header_write(out, &header);
	fg_header_free(&header);
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

void diff_write_folded(struct fg_out *out, const struct diff *diff,
		       const struct diff_options *options)
{
	struct lines lines = { diff, options->min_delta };

	if (options->header)
		write_header(out, diff);
	fg_out_items(out, diff->kept_count, fg_threads_available(), put_line,
		     &lines);
}

bool diff_differs(const struct diff *diff, struct amount min_delta)
{
	for (size_t i = 0; i < diff->kept_count; i++) {
		uint64_t before = diff->column[BEFORE][diff->kept[i]];
		uint64_t after = diff->column[AFTER][diff->kept[i]];

		if (before != after &&
		    diff_reaches(diff, min_delta, before, after))
			return true;
	}
	return false;
}
