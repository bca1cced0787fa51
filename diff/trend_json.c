/* SPDX-License-Identifier: MIT */
/* The trend for programs; doc/fg-diff-trend.schema.json has the members. */
#include <math.h>

#include "fg/escape.h"
#include "fg/text.h"
#include "table.h"
#include "trend.h"

static void put_real(struct fg_out *out, double value, int decimals)
{
	if (isfinite(value))
		fg_out_printf(out, "%.*f", decimals, value);
	else
		fg_out_puts(out, FG_STR("null"));
}

/* Weights of seconds have small numbers. */
static void put_weight(struct fg_out *out, double value)
{
	fg_out_printf(out, "%.10g", value);
}

static void put_step(struct fg_out *out, const struct trend *trend,
		     const struct step *step)
{
	fg_out_puts(out, FG_STR("{\"point\":"));
	fg_escape_json(out, fg_from_c(trend->series.points[step->at]));
	fg_out_printf(out, ",\"at\":%zu,\"earliest\":%zu,\"latest\":%zu",
		      step->at, step->earliest, step->latest);
	fg_out_puts(out, FG_STR(",\"before\":"));
	put_weight(out, step->before);
	fg_out_puts(out, FG_STR(",\"after\":"));
	put_weight(out, step->after);
	fg_out_puts(out, FG_STR(",\"change_percent\":"));
	put_real(out, 100 * step->relative, 2);
	fg_out_puts(out, FG_STR(",\"low_percent\":"));
	put_real(out, 100 * step->low, 2);
	fg_out_puts(out, FG_STR(",\"high_percent\":"));
	put_real(out, 100 * step->high, 2);
	fg_out_puts(out, FG_STR(",\"z\":"));
	put_real(out, step->z, 2);
	fg_out_char(out, '}');
}

static void put_steps(struct fg_out *out, const struct trend *trend,
		      const struct steps *steps)
{
	fg_out_puts(out, FG_STR("\"steps\":["));
	for (size_t i = 0; i < steps->count; i++) {
		if (i > 0)
			fg_out_char(out, ',');
		put_step(out, trend, &steps->items[i]);
	}
	fg_out_char(out, ']');
}

static void put_function(struct fg_out *out, const struct trend *trend,
			 enum measure measure, size_t function)
{
	const struct series *series = &trend->series;

	fg_out_puts(out, FG_STR("{\"function\":"));
	fg_escape_json(out, series_name(series, function));
	fg_out_puts(out, FG_STR(",\"values\":["));
	for (size_t p = 0; p < series->point_count; p++) {
		if (p > 0)
			fg_out_char(out, ',');
		put_weight(out, trend_value(trend, measure, function, p));
	}
	fg_out_puts(out, FG_STR("],"));
	put_steps(out, trend, &trend->steps[measure][function]);
	fg_out_char(out, '}');
}

static void put_list(struct fg_out *out, const struct trend *trend,
		     enum measure measure)
{
	size_t n = trend->count[measure], top = trend->options->top;

	fg_out_printf(out, ",\n\"%s\":{\"without\":%zu,\"more\":%zu,\"rows\":[",
		      measure_name(measure), trend->series.count - n,
		      n > top ? n - top : 0);
	for (size_t i = 0; i < n && i < top; i++) {
		fg_out_puts(out, i ? FG_STR(",\n") : FG_STR("\n"));
		put_function(out, trend, measure, trend->order[measure][i]);
	}
	fg_out_puts(out, FG_STR("]}"));
}

static void put_points(struct fg_out *out, const struct series *series)
{
	fg_out_puts(out, FG_STR(",\n\"points\":["));
	for (size_t p = 0; p < series->point_count; p++) {
		fg_out_puts(out, p ? FG_STR(",\n{\"name\":")
				   : FG_STR("\n{\"name\":"));
		fg_escape_json(out, fg_from_c(series->points[p]));
		fg_out_printf(out, ",\"runs\":%zu,\"total\":", series->runs[p]);
		put_weight(out, series->totals[p]);
		fg_out_char(out, '}');
	}
	fg_out_char(out, ']');
}

void trend_write_json(struct fg_out *out, const struct trend *trend)
{
	const struct series *series = &trend->series;
	fg_str unit = fg_header_get(&series->header, "unit");

	if (trend->options->unit)
		unit = fg_from_c(trend->options->unit);
	fg_out_puts(out, FG_STR("{\"unit\":"));
	if (unit.n > 0)
		fg_escape_json(out, unit);
	else
		fg_out_puts(out, FG_STR("null"));
	fg_out_printf(out, ",\"normalize\":\"%s\",\"left_out\":%zu",
		      fg_normalize_name(trend->options->normalize),
		      series->left_out);
	put_points(out, series);
	fg_out_puts(out, FG_STR(",\n\"all\":{"));
	put_steps(out, trend, &trend->all);
	fg_out_char(out, '}');
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!trend->options->leave[m])
			put_list(out, trend, (enum measure)m);
	}
	fg_out_puts(out, FG_STR("}\n"));
}
