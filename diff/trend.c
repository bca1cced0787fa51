/* SPDX-License-Identifier: MIT */
#include "trend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "model.h"
#include "table.h"
#include "table_cells.h"

/* All, self and total: a step in any of them is a step of the history. */
enum { POINTS_LEAST = 2 * STEPS_SIDE, LISTS = 3 };

/* The geometric mean of all sizes is 1. */
static void find_sizes(struct trend *trend)
{
	struct series *series = &trend->series;
	const struct model_data data = {
		.values = series->values[SELF],
		.item_count = series->count,
		.run_count = series->point_count,
		.sample = series->sample,
		.totals = series->totals,
	};

	trend->sizes = fg_malloc(series->point_count * sizeof *trend->sizes);
	switch (trend->options->normalize) {
	case FG_NORMALIZE_NONE:
	case FG_NORMALIZE_FACTOR:
		for (size_t p = 0; p < series->point_count; p++)
			trend->sizes[p] = 1;
		break;
	case FG_NORMALIZE_MEDIAN:
		model_sizes(&data, trend->sizes);
		break;
	case FG_NORMALIZE_AFTER:
	case FG_NORMALIZE_BEFORE:
	case FG_NORMALIZE_COMMON:
		model_sizes_of_totals(&data, trend->sizes);
		break;
	}
}

/* A function that has steps. */
struct found {
	double evidence;
	fg_str name;
	size_t function;
};

static int by_evidence(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->evidence != y->evidence)
		return x->evidence > y->evidence ? -1 : 1;
	return fg_compare(x->name, y->name);
}

static void sort(struct trend *trend, enum measure measure)
{
	const struct series *series = &trend->series;
	const struct steps *steps = trend->steps[measure];
	struct found *found = fg_malloc(series->count * sizeof *found);
	size_t n = 0;

	for (size_t f = 0; f < series->count; f++) {
		if (steps[f].count > 0)
			found[n++] = (struct found){ steps[f].evidence,
						     series_name(series, f),
						     f };
	}
	if (n > 1)
		qsort(found, n, sizeof *found, by_evidence);
	trend->order[measure] = fg_malloc(n * sizeof *trend->order[measure]);
	for (size_t i = 0; i < n; i++)
		trend->order[measure][i] = found[i].function;
	trend->count[measure] = n;
	free(found);
}

static void find_all(struct trend *trend)
{
	const struct series *series = &trend->series;
	double *ones = fg_malloc(series->point_count * sizeof *ones);
	struct steps_data data = {
		.points = series->point_count,
		.runs = series->runs,
		.sample = series->sample,
	};
	struct steps_data self;
	double rate = trend->options->rate / LISTS;

	for (size_t p = 0; p < series->point_count; p++)
		ones[p] = 1;
	data.values = series->totals;
	data.series = 1;
	data.sizes = ones;
	steps_find_alone(&trend->all, &data, rate);
	data.series = series->count;
	data.sizes = trend->sizes;
	data.values = series->values[SELF];
	self = data;
	for (unsigned m = 0; m < MEASURES; m++) {
		if (trend->options->leave[m])
			continue;
		data.values = series->values[m];
		trend->steps[m] =
			fg_calloc(series->count, sizeof *trend->steps[m]);
		steps_find(trend->steps[m], &data, &self, rate);
		sort(trend, (enum measure)m);
	}
	free(ones);
}

static void tell_limits(const struct trend *trend, struct fg_diag *diag)
{
	const struct series *series = &trend->series;
	struct fg_loc nowhere = { NULL, 0 };

	if (series->point_count < POINTS_LEAST)
		fg_doubt(diag, nowhere,
			 "a step has %d points on either side, so %zu are too "
			 "few for any",
			 STEPS_SIDE, series->point_count);
	if (series->left_out > 0)
		fg_note(diag, nowhere,
			"the %zu heaviest functions are searched, %zu others "
			"are not",
			series->count, series->left_out);
	if (series->sample <= 0)
		fg_note(diag, nowhere,
			"nothing tells what a sample weighs; the noise is "
			"learnt from the points alone");
}

static void find_amounts(struct trend *trend)
{
	const struct fg_header *header = &trend->series.header;
	const char *unit = trend->options->unit;

	trend->has_amounts = fg_amounts_init(
		&trend->amounts,
		unit ? (fg_str){ 0 } : fg_header_get(header, "metric"),
		unit ? fg_from_c(unit) : fg_header_get(header, "unit"));
}

void trend_amount(const struct trend *trend, double weight,
		  char to[FG_AMOUNT_ROOM])
{
	enum unit unit = unit_find(trend->options->unit);

	if (trend->has_amounts && trend->amounts.kind != FG_AMOUNT_EXACT)
		(void)fg_amount_short(to, &trend->amounts, weight);
	else
		cells_weight(to, (fg_wide)llround(100 * fmax(0, weight)), 2,
			     unit);
}

void trend_change(const struct step *step, char to[TREND_CHANGE_ROOM])
{
	if (isinf(step->relative))
		snprintf(to, TREND_CHANGE_ROOM, "new");
	else
		snprintf(to, TREND_CHANGE_ROOM, "%+.1f %%",
			 fmin(100 * step->relative, 1e9));
}

static void trend_free(struct trend *trend)
{
	steps_free(&trend->all);
	for (unsigned m = 0; m < MEASURES; m++) {
		for (size_t f = 0; trend->steps[m] && f < trend->series.count;
		     f++)
			steps_free(&trend->steps[m][f]);
		free(trend->steps[m]);
		free(trend->order[m]);
	}
	if (trend->has_amounts)
		fg_amounts_free(&trend->amounts);
	free(trend->sizes);
	series_free(&trend->series);
}

fg_status trend_write(struct fg_out *out, const struct history *history,
		      const struct trend_options *options, struct fg_diag *diag)
{
	static void (*const writers[])(struct fg_out *,
				       const struct trend *) = {
		[TREND_TEXT] = trend_write_text,
		[TREND_JSON] = trend_write_json,
		[TREND_SVG] = trend_write_svg,
	};
	struct trend trend = { .options = options };
	fg_status status =
		series_read(&trend.series, history, &options->series, diag);

	if (status == FG_OK) {
		find_sizes(&trend);
		find_all(&trend);
		find_amounts(&trend);
		tell_limits(&trend, diag);
		writers[options->format](out, &trend);
	}
	trend_free(&trend);
	return status;
}
