/* SPDX-License-Identifier: MIT */
/*
 * What tools and the viewer's script find in a document, as flamegraph.pl
 * has it:
 *
 *	ids	title subtitle details unzoom search ignorecase matched frames
 *	frames	<g id="frames" total_samples="W"> and in it for each frame
 *		<g><title>NAME (N samples, P%)</title>
 *		<rect x y width height fill rx ry fg:x fg:w/><text>NAME</text></g>
 *	fg:x	where it begins, fg:w what it weighs, in samples
 *
 * A frame with a link is an <a>. Where there is a viewer, all of this lies in
 * <g class="fg-static">, which the viewer replaces.
 */
#include "chart.h"

#include <stdlib.h>

#include "chart_legend.h"
#include "chart_page.h"
#include "chart_texts.h"
#include "chart_viewer.h"
#include "description.h"
#include "embed.h"
#include "fg/text.h"
#include "module.h"

struct chart chart_defaults(void)
{
	return (struct chart){
		.name_type = "Function:",
		.width = 1200,
		.row = 16,
		.font_size = 12,
		.font_width = 0.59,
		.font = "Verdana",
		.min_width = 0.1,
		.static_min = 1,
		.static_most = 1500,
		.factor = { 1, 0 },
		.colouring = { palette_by_name("hot"), SPREAD_NAME, 0 },
	};
}

/* A chart while it is written. */
struct writer {
	struct svg svg;
	const struct chart *chart;
	const struct fg_stacks *stacks;
	struct fg_tree *tree;
	struct widths widths;
	struct layout layout;
	struct layout_cut cut;
	struct titles titles;
	struct fg_amounts amounts; /* where the header tells */
	struct fg_out *title;
	struct difference difference; /* of two columns */
	struct rgb *modules; /* NULL where they have no colours */
};

/* Not in classic pictures: flamegraph.pl has no legend, and tools that read its
 * pictures know where the frames begin. */
static bool has_legend(const struct writer *w)
{
	return w->titles.columns == 2 && !w->chart->classic;
}

static struct drawing drawing_of(const struct writer *w)
{
	return (struct drawing){
		.tree = w->tree,
		.layout = &w->layout,
		.chart = w->chart,
		.titles = &w->titles,
		.title = (fg_str){ w->title->buffer, w->title->used },
		.cut = w->cut,
		.difference = w->tree->columns == 2 ? &w->difference : NULL,
		.modules = w->modules,
	};
}

static void write_frames(struct writer *w, const struct drawing *frames)
{
	svg_begin(&w->svg, "g");
	svg_attr_c(&w->svg, "id", "frames");
	svg_attr_number(&w->svg, "total_samples", widths_total(&w->widths, 0),
			w->tree->scale);
	chart_frames_write(&w->svg, frames);
	svg_end(&w->svg);
}

static void write_style(struct svg *svg)
{
	const char *style = (const char *)chart_style;

	svg_begin(svg, "style");
	svg_cdata(svg, (fg_str){ style, chart_style_size });
	svg_end(svg);
}

static void write_description(struct writer *w)
{
	struct fg_out *text = fg_out_memory();

	description_put(text, w->stacks, w->tree, &w->titles);
	svg_element(&w->svg, "desc", (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

/* For programs that read the picture back; see fg/header.h. */
static void write_header(struct writer *w)
{
	const struct fg_header *header = w->chart->header;
	struct fg_out *line;

	if (!header || header->count == 0)
		return;
	line = fg_out_memory();
	fg_header_write(line, header);
	svg_begin(&w->svg, "metadata");
	svg_attr_c(&w->svg, "class", "fg-header");
	svg_attr(&w->svg, "data-header",
		 (fg_str){ line->buffer, line->used - 1 });
	svg_end(&w->svg);
	fg_out_free(line);
}

static void write_picture(struct writer *w, const struct drawing *frames)
{
	chart_page_background(&w->svg, w->chart);
	chart_texts_write(&w->svg, frames);
	if (has_legend(w))
		legend_write(&w->svg, frames,
			     (w->chart->subtitle ? 6 : 4) *
				     w->chart->font_size);
	if (w->chart->classic)
		chart_texts_controls(&w->svg, frames);
	write_frames(w, frames);
}

static void write_body(struct writer *w)
{
	const struct chart *chart = w->chart;
	struct drawing frames = drawing_of(w);
	struct svg *svg = &w->svg;
	bool viewer = chart_has_viewer(chart);

	if (!chart->classic) {
		svg_element(svg, "title", frames.title);
		write_description(w);
	}
	write_header(w);
	chart_page_notes(svg, chart);
	chart_page_gradient(svg, chart);
	write_style(svg);
	if (viewer) {
		svg_begin(svg, "g");
		svg_attr_c(svg, "class", "fg-static");
		write_picture(w, &frames);
		svg_end(svg);
		chart_viewer_write(svg, &frames, chart_background(chart));
	} else {
		write_picture(w, &frames);
	}
}

static void warn_of_total(const struct titles *titles,
			  const struct chart *chart)
{
	char whole[FG_NUMBER_ROOM];

	if (!chart->diag)
		return;
	fg_write_number(whole, titles->total, titles->scale);
	fg_warn(chart->diag, (struct fg_loc){ "--total", 0 },
		"less than the %s %s there are, so these are the 100%%", whole,
		titles->count_name);
}

/* What 100% is: the weight of the root, or more if more was given. */
static void set_total(struct titles *titles, const struct fg_stacks *stacks,
		      const struct chart *chart)
{
	unsigned scale = fg_stacks_scale(stacks);
	fg_wide whole = fg_stacks_total(stacks, titles->columns - 1);
	struct fg_weight given = chart->total;
	fg_wide asked = given.units;

	/* if everything is gone, 100 % is what was there before */
	if (whole == 0)
		whole = fg_stacks_total(stacks, 0);
	titles->scale = titles->total_scale = scale;
	titles->total = whole;
	if (given.scale > scale)
		titles->total_scale = given.scale;
	whole *= fg_pow10(titles->total_scale - scale);
	asked *= fg_pow10(titles->total_scale - given.scale);
	if (asked > whole)
		titles->total = asked;
	else
		titles->total_scale = scale;
	if (given.units > 0 && asked < whole)
		warn_of_total(titles, chart);
}

/* Sets the widths where they differ from the percentages of the titles. */
static bool shows_other_widths(const struct writer *w)
{
	return w->titles.columns == 2 &&
	       w->chart->difference.width != DIFF_AFTER;
}

static struct geometry geometry_of(const struct writer *w)
{
	const struct chart *chart = w->chart;
	fg_wide whole = w->titles.total /
			fg_pow10(w->titles.total_scale - w->titles.scale);

	/* the root is as wide as what it stands for in this picture */
	if (w->widths.low && shows_other_widths(w))
		whole = widths_total(&w->widths, 0);

	return (struct geometry){
		.width = chart->width,
		.row = chart->row,
		.font_size = chart->font_size,
		.min_width = chart->min_width,
		.min_is_percent = chart->min_is_percent,
		.icicle = chart->icicle,
		.has_subtitle = chart->subtitle != NULL,
		.has_legend = has_legend(w),
		.total = whole,
	};
}

/* More nodes take a browser too long, and too much memory. */
enum { MOST_NODES = 4000000 };

static struct fg_tree *build_whole(const struct writer *w)
{
	struct fg_tree *tree = fg_tree_build_within(w->stacks, MOST_NODES);
	char least[FG_NUMBER_ROOM];

	if (tree->whole > tree->count && w->chart->diag) {
		fg_write_number(least, tree->least, tree->scale);
		fg_note(w->chart->diag, (struct fg_loc){ 0 },
			"%zu frames are too many for a browser: in each caller "
			"those under %s %s are put together, which leaves %zu",
			tree->whole - 1, least, w->titles.count_name,
			(size_t)tree->count - 1);
	}
	return tree;
}

/* The whole tree, where a viewer needs it or narrow frames may become wide. */
static struct fg_tree *build_tree(const struct writer *w)
{
	struct geometry geometry = geometry_of(w);

	if (chart_has_viewer(w->chart))
		return build_whole(w);
	if (shows_other_widths(w))
		return fg_tree_build(w->stacks);
	return fg_tree_build_pruned(w->stacks, layout_least(&geometry));
}

/*
 * What the counts are called: as the user says, as the input says, as usual.
 * flamegraph.pl's readers want exact numbers.
 */
static void name_counts(struct writer *w)
{
	const struct chart *chart = w->chart;
	struct titles *titles = &w->titles;
	fg_str metric = { 0 }, unit = { 0 };

	if (chart->header) {
		metric = fg_header_get(chart->header, "metric");
		unit = fg_header_get(chart->header, "unit");
	}
	titles->count_name = chart->count_name ? chart->count_name : "samples";
	if (chart->count_name || !chart->header ||
	    !fg_amounts_init(&w->amounts, metric,
			     chart->unit ? fg_from_c(chart->unit) : unit))
		return;
	titles->count_name = w->amounts.word;
	if (!chart->classic)
		titles->amounts = &w->amounts;
}

/* "Flame Graph: 1.29 s of cpu-clock", where that is known. */
static void name_picture(struct writer *w)
{
	struct fg_out *to = w->title = fg_out_memory();
	const struct titles *titles = &w->titles;

	fg_out_puts(to, fg_from_c(chart_title(w->chart)));
	if (w->chart->title || !titles->amounts)
		return;
	fg_out_puts(to, FG_STR(": "));
	if (titles->columns == 2) {
		unsigned before = titles->negate;

		titles_short(to, titles, fg_tree_total(w->tree, 0, before));
		fg_out_puts(to, FG_STR(" \342\206\222 "));
		titles_short(to, titles, fg_tree_total(w->tree, 0, !before));
	} else {
		titles_short(to, titles, fg_tree_total(w->tree, 0, 0));
	}
	titles_tail(to, titles);
}

static void writer_init(struct writer *w)
{
	const struct chart *chart = w->chart;
	struct geometry geometry;

	name_counts(w);
	w->titles.columns = fg_stacks_two_columns(w->stacks) ? 2 : 1;
	w->titles.factor = chart->factor;
	w->titles.negate = chart->difference.negate;
	set_total(&w->titles, w->stacks, chart);
	w->tree = build_tree(w);
	name_picture(w);
	widths_init(&w->widths, w->tree, chart->difference.width);
	if (w->tree->columns == 2)
		difference_init(&w->difference, w->tree, &w->widths,
				&chart->difference,
				fg_stacks_period(w->stacks));
	else if (chart->colour_by == COLOUR_BY_MODULE)
		w->modules = module_colours(w->tree);
	geometry = geometry_of(w);
	layout_build(&w->layout, w->tree, &w->widths, &geometry);
	if (chart_has_viewer(chart))
		w->cut = layout_cut(&w->layout, chart->static_min,
				    chart->static_most);
}

static struct svg begin_svg(struct fg_out *out, const struct chart *chart)
{
	return (struct svg){
		.out = out,
		.pretty = chart->pretty,
		.ascii = chart->encoding != NULL,
		.lines = 2,
	};
}

void chart_write(struct fg_out *out, const struct fg_stacks *stacks,
		 const struct chart *chart)
{
	struct writer w = { .chart = chart, .stacks = stacks };

	w.svg = begin_svg(out, chart);
	writer_init(&w);
	chart_page_begin(&w.svg, chart, w.layout.width, w.layout.height);
	write_body(&w);
	svg_end(&w.svg);
	layout_free(&w.layout);
	widths_free(&w.widths);
	fg_tree_free(w.tree);
	fg_amounts_free(&w.amounts);
	fg_out_free(w.title);
	free(w.modules);
}

void chart_write_empty(struct fg_out *out, const struct chart *chart)
{
	double height = 5 * chart->font_size;
	struct svg svg = begin_svg(out, chart);

	chart_page_begin(&svg, chart, chart->width, height);
	svg_begin(&svg, "text");
	svg_attr_short(&svg, "x", chart->width / 2);
	svg_attr_short(&svg, "y", 2 * chart->font_size);
	svg_attr_c(&svg, "text-anchor", "middle");
	svg_text(&svg, FG_STR("ERROR: No valid input provided to fg-render."));
	svg_end(&svg);
	svg_end(&svg);
}
