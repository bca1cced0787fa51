/* SPDX-License-Identifier: MIT */
/*
 * The trend as a picture: a small chart a function, those with steps first,
 * then the heaviest. A dot is a point of the history, a line is a level, a
 * band is where a step may be. The vertical axis does not begin at 0, since
 * steps are small: both ends of it have numbers.
 */
#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/escape.h"
#include "fg/text.h"
#include "trend.h"

enum {
	WIDTH = 960,
	HEAD = 64, /* above the charts */
	FOOT = 36,
	ROW = 76,
	CHART_TOP = 10, /* in a row */
	CHART_HEIGHT = 52,
	CHART_LEFT = 330,
	CHART_WIDTH = 520,
	NAME_LENGTH = 44, /* characters */
};

static const char style[] =
	"<style>\n"
	".back{fill:#fff}text{font:12px system-ui,sans-serif;fill:#1c1c1e}\n"
	".title{font-size:16px;font-weight:600}.soft{fill:#5a5a60}\n"
	".grew{fill:#b3261e}.shrank{fill:#1f4fbf}\n"
	".frame{fill:none;stroke:#c8c8cc}.dot{fill:#5a5a60}\n"
	".level{stroke:#1c1c1e;stroke-width:2}.band{fill:#d9a441;"
	"fill-opacity:.3}\n"
	"@media screen and (prefers-color-scheme:dark){\n"
	".back{fill:#1c1c1e}text{fill:#e8e8e8}.soft{fill:#b4b4b4}\n"
	".grew{fill:#ff8a80}.shrank{fill:#8ab4ff}\n"
	".frame{stroke:#55555a}.dot{fill:#b4b4b4}.level{stroke:#e8e8e8}\n"
	"}\n"
	"</style>\n";

/* One chart. */
struct row {
	const struct trend *trend;
	enum measure measure;
	size_t function;
	double top; /* of the row in the picture */
	double low, high; /* of the vertical axis */
};

static double x_of(const struct row *row, double point)
{
	double points = (double)row->trend->series.point_count;

	return CHART_LEFT + (point + 0.5) * CHART_WIDTH / points;
}

static double y_of(const struct row *row, double value)
{
	double share = (value - row->low) / (row->high - row->low);

	return row->top + CHART_TOP + CHART_HEIGHT * (1 - share);
}

/* From the least to the most, but never less than a fifth of the most. */
static void set_axis(struct row *row)
{
	size_t points = row->trend->series.point_count;
	double room;

	row->low = INFINITY;
	for (size_t p = 0; p < points; p++) {
		double value =
			trend_value(row->trend, row->measure, row->function, p);

		row->low = fmin(row->low, value);
		row->high = fmax(row->high, value);
	}
	room = fmax(0.1 * (row->high - row->low),
		    (0.2 * row->high - (row->high - row->low)) / 2);
	row->low = fmax(0, row->low - room);
	row->high += room;
	if (row->high <= row->low)
		row->high = row->low + 1;
}

/* Long names are cut in the middle of nothing: at a character. */
static void put_name(struct fg_out *out, fg_str name)
{
	size_t n = 0, length = 0;

	while (n < name.n && length < NAME_LENGTH) {
		size_t bytes = fg_utf8_length(fg_slice(name, n, name.n));

		n += bytes > 0 ? bytes : 1;
		length++;
	}
	fg_escape_xml(out, fg_slice(name, 0, n));
	if (n < name.n)
		fg_out_puts(out, FG_STR("\xe2\x80\xa6"));
}

static void put_amount(struct fg_out *out, const struct row *row, double value)
{
	char text[FG_AMOUNT_ROOM];

	trend_amount(row->trend, value, text);
	fg_escape_xml(out, fg_from_c(text));
}

static void put_label(struct fg_out *out, const struct row *row)
{
	const struct series *series = &row->trend->series;
	const struct steps *steps =
		&row->trend->steps[row->measure][row->function];
	fg_str name = series_name(series, row->function);

	fg_out_printf(out, "<text x=\"16\" y=\"%.1f\"><title>",
		      row->top + CHART_TOP + 14);
	fg_escape_xml(out, name);
	fg_out_puts(out, FG_STR("</title>"));
	put_name(out, name);
	fg_out_puts(out, FG_STR("</text>\n"));
	for (size_t i = 0; i < steps->count && i < 2; i++) {
		const struct step *step = &steps->items[i];
		char change[TREND_CHANGE_ROOM];

		trend_change(step, change);
		fg_out_printf(out, "<text x=\"16\" y=\"%.1f\" class=\"%s\">",
			      row->top + CHART_TOP + 30 + 15 * (double)i,
			      step->after > step->before ? "grew" : "shrank");
		fg_out_printf(out, "%s at ", change);
		put_name(out, fg_from_c(series->points[step->at]));
		if (i == 1 && steps->count > 2)
			fg_out_printf(out, ", and %zu more", steps->count - 2);
		fg_out_puts(out, FG_STR("</text>\n"));
	}
}

/* The level from one point to another, both included. */
static void put_level(struct fg_out *out, const struct row *row, size_t from,
		      size_t to, double level)
{
	fg_out_printf(out,
		      "<line class=\"level\" x1=\"%.1f\" y1=\"%.1f\" "
		      "x2=\"%.1f\" y2=\"%.1f\"/>\n",
		      x_of(row, (double)from - 0.4), y_of(row, level),
		      x_of(row, (double)to + 0.4), y_of(row, level));
}

static void put_levels(struct fg_out *out, const struct row *row)
{
	const struct steps *steps =
		&row->trend->steps[row->measure][row->function];
	size_t from = 0, last = row->trend->series.point_count - 1;

	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->items[i];
		double left = x_of(row, (double)step->earliest - 0.5);
		double right = x_of(row, (double)step->latest - 0.5);

		fg_out_printf(out,
			      "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" "
			      "width=\"%.1f\" height=\"%d\"/>\n",
			      left - 2, row->top + CHART_TOP, right - left + 4,
			      CHART_HEIGHT);
	}
	for (size_t i = 0; i < steps->count; i++) {
		const struct step *step = &steps->items[i];

		put_level(out, row, from, step->at - 1, step->before);
		from = step->at;
		if (i + 1 == steps->count)
			put_level(out, row, from, last, step->after);
	}
}

static void put_dots(struct fg_out *out, const struct row *row)
{
	const struct series *series = &row->trend->series;

	for (size_t p = 0; p < series->point_count; p++) {
		double value =
			trend_value(row->trend, row->measure, row->function, p);

		fg_out_printf(out,
			      "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" "
			      "r=\"%.1f\"><title>",
			      x_of(row, (double)p), y_of(row, value),
			      series->point_count > 100 ? 1.5 : 2.5);
		fg_escape_xml(out, fg_from_c(series->points[p]));
		fg_out_puts(out, FG_STR(": "));
		put_amount(out, row, value);
		fg_out_puts(out, FG_STR("</title></circle>\n"));
	}
}

static void put_ends(struct fg_out *out, const struct row *row)
{
	const double x = CHART_LEFT + CHART_WIDTH + 8;

	fg_out_printf(out, "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\">", x,
		      row->top + CHART_TOP + 10);
	put_amount(out, row, row->high);
	fg_out_printf(out,
		      "</text>\n<text class=\"soft\" x=\"%.1f\" y=\"%.1f\">", x,
		      row->top + CHART_TOP + CHART_HEIGHT);
	put_amount(out, row, row->low);
	fg_out_puts(out, FG_STR("</text>\n"));
}

static void put_row(struct fg_out *out, const struct trend *trend,
		    enum measure measure, size_t function, size_t place)
{
	struct row row = { .trend = trend,
			   .measure = measure,
			   .function = function,
			   .top = HEAD + ROW * (double)place };

	set_axis(&row);
	put_label(out, &row);
	fg_out_printf(out,
		      "<rect class=\"frame\" x=\"%d\" y=\"%.1f\" width=\"%d\" "
		      "height=\"%d\"/>\n",
		      CHART_LEFT, row.top + CHART_TOP, CHART_WIDTH,
		      CHART_HEIGHT);
	put_levels(out, &row);
	put_dots(out, &row);
	put_ends(out, &row);
}

/* ---- which functions ---- */

struct choice {
	double weight;
	size_t function;
};

static int by_weight(const void *a, const void *b)
{
	const struct choice *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return (x->function > y->function) - (x->function < y->function);
}

/* Those with steps, then the heaviest; the caller frees the array. */
static size_t *choose(const struct trend *trend, enum measure measure,
		      size_t *count)
{
	const struct series *series = &trend->series;
	struct choice *rest = fg_malloc(series->count * sizeof *rest);
	size_t *chosen = fg_malloc((series->count + 1) * sizeof *chosen);
	size_t n = 0, top = trend->options->top;

	for (size_t f = 0; f < series->count; f++) {
		if (trend->steps[measure][f].count > 0)
			continue;
		rest[n] = (struct choice){ 0, f };
		for (size_t p = 0; p < series->point_count; p++)
			rest[n].weight += trend_value(trend, measure, f, p);
		n++;
	}
	if (n > 1)
		qsort(rest, n, sizeof *rest, by_weight);
	*count = 0;
	for (size_t i = 0; i < trend->count[measure] && *count < top; i++)
		chosen[(*count)++] = trend->order[measure][i];
	for (size_t i = 0; i < n && *count < top; i++) {
		if (rest[i].weight > 0)
			chosen[(*count)++] = rest[i].function;
	}
	free(rest);
	return chosen;
}

static void put_head(struct fg_out *out, const struct trend *trend,
		     enum measure measure, double height)
{
	const struct series *series = &trend->series;

	fg_out_printf(out,
		      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		      "height=\"%.0f\" viewBox=\"0 0 %d %.0f\" role=\"img\">\n"
		      "<title>Trend of functions over %zu points</title>\n",
		      WIDTH, height, WIDTH, height, series->point_count);
	fg_out_puts(out, fg_from_c(style));
	fg_out_printf(out,
		      "<rect class=\"back\" width=\"%d\" height=\"%.0f\"/>\n"
		      "<text class=\"title\" x=\"16\" y=\"28\">Trend: %s"
		      "</text>\n"
		      "<text class=\"soft\" x=\"16\" y=\"48\">%zu of %zu "
		      "functions have steps; normalized: %s</text>\n",
		      WIDTH, height,
		      measure == SELF ? "self" : "total (self and callees)",
		      trend->count[measure], series->count,
		      fg_normalize_name(trend->options->normalize));
}

static void put_foot(struct fg_out *out, const struct trend *trend, double y)
{
	const struct series *series = &trend->series;

	fg_out_printf(out, "<text class=\"soft\" x=\"%d\" y=\"%.1f\">",
		      CHART_LEFT, y);
	put_name(out, fg_from_c(series->points[0]));
	fg_out_printf(out,
		      "</text>\n<text class=\"soft\" text-anchor=\"end\" "
		      "x=\"%d\" y=\"%.1f\">",
		      CHART_LEFT + CHART_WIDTH, y);
	put_name(out, fg_from_c(series->points[series->point_count - 1]));
	fg_out_puts(out, FG_STR("</text>\n</svg>\n"));
}

void trend_write_svg(struct fg_out *out, const struct trend *trend)
{
	enum measure measure = trend->options->leave[SELF] ? TOTAL : SELF;
	size_t count, *chosen = choose(trend, measure, &count);
	double height = HEAD + ROW * (double)count + FOOT;

	put_head(out, trend, measure, height);
	for (size_t i = 0; i < count; i++)
		put_row(out, trend, measure, chosen[i], i);
	put_foot(out, trend, HEAD + ROW * (double)count + 14);
	free(chosen);
}
