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

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chars.h"
#include "chart_frames.h"
#include "chart_legend.h"
#include "chart_viewer.h"
#include "embed.h"
#include "fg/alloc.h"
#include "fg/text.h"

struct chart chart_defaults(void)
{
	return (struct chart){
		.count_name = "samples",
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

static const char *title_of(const struct chart *chart)
{
	if (chart->title)
		return chart->title;
	if (chart->flame_chart)
		return "Flame Chart";
	return chart->inverted ? "Icicle Graph" : "Flame Graph";
}

static const struct background *background_of(const struct chart *chart)
{
	if (chart->flat.name)
		return &chart->flat;
	return chart->background ? chart->background
				 : chart->colouring.palette->background;
}

/* A chart on its way out. */
struct writer {
	struct svg svg;
	const struct chart *chart;
	const struct fg_stacks *stacks;
	struct fg_tree *tree;
	struct widths widths;
	struct layout layout;
	struct layout_cut cut;
	struct titles titles;
	struct difference difference; /* of two columns */
};

static void attr_colour(struct svg *svg, const char *name, struct rgb c)
{
	char text[sizeof "#rrggbb"];

	snprintf(text, sizeof text, "#%02x%02x%02x", c.r, c.g, c.b);
	svg_attr_c(svg, name, text);
}

/*
 * The family as CSS has it: a name of its own is quoted unless it is made of
 * plain words; and where it is missing, some sans-serif is nearest.
 */
static void attr_font(struct svg *svg, const char *font)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ-, ";
	struct fg_out *text = fg_out_memory();

	if (strspn(font, plain) == strlen(font)) {
		fg_out_puts(text, fg_from_c(font));
	} else {
		fg_out_char(text, '"');
		for (; *font; font++) {
			if (*font == '"' || *font == '\\')
				fg_out_char(text, '\\');
			fg_out_char(text, *font == '\n' ? ' ' : *font);
		}
		fg_out_char(text, '"');
	}
	fg_out_puts(text, FG_STR(", sans-serif"));
	svg_attr(svg, "font-family", (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

static void begin_document(struct svg *svg, const struct chart *chart,
			   double width, double height)
{
	char box[96];

	svg_prolog(svg, chart->encoding);
	if (chart->classic)
		svg_doctype(svg);
	snprintf(box, sizeof box, "0 0 %.15g %.15g", width, height);
	svg_begin(svg, "svg");
	svg_attr_c(svg, "version", "1.1");
	svg_attr_short(svg, "width", width);
	svg_attr_short(svg, "height", height);
	svg_attr_c(svg, "viewBox", box);
	svg_attr_c(svg, "class", "fg");
	svg_attr_c(svg, "role", "img");
	attr_font(svg, chart->font);
	svg_attr_short(svg, "font-size", chart->font_size);
	svg_attr_c(svg, "xmlns", "http://www.w3.org/2000/svg");
	svg_attr_c(svg, "xmlns:xlink", "http://www.w3.org/1999/xlink");
	svg_attr_c(svg, "xmlns:fg", "http://github.com/jonhoo/inferno");
}

static void write_notes(struct svg *svg, const char *notes)
{
	struct fg_out *text = fg_out_memory();

	fg_out_puts(text, FG_STR("NOTES: "));
	fg_out_puts(text, fg_from_c(notes));
	svg_comment(svg, (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

struct hot {
	fg_frame name;
	fg_wide self;
};

enum { HOTTEST = 3 };

/* The sums of the samples taken in each name, by its id; to be freed. */
static fg_wide *sum_selves(const struct fg_stacks *stacks)
{
	unsigned column = fg_stacks_two_columns(stacks);
	size_t names = fg_frames_count(fg_stacks_names(stacks));
	fg_wide *sums = fg_calloc(names, sizeof *sums);

	for (size_t i = 0; i < fg_stacks_count(stacks); i++) {
		struct fg_stack stack = fg_stacks_get(stacks, i);

		if (stack.depth > 0)
			sums[stack.ids[stack.depth - 1]] +=
				stack.weight[column];
	}
	return sums;
}

/* The names with the most weight of their own, the heaviest first. */
static size_t find_hottest(const struct fg_stacks *stacks,
			   struct hot top[HOTTEST])
{
	size_t names = fg_frames_count(fg_stacks_names(stacks)), count = 0;
	fg_wide *sums = sum_selves(stacks);

	for (size_t id = 0; id < names; id++) {
		size_t at = count;

		while (at > 0 && top[at - 1].self < sums[id])
			at--;
		if (at == HOTTEST || sums[id] == 0)
			continue;
		if (count < HOTTEST)
			count++;
		memmove(top + at + 1, top + at, (count - 1 - at) * sizeof *top);
		top[at] = (struct hot){ (fg_frame)id, sums[id] };
	}
	free(sums);
	return count;
}

/* For those who cannot see it: how much of what, and where most of it is. */
static void write_description(struct writer *w)
{
	const struct fg_tree *tree = w->tree;
	struct fg_out *text = fg_out_memory();
	struct hot top[HOTTEST];
	size_t count = find_hottest(w->stacks, top);
	fg_wide weight[2] = { 0 };

	for (unsigned c = 0; c < tree->columns; c++)
		weight[c] = fg_tree_total(tree, 0, c);
	titles_root(text, &w->titles, weight);
	fg_out_char(text, '.');
	for (size_t i = 0; i < count; i++) {
		fg_str name = fg_frames_name(tree->names, top[i].name);

		fg_out_puts(text, i ? FG_STR(", ") : FG_STR(" Hottest: "));
		fg_out_puts(text, titles_name(name));
		fg_out_char(text, ' ');
		titles_percent(text, top[i].self, weight[tree->columns - 1]);
		fg_out_char(text, '%');
	}
	if (count)
		fg_out_char(text, '.');
	svg_element(&w->svg, "desc", (fg_str){ text->buffer, text->used });
	fg_out_free(text);
}

/*
 * Named after its colours: two pictures in one page share the name only if
 * they share the gradient.
 */
static void background_id(const struct background *b, char id[32])
{
	snprintf(id, 32, "background-%02x%02x%02x-%02x%02x%02x", b->top.r,
		 b->top.g, b->top.b, b->bottom.r, b->bottom.g, b->bottom.b);
}

static void write_stop(struct svg *svg, const char *offset, struct rgb colour,
		       const char *class)
{
	svg_begin(svg, "stop");
	svg_attr_c(svg, "offset", offset);
	attr_colour(svg, "stop-color", colour);
	if (class)
		svg_attr_c(svg, "class", class);
	svg_end(svg);
}

static void write_gradient(struct svg *svg, const struct chart *chart)
{
	const struct background *b = background_of(chart);
	bool flat = chart->flat.name != NULL;
	char text[32];

	svg_begin(svg, "defs");
	svg_begin(svg, "linearGradient");
	background_id(b, text);
	svg_attr_c(svg, "id", text);
	if (!flat) {
		snprintf(text, sizeof text, "fg-%s", b->name);
		svg_attr_c(svg, "class", text);
	}
	svg_attr_c(svg, "x1", "0");
	svg_attr_c(svg, "y1", "0");
	svg_attr_c(svg, "x2", "0");
	svg_attr_c(svg, "y2", "1");
	write_stop(svg, "5%", b->top, flat ? NULL : "fg-top");
	write_stop(svg, "95%", b->bottom, flat ? NULL : "fg-bottom");
	svg_end(svg);
	svg_end(svg);
}

static void write_background(struct writer *w)
{
	char id[32], fill[40];

	background_id(background_of(w->chart), id);
	snprintf(fill, sizeof fill, "url(#%s)", id);
	svg_begin(&w->svg, "rect");
	svg_attr_c(&w->svg, "class", "fg-back");
	svg_attr_c(&w->svg, "width", "100%");
	svg_attr_c(&w->svg, "height", "100%");
	svg_attr_c(&w->svg, "fill", fill);
	svg_end(&w->svg);
}

/* flamegraph.pl has none, and its readers know where the frames begin. */
static bool has_legend(const struct writer *w)
{
	return w->titles.columns == 2 && !w->chart->classic;
}

/* One line of text outside the frames. */
struct line {
	const char *id, *text;
	double x, y, size;
	const char *anchor;
	bool soft, hidden;
};

/* Texts follow the theme of the page, unless their colour was asked for. */
static void write_line(struct writer *w, const struct line *line)
{
	const struct chart *chart = w->chart;
	struct svg *svg = &w->svg;

	svg_begin(svg, "text");
	svg_attr_c(svg, "id", line->id);
	svg_attr_short(svg, "x", line->x);
	svg_attr_short(svg, "y", line->y);
	if (line->anchor)
		svg_attr_c(svg, "text-anchor", line->anchor);
	if (line->size > 0)
		svg_attr_short(svg, "font-size", line->size);
	if (chart->ui_colour)
		svg_attr_c(svg, "fill", chart->ui_colour);
	else if (chart->flat.name)
		svg_attr_c(svg, "fill",
			   rgb_is_dark(chart->flat.bottom) ? "#fff" : "#000");
	else
		svg_attr_c(svg, "class",
			   line->soft ? "fg-ui fg-soft" : "fg-ui");
	if (line->soft && !chart->ui_colour && !chart->flat.name)
		svg_attr_c(svg, "fill", "#505050");
	if (line->hidden)
		svg_attr_c(svg, "display", "none");
	svg_text(svg, fg_from_c(line->text));
	svg_end(svg);
}

static void write_lines(struct writer *w)
{
	const struct chart *chart = w->chart;
	double size = chart->font_size, middle = chart->width / 2;
	struct line title = { "title",	title_of(chart), middle, 2 * size,
			      size + 5, "middle",	 false,	 false };
	struct line subtitle = { "subtitle", chart->subtitle, middle, 4 * size,
				 0,	     "middle",	      true,   false };
	struct line details = { .id = "details", .text = " ", .x = LAYOUT_PAD };

	if (w->cut.key > 0)
		details.text = "The widest frames; opened in a browser, this "
			       "picture has all, to zoom and search.";
	else if (chart_has_viewer(chart))
		details.text = "Opened in a browser, this picture can be "
			       "zoomed and searched.";
	if (chart->inverted)
		details.y = w->layout.top - size;
	else
		details.y = w->layout.height - w->layout.bottom / 2;
	write_line(w, &title);
	if (chart->subtitle)
		write_line(w, &subtitle);
	write_line(w, &details);
}

/* What flamegraph.pl's readers look for; it does nothing without a script. */
static void write_controls(struct writer *w)
{
	double size = w->chart->font_size, width = w->chart->width;
	double low = w->layout.height - w->layout.bottom / 2;
	const struct line lines[] = {
		{ "unzoom", "Reset Zoom", LAYOUT_PAD, 2 * size, 0, NULL, false,
		  true },
		{ "search", "Search", width - 110, 2 * size, 0, NULL, false,
		  true },
		{ "ignorecase", "ic", width - 26, 2 * size, 0, NULL, false,
		  true },
		{ "matched", " ", width - 110, low, 0, NULL, false, true },
	};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		write_line(w, &lines[i]);
}

static struct frames frames_of(const struct writer *w)
{
	return (struct frames){
		.tree = w->tree,
		.layout = &w->layout,
		.chart = w->chart,
		.titles = &w->titles,
		.cut = w->cut,
		.difference = w->tree->columns == 2 ? &w->difference : NULL,
	};
}

static void write_frames(struct writer *w, const struct frames *frames)
{
	svg_begin(&w->svg, "g");
	svg_attr_c(&w->svg, "id", "frames");
	svg_attr_number(&w->svg, "total_samples", widths_total(&w->widths, 0),
			w->tree->scale);
	chart_frames_write(&w->svg, frames);
	svg_end(&w->svg);
}

static void write_style(struct svg *svg, bool viewer)
{
	const char *style = (const char *)chart_style;

	svg_begin(svg, "style");
	svg_cdata(svg, (fg_str){ style, chart_style_size });
	if (viewer) {
		style = (const char *)viewer_style;
		svg_cdata(svg, (fg_str){ style, viewer_style_size });
	}
	svg_end(svg);
}

static void write_picture(struct writer *w, const struct frames *frames)
{
	write_background(w);
	write_lines(w);
	if (has_legend(w))
		legend_write(&w->svg, frames,
			     (w->chart->subtitle ? 6 : 4) *
				     w->chart->font_size);
	if (w->chart->classic)
		write_controls(w);
	write_frames(w, frames);
}

static void write_body(struct writer *w)
{
	const struct chart *chart = w->chart;
	struct frames frames = frames_of(w);
	struct svg *svg = &w->svg;
	bool viewer = chart_has_viewer(chart);

	if (!chart->classic) {
		svg_element(svg, "title", fg_from_c(title_of(chart)));
		write_description(w);
	}
	if (chart->notes && *chart->notes)
		write_notes(svg, chart->notes);
	write_gradient(svg, chart);
	write_style(svg, viewer);
	if (viewer) {
		svg_begin(svg, "g");
		svg_attr_c(svg, "class", "fg-static");
		write_picture(w, &frames);
		svg_end(svg);
		chart_viewer_write(svg, &frames, title_of(chart),
				   background_of(chart));
	} else {
		write_picture(w, &frames);
	}
}

/* What 100% is: the weight of the root, or more if more was given. */
static void set_total(struct titles *titles, const struct fg_stacks *stacks,
		      struct fg_weight given)
{
	unsigned scale = fg_stacks_scale(stacks);
	fg_wide whole = fg_stacks_total(stacks, titles->columns - 1);
	fg_wide asked = given.units;

	/* where all has vanished, all is what was there before */
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
}

/* Widths that are not those of the titles' percentages. */
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
		.inverted = chart->inverted,
		.has_subtitle = chart->subtitle != NULL,
		.has_legend = has_legend(w),
		.total = whole,
	};
}

/* With more a browser takes too long, and too much memory. */
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
			tree->whole - 1, least, w->chart->count_name,
			(size_t)tree->count - 1);
	}
	return tree;
}

/* The whole tree where a viewer needs it, or narrow frames may turn wide. */
static struct fg_tree *build_tree(const struct writer *w)
{
	struct geometry geometry = geometry_of(w);

	if (chart_has_viewer(w->chart))
		return build_whole(w);
	if (shows_other_widths(w))
		return fg_tree_build(w->stacks);
	return fg_tree_build_pruned(w->stacks, layout_least(&geometry));
}

static void writer_init(struct writer *w)
{
	const struct chart *chart = w->chart;
	struct geometry geometry;

	w->titles.columns = fg_stacks_two_columns(w->stacks) ? 2 : 1;
	w->titles.count_name = chart->count_name;
	w->titles.factor = chart->factor;
	w->titles.negate = chart->difference.negate;
	set_total(&w->titles, w->stacks, chart->total);
	w->tree = build_tree(w);
	widths_init(&w->widths, w->tree, chart->difference.width);
	if (w->tree->columns == 2)
		difference_init(&w->difference, w->tree, &w->widths,
				&chart->difference,
				fg_stacks_period(w->stacks));
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
	begin_document(&w.svg, chart, w.layout.width, w.layout.height);
	write_body(&w);
	svg_end(&w.svg);
	layout_free(&w.layout);
	widths_free(&w.widths);
	fg_tree_free(w.tree);
}

void chart_write_empty(struct fg_out *out, const struct chart *chart)
{
	double height = 5 * chart->font_size;
	struct svg svg = begin_svg(out, chart);

	begin_document(&svg, chart, chart->width, height);
	svg_begin(&svg, "text");
	svg_attr_short(&svg, "x", chart->width / 2);
	svg_attr_short(&svg, "y", 2 * chart->font_size);
	svg_attr_c(&svg, "text-anchor", "middle");
	svg_text(&svg, FG_STR("ERROR: No valid input provided to fg-render."));
	svg_end(&svg);
	svg_end(&svg);
}
