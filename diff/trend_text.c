/* SPDX-License-Identifier: MIT */
/*
 * The trend for people:
 *
 *	10 points from 2026-11-01 to 2026-11-10, 50 runs; normalized: median
 *	all: 1.22 s a run, no step
 *
 *	Self, steps by evidence
 *	 before     after    change       95 %     z  at          function
 *	98.1 ms  128.3 ms  +30.8 %  +26 .. +35  +9.1  2026-11-04  parse_number
 *	39 functions have no step
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fg/text.h"
#include "trend.h"

enum { PERCENT_MOST = 99999, Z_MOST = 999 };

enum column { BEFORE_LEVEL, AFTER_LEVEL, CHANGE, RANGE, Z, COLUMNS };

static const char *const headings[COLUMNS] = {
	[BEFORE_LEVEL] = "before",
	[AFTER_LEVEL] = "after",
	[CHANGE] = "change",
	[RANGE] = "95 %",
	[Z] = "z",
};

struct line {
	char text[COLUMNS][FG_AMOUNT_ROOM];
};

static double bounded(double value, double most)
{
	return fmax(-most, fmin(value, most));
}

static struct line line_of(const struct trend *trend, const struct step *step)
{
	struct line line;
	double low = 100 * step->low, high = 100 * step->high;

	trend_amount(trend, step->before, line.text[BEFORE_LEVEL]);
	trend_amount(trend, step->after, line.text[AFTER_LEVEL]);
	trend_change(step, line.text[CHANGE]);
	if (isfinite(low) && isfinite(high))
		snprintf(line.text[RANGE], FG_AMOUNT_ROOM, "%+.0f .. %+.0f",
			 round(low) + 0.0,
			 round(bounded(high, PERCENT_MOST)) + 0.0);
	else
		snprintf(line.text[RANGE], FG_AMOUNT_ROOM, "-");
	snprintf(line.text[Z], FG_AMOUNT_ROOM, "%+.1f",
		 bounded(step->z, Z_MOST));
	return line;
}

/* "c4f1", or "c4f1 (c3e0 .. c5a2)" where it may be another point. */
static void put_place(struct fg_out *out, const struct trend *trend,
		      const struct step *step)
{
	char *const *points = trend->series.points;

	fg_out_shown(out, fg_from_c(points[step->at]));
	if (step->earliest == step->latest)
		return;
	fg_out_puts(out, FG_STR(" ("));
	fg_out_shown(out, fg_from_c(points[step->earliest]));
	fg_out_puts(out, FG_STR(" .. "));
	fg_out_shown(out, fg_from_c(points[step->latest]));
	fg_out_char(out, ')');
}

static void widen(const struct trend *trend, const struct steps *steps,
		  int widths[COLUMNS])
{
	for (size_t i = 0; i < steps->count; i++) {
		struct line line = line_of(trend, &steps->items[i]);

		for (size_t c = 0; c < COLUMNS; c++) {
			int n = (int)strlen(line.text[c]);

			if (n > widths[c])
				widths[c] = n;
		}
	}
}

static void write_steps(struct fg_out *out, const struct trend *trend,
			const struct steps *steps, fg_str name,
			const int widths[COLUMNS])
{
	for (size_t i = 0; i < steps->count; i++) {
		struct line line = line_of(trend, &steps->items[i]);

		for (size_t c = 0; c < COLUMNS; c++)
			fg_out_printf(out, "%*s  ", widths[c], line.text[c]);
		fg_out_shown(out, name);
		fg_out_puts(out, FG_STR("  at "));
		put_place(out, trend, &steps->items[i]);
		fg_out_char(out, '\n');
	}
}

static void write_list(struct fg_out *out, const struct trend *trend,
		       enum measure measure)
{
	const struct series *series = &trend->series;
	const struct steps *steps = trend->steps[measure];
	size_t n = trend->count[measure], top = trend->options->top;
	size_t shown = n < top ? n : top;
	int widths[COLUMNS];

	for (size_t c = 0; c < COLUMNS; c++)
		widths[c] = (int)strlen(headings[c]);
	for (size_t i = 0; i < shown; i++)
		widen(trend, &steps[trend->order[measure][i]], widths);
	fg_out_printf(out, "\n%s, steps by evidence\n",
		      measure == SELF ? "Self" : "Total (self and callees)");
	for (size_t c = 0; shown > 0 && c < COLUMNS; c++)
		fg_out_printf(out, "%*s  ", widths[c], headings[c]);
	if (shown > 0)
		fg_out_puts(out, FG_STR("function\n"));
	for (size_t i = 0; i < shown; i++) {
		size_t f = trend->order[measure][i];

		write_steps(out, trend, &steps[f], series_name(series, f),
			    widths);
	}
	if (n > shown)
		fg_out_printf(out, "%zu more functions have steps\n",
			      n - shown);
	fg_out_printf(out, "%zu function%s no step\n", series->count - n,
		      series->count - n == 1 ? " has" : "s have");
}

static void write_head(struct fg_out *out, const struct trend *trend)
{
	const struct series *series = &trend->series;
	size_t runs = 0;

	for (size_t p = 0; p < series->point_count; p++)
		runs += series->runs[p];
	fg_out_printf(out, "%zu points from ", series->point_count);
	fg_out_shown(out, fg_from_c(series->points[0]));
	fg_out_puts(out, FG_STR(" to "));
	fg_out_shown(out, fg_from_c(series->points[series->point_count - 1]));
	fg_out_printf(out, ", %zu runs; normalized: %s\n", runs,
		      fg_normalize_name(trend->options->normalize));
}

/* The sums as they were recorded, for a machine that became slower. */
static void write_all(struct fg_out *out, const struct trend *trend)
{
	const struct series *series = &trend->series;
	char text[FG_AMOUNT_ROOM];
	double sum = 0;

	for (size_t p = 0; p < series->point_count; p++)
		sum += series->totals[p] / (double)series->point_count;
	trend_amount(trend, sum, text);
	fg_out_printf(out, "all: %s", text);
	if (trend->has_amounts)
		fg_out_shown(out, fg_from_c(trend->amounts.tail));
	fg_out_puts(out, FG_STR(" a run"));
	if (trend->all.count == 0)
		fg_out_puts(out, FG_STR(", no step"));
	for (size_t i = 0; i < trend->all.count; i++) {
		char change[TREND_CHANGE_ROOM];

		trend_change(&trend->all.items[i], change);
		fg_out_printf(out, ", %s at ", change);
		put_place(out, trend, &trend->all.items[i]);
	}
	fg_out_char(out, '\n');
}

void trend_write_text(struct fg_out *out, const struct trend *trend)
{
	write_head(out, trend);
	write_all(out, trend);
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!trend->options->leave[m])
			write_list(out, trend, (enum measure)m);
	}
}
