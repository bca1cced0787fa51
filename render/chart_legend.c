/* SPDX-License-Identifier: MIT */
#include "chart_legend.h"

#include <math.h>
#include <stdio.h>

#include "chars.h"
#include "fg/text.h"

enum {
	SHADES = 12, /* on either side of the bar */
	SHADE = 8, /* px */
	GAP = 10, /* px, between the parts of a line */
};

static struct fg_sums drawn_sums(const struct fg_tree *tree)
{
	struct fg_sums sums = { .scale = tree->scale };

	for (unsigned side = 0; side < 2; side++)
		sums.total[side] = sums.scaled[side] =
			fg_tree_total(tree, 0, side);
	return sums;
}

/* `units` with `more` decimals; the largest number if that is too large. */
static fg_wide finer(fg_wide units, unsigned more)
{
	fg_wide result;

	return __builtin_mul_overflow(units, fg_pow10(more), &result)
		       ? ~(fg_wide)0
		       : result;
}

/* Compares the sum drawn of a side with the header's: <0, 0 or >0. */
static int compare_side(const struct fg_sums *drawn,
			const struct fg_sums *header, unsigned side)
{
	unsigned scale = drawn->scale > header->scale ? drawn->scale
						      : header->scale;
	fg_wide a = finer(drawn->scaled[side], scale - drawn->scale);
	fg_wide b = finer(header->scaled[side], scale - header->scale);

	return (a > b) - (a < b);
}

/* A header with a smaller sum than the input's belongs to other data. */
static bool header_holds(const struct fg_sums *drawn,
			 const struct difference_options *options)
{
	return options->has_sums &&
	       compare_side(drawn, &options->sums, 0) <= 0 &&
	       compare_side(drawn, &options->sums, 1) <= 0;
}

static void put_side(struct fg_out *to, const struct titles *titles,
		     fg_wide total, fg_wide scaled)
{
	titles_short(to, titles, total);
	if (scaled == total)
		return;
	fg_out_puts(to, FG_STR(" (scaled to "));
	titles_short(to, titles, scaled);
	fg_out_char(to, ')');
}

/* Both exact sums, where the text has short ones. */
static void put_exact(struct fg_out *to, const struct titles *titles,
		      const fg_wide sums[2])
{
	if (!titles_is_short(titles, sums[0]) &&
	    !titles_is_short(titles, sums[1]))
		return;
	fg_out_puts(to, FG_STR("; "));
	titles_number(to, titles, sums[titles->negate]);
	fg_out_puts(to, FG_STR(" \342\206\222 "));
	titles_number(to, titles, sums[!titles->negate]);
	fg_out_printf(to, " %s", titles->count_name);
}

static void put_change(struct fg_out *to, const struct titles *titles,
		       fg_wide before, fg_wide after)
{
	double percent = 100 * ((double)after - (double)before);

	fg_out_puts(to, FG_STR(": "));
	if (before != after)
		fg_out_char(to, after > before ? '+' : '-');
	titles_short(to, titles,
		     after > before ? after - before : before - after);
	if (before > 0)
		fg_out_printf(to, before == after ? " (0 %%)" : " (%+.1f %%)",
			      percent / (double)before);
}

static void put_sides(struct fg_out *to, const struct drawing *frames,
		      const struct fg_sums *sums, bool exact)
{
	struct titles titles = *frames->titles;
	unsigned before = frames->difference->options->negate, after = !before;

	titles.scale = sums->scale;
	fg_out_puts(to, FG_STR("before "));
	put_side(to, &titles, sums->total[before], sums->scaled[before]);
	fg_out_puts(to, FG_STR(", after "));
	put_side(to, &titles, sums->total[after], sums->scaled[after]);
	titles_tail(to, &titles);
	put_change(to, &titles, sums->scaled[before], sums->scaled[after]);
	if (exact)
		put_exact(to, &titles, sums->total);
}

void legend_put_sums(struct fg_out *to, const struct drawing *frames,
		     bool exact)
{
	const struct difference_options *options = frames->difference->options;
	struct fg_sums drawn = drawn_sums(frames->tree);
	unsigned before = options->negate;

	if (!header_holds(&drawn, options)) {
		put_sides(to, frames, &drawn, exact);
		return;
	}
	put_sides(to, frames, &options->sums, exact);
	if (compare_side(&drawn, &options->sums, 0) == 0 &&
	    compare_side(&drawn, &options->sums, 1) == 0)
		return;
	fg_out_puts(to, FG_STR("; drawn: before "));
	titles_short(to, frames->titles, drawn.total[before]);
	fg_out_puts(to, FG_STR(", after "));
	titles_short(to, frames->titles, drawn.total[!before]);
}

/* The settings that differ from the usual ones. */
static void put_ways(struct fg_out *to, const struct difference_options *how)
{
	if (how->width == DIFF_MAX)
		fg_out_puts(to, FG_STR("; width: the larger of both"));
	else if (difference_shows(how, true))
		fg_out_puts(to, FG_STR("; width: before"));
	else if (how->negate)
		fg_out_puts(to, FG_STR("; width: after"));
	if (how->by_self)
		fg_out_puts(to, FG_STR("; colour: own weight"));
}

/* Frames of one side only are visible if the width shows that side. */
static void put_marks(struct fg_out *to, const struct difference_options *how)
{
	bool gone = difference_shows(how, true);
	bool new = difference_shows(how, false);

	if (gone)
		fg_out_puts(to, FG_STR("hatched: gone"));
	if (gone && new)
		fg_out_puts(to, FG_STR(", "));
	if (new)
		fg_out_puts(to, FG_STR("outlined: new"));
}

static void put_most(struct fg_out *to, const struct drawing *frames)
{
	titles_short(to, frames->titles,
		     (fg_wide)ceil(frames->difference->most));
}

static void put_shrank(struct fg_out *to, const struct drawing *frames)
{
	const struct difference *diff = frames->difference;

	fg_out_puts(to, FG_STR(CHART_SHRANK " shrank -"));
	if (diff->options->absolute)
		put_most(to, frames);
	else
		fg_out_printf(to, "%.0f %%", 100 * diff->most);
}

/* The scale is relative to the larger weight; readers compare with before. */
static void put_grew(struct fg_out *to, const struct drawing *frames)
{
	const struct difference *diff = frames->difference;
	double most = diff->most;

	if (!diff->options->absolute && most >= 1) {
		fg_out_puts(to, FG_STR(CHART_GREW " grew, new"));
		return;
	}
	fg_out_puts(to, FG_STR(CHART_GREW " grew +"));
	if (diff->options->absolute)
		put_most(to, frames);
	else
		fg_out_printf(to, "%.0f %%", 100 * most / (1 - most));
}

static void put_grey(struct fg_out *to, const struct drawing *frames)
{
	const struct difference *diff = frames->difference;
	double before = (double)fg_tree_total(frames->tree, 0, 0);
	double after = (double)fg_tree_total(frames->tree, 0, 1);

	fg_out_printf(to, "grey: less than %.2g %% of all",
		      100 * diff->least / fmax(1, fmax(before, after)));
}

static void write_text(struct svg *svg, const struct drawing *frames, double x,
		       double y, fg_str text)
{
	const char *colour = frames->chart->ui_colour;

	svg_begin(svg, "text");
	svg_attr_short(svg, "x", x);
	svg_attr_short(svg, "y", y);
	if (colour)
		svg_attr_c(svg, "fill", colour);
	else if (frames->chart->flat.name)
		svg_attr_c(svg, "fill",
			   rgb_is_dark(frames->chart->flat.top) ? "#fff"
								: "#000");
	else
		svg_attr_c(svg, "class", "fg-ui");
	svg_shown(svg, text);
	svg_end(svg);
}

static double width_of(const struct drawing *frames, const struct fg_out *text)
{
	fg_str part = { text->buffer, text->used };

	return (double)chars_columns(part) * frames->chart->font_size *
	       frames->chart->font_width;
}

/* The first line; without the exact sums where they find no room. */
static void put_first(struct fg_out *to, const struct drawing *frames)
{
	double room = frames->layout->width - 2 * LAYOUT_PAD;

	for (int exact = 1; exact >= 0; exact--) {
		to->used = 0;
		legend_put_sums(to, frames, exact);
		put_ways(to, frames->difference->options);
		if (width_of(frames, to) <= room)
			break;
	}
}

/* Writes the next part of a line; returns where the one behind it begins. */
static double write_part(struct svg *svg, const struct drawing *frames,
			 double x, double y, struct fg_out *text)
{
	fg_str part = { text->buffer, text->used };
	double width = width_of(frames, text);

	write_text(svg, frames, x, y, part);
	text->used = 0;
	return x + width + GAP;
}

static void write_shade(struct svg *svg, const struct drawing *frames, double x,
			double y, struct rgb colour)
{
	char fill[sizeof "#rrggbb"];
	double size = frames->chart->font_size;

	snprintf(fill, sizeof fill, "#%02x%02x%02x", colour.r, colour.g,
		 colour.b);
	svg_begin(svg, "rect");
	svg_attr_short(svg, "x", x);
	svg_attr_short(svg, "y", y - size + 1);
	svg_attr_c(svg, "width", "8");
	svg_attr_short(svg, "height", size + 1);
	svg_attr_c(svg, "fill", fill);
	svg_end(svg);
}

static double write_bar(struct svg *svg, const struct drawing *frames, double x,
			double y)
{
	for (int i = -SHADES; i <= SHADES; i++, x += SHADE)
		write_shade(svg, frames, x, y,
			    palette_difference((double)i / SHADES,
					       frames->chart->safe_colours));
	return x + GAP;
}

/* Lines across the box, dark enough for any colour, thin enough for text. */
static void write_pattern(struct svg *svg)
{
	svg_begin(svg, "pattern");
	svg_attr_c(svg, "id", CHART_HATCH_ID);
	svg_attr_c(svg, "width", "6");
	svg_attr_c(svg, "height", "6");
	svg_attr_c(svg, "patternUnits", "userSpaceOnUse");
	svg_attr_c(svg, "patternTransform", "rotate(45)");
	svg_begin(svg, "rect");
	svg_attr_c(svg, "width", "1.5");
	svg_attr_c(svg, "height", "6");
	svg_attr_c(svg, "fill", "#000");
	svg_attr_c(svg, "fill-opacity", ".35");
	svg_end(svg);
	svg_end(svg);
}

void legend_write(struct svg *svg, const struct drawing *frames, double y)
{
	struct fg_out *text = fg_out_memory();
	double x = LAYOUT_PAD;

	svg_begin(svg, "g");
	svg_attr_c(svg, "class", "fg-legend");
	write_pattern(svg);
	put_first(text, frames);
	write_part(svg, frames, x, y, text);
	y += 2 * frames->chart->font_size - 4;
	put_shrank(text, frames);
	x = write_part(svg, frames, x, y, text);
	x = write_bar(svg, frames, x, y);
	put_grew(text, frames);
	x = write_part(svg, frames, x, y, text);
	put_grey(text, frames);
	x = write_part(svg, frames, x + GAP, y, text);
	put_marks(text, frames->difference->options);
	write_part(svg, frames, x + GAP, y, text);
	svg_end(svg);
	fg_out_free(text);
}
