/* SPDX-License-Identifier: MIT */
#include "summary.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* The mean of the runs of a side, before normalising. */
static fg_wide mean_total(const struct diff *diff, unsigned side)
{
	struct factor one_run = { 1, diff->counts[side] };

	return factor_apply(one_run, diff->total[side]);
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

/* "1,500", "1,500 scaled to 1,200", "1,500 (mean of 5 runs)" */
static void put_side(struct fg_out *to, const struct diff *diff, unsigned side,
		     const struct fg_amounts *amounts)
{
	fg_wide mean = mean_total(diff, side);
	fg_wide scaled = diff_scaled_total(diff, side);

	put_sum(to, diff, mean, amounts);
	if (diff->counts[side] > 1)
		fg_out_printf(to, " (mean of %zu runs)", diff->counts[side]);
	if (scaled == mean)
		return;
	fg_out_puts(to, FG_STR(" scaled to "));
	put_sum(to, diff, scaled, amounts);
}

/* Both sums, short where the profiles say what they are, and then exact. */
static void put_sums(struct fg_out *to, const struct diff *diff)
{
	struct fg_amounts amounts = { 0 };
	bool known = summary_amounts(diff, &amounts);

	fg_out_puts(to, FG_STR("before "));
	put_side(to, diff, BEFORE, known ? &amounts : NULL);
	fg_out_puts(to, FG_STR(", after "));
	put_side(to, diff, AFTER, known ? &amounts : NULL);
	if (known)
		fg_out_puts(to, fg_from_c(amounts.tail));
	if (known && (is_short(diff, mean_total(diff, BEFORE), &amounts) ||
		      is_short(diff, mean_total(diff, AFTER), &amounts))) {
		fg_out_puts(to, FG_STR(" ("));
		put_sum(to, diff, mean_total(diff, BEFORE), NULL);
		fg_out_puts(to, FG_STR(" and "));
		put_sum(to, diff, mean_total(diff, AFTER), NULL);
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

bool summary_amounts(const struct diff *diff, struct fg_amounts *amounts)
{
	const struct fg_header *header = telling(diff);
	bool differ = fg_header_other_metric(&diff->header[BEFORE],
					     &diff->header[AFTER]);

	return fg_amounts_init(amounts,
			       differ ? (fg_str){ 0 }
				      : fg_header_get(header, "metric"),
			       fg_header_get(header, "unit"));
}

const char *summary_unit(const struct diff *diff)
{
	const struct fg_header *header = telling(diff);
	fg_str metric = fg_header_get(header, "metric");
	fg_str unit = fg_unit_name(metric, fg_header_get(header, "unit"));

	if (fg_equal(unit, FG_STR("count")) && metric.n > 0)
		unit = metric;
	/* all of these end in NUL */
	return unit.n > 0 ? unit.p : NULL;
}

void summary_tell(const struct diff *diff, struct fg_diag *diag)
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

/* What one run has of the samples, as of the weights. */
static void add_samples(struct fg_header *to, const struct diff *diff,
			unsigned side, const char *prefix)
{
	unsigned scale = fg_stacks_scale(diff->stacks);
	fg_wide mean = mean_total(diff, side);
	struct fg_samples samples = *fg_stacks_samples(diff->stacks, side);

	if (diff->counts[side] > 1 && diff->total[side] > 0 &&
	    fg_samples_known(&samples, diff->total[side], scale))
		samples = fg_samples_share(&samples, mean, diff->total[side]);
	fg_header_set_samples(to, prefix, &samples, mean, scale);
}

static const char *const prefixes[SIDES] = { "before.", "after." };

/* Keys of the sides besides what is said of both together. */
static void add_side(struct fg_header *to, const struct diff *diff,
		     unsigned side)
{
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
}

void summary_write_header(struct fg_out *out, const struct diff *diff)
{
	struct fg_header header = { 0 };
	struct fg_sums sums = {
		.total = { mean_total(diff, BEFORE), mean_total(diff, AFTER) },
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
	for (unsigned side = 0; side < SIDES; side++) {
		add_samples(&header, diff, side, prefixes[side]);
		fg_header_set_noise(&header, side, diff->noise[side],
				    diff->spread[side]);
	}
	fg_header_write(out, &header);
	fg_header_free(&header);
}
