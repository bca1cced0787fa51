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
	fg_header_free(&diff->header[BEFORE]);
	fg_header_free(&diff->header[AFTER]);
	fg_stacks_free(diff->stacks);
	*diff = (struct diff){ 0 };
}

static void put_sum(struct fg_out *to, const struct diff *diff, fg_wide sum,
		    const struct fg_amounts *amounts)
{
	unsigned scale = fg_stacks_scale(diff->stacks);
	char text[FG_NUMBER_ROOM];
	fg_str exact = { text, fg_write_number_commas(text, sum, scale) };

	if (amounts)
		fg_amount_put_short(to, amounts, exact,
				    (double)sum / (double)fg_pow10(scale));
	else
		fg_out_puts(to, exact);
}

/* Whether a sum is written shorter than it is. */
static bool is_short(const struct diff *diff, fg_wide sum,
		     const struct fg_amounts *amounts)
{
	unsigned scale = fg_stacks_scale(diff->stacks);
	char text[FG_NUMBER_ROOM];
	fg_str exact = { text, fg_write_number_commas(text, sum, scale) };

	return fg_amount_is_short(amounts, exact,
				  (double)sum / (double)fg_pow10(scale));
}

/* "1,500" or "1,500 scaled to 1,200" */
static void put_side(struct fg_out *to, const struct diff *diff, unsigned side,
		     const struct fg_amounts *amounts)
{
	put_sum(to, diff, diff->total[side], amounts);
	if (factor_is_one(diff->factor[side]))
		return;
	fg_out_puts(to, FG_STR(" scaled to "));
	put_sum(to, diff, diff_scaled_total(diff, side), amounts);
}

/* Both sums, short where the profiles say what they are, and then exact. */
static void put_sums(struct fg_out *to, const struct diff *diff)
{
	struct fg_amounts amounts = { 0 };
	bool known = diff_amounts(diff, &amounts);

	fg_out_puts(to, FG_STR("before "));
	put_side(to, diff, BEFORE, known ? &amounts : NULL);
	fg_out_puts(to, FG_STR(", after "));
	put_side(to, diff, AFTER, known ? &amounts : NULL);
	if (known)
		fg_out_puts(to, fg_from_c(amounts.tail));
	if (known && (is_short(diff, diff->total[BEFORE], &amounts) ||
		      is_short(diff, diff->total[AFTER], &amounts))) {
		fg_out_puts(to, FG_STR(" ("));
		put_sum(to, diff, diff->total[BEFORE], NULL);
		fg_out_puts(to, FG_STR(" and "));
		put_sum(to, diff, diff->total[AFTER], NULL);
		fg_out_printf(to, " %s)", amounts.word);
	}
	fg_amounts_free(&amounts);
}

static double share(fg_wide part, fg_wide whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0.0;
}

/* The header that says what the weights are, if one does. */
static const struct fg_header *telling(const struct diff *diff)
{
	bool before = fg_header_get(&diff->header[BEFORE], "unit").n > 0;

	return &diff->header[before ? BEFORE : AFTER];
}

bool diff_amounts(const struct diff *diff, struct fg_amounts *amounts)
{
	const struct fg_header *header = telling(diff);
	bool differ = fg_header_other_metric(&diff->header[BEFORE],
					     &diff->header[AFTER]);

	return fg_amounts_init(amounts,
			       differ ? (fg_str){ 0 }
				      : fg_header_get(header, "metric"),
			       fg_header_get(header, "unit"));
}

const char *diff_unit(const struct diff *diff)
{
	const struct fg_header *header = telling(diff);
	fg_str metric = fg_header_get(header, "metric");
	fg_str unit = fg_unit_name(metric, fg_header_get(header, "unit"));

	if (fg_equal(unit, FG_STR("count")) && metric.n > 0)
		unit = metric;
	/* all of these end in NUL */
	return unit.n > 0 ? unit.p : NULL;
}

void diff_summary(const struct diff *diff, struct fg_diag *diag)
{
	const struct diff_part *parts = diff->parts;
	struct fg_loc nowhere = { NULL, 0 };
	struct fg_out *sums = fg_out_memory();
	fg_str text;

	put_sums(sums, diff);
	text = (fg_str){ sums->buffer, sums->used };
	fg_note(diag, nowhere,
		"%.*s; stacks: %zu in both, "
		"%zu only before (%.1f %%), %zu only after (%.1f %%)",
		FG_FMT(text), parts[2].count, parts[0].count,
		share(parts[0].weight[BEFORE], diff->total[BEFORE]),
		parts[1].count,
		share(parts[1].weight[AFTER], diff->total[AFTER]));
	fg_out_free(sums);
}

/* Metric and unit of both, where they agree; the rest is said by side. */
static void keep_kind(struct fg_header *header)
{
	struct fg_header kind = { 0 };

	fg_header_set(&kind, "metric", fg_header_get(header, "metric"));
	fg_header_set(&kind, "unit", fg_header_get(header, "unit"));
	fg_header_free(header);
	*header = kind;
}

/* Keys of the sides besides what is said of both together. */
static void add_side(struct fg_header *to, const struct diff *diff,
		     unsigned side)
{
	static const char *const prefixes[] = { "before.", "after." };
	const struct fg_header *from = &diff->header[side];
	const struct fg_header *other = &diff->header[!side];

	for (size_t i = 0; i < from->count; i++) {
		const char *name = from->keys[i].name;
		fg_str value = fg_from_c(from->keys[i].value);
		struct fg_buffer key = { 0 };

		/* what both have alike, and what only one says of both */
		if (fg_equal(fg_header_get(to, name), value))
			continue;
		if (fg_equal(fg_header_get(other, name), value) &&
		    !fg_header_is_sum(name)) {
			fg_header_set(to, name, value);
			continue;
		}
		fg_buffer_append(&key, fg_from_c(prefixes[side]));
		fg_buffer_append(&key, fg_from_c(name));
		fg_buffer_append(&key, (fg_str){ "", 1 });
		fg_header_set(to, key.p, value);
		free(key.p);
	}
	fg_header_set_samples(to, prefixes[side],
			      fg_stacks_samples(diff->stacks, side),
			      diff->total[side], fg_stacks_scale(diff->stacks));
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

	fg_header_copy(&header, &diff->header[BEFORE]);
	fg_header_join(&header, &diff->header[AFTER]);
	keep_kind(&header);
	for (unsigned side = 0; side < SIDES; side++)
		add_side(&header, diff, side);
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

	if (!options->no_header)
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
