/* SPDX-License-Identifier: MIT */
#include "chart_frames.h"

#include <math.h>
#include <string.h>

#include "chars.h"
#include "fg/text.h"
#include "module.h"

enum {
	LABEL_GAP = 3, /* px between the edge of a box and its label */
	LABEL_LEAST = 3, /* columns; less would say nothing */
	SIGN_COLUMNS = 2,
};

static bool is_separator(fg_str name)
{
	return fg_equal(name, FG_STR("-")) || fg_equal(name, FG_STR("--"));
}

struct rgb chart_colour(const struct chart *chart, fg_str name)
{
	if (chart->map && !is_separator(name))
		return colourmap_get(chart->map, name, &chart->colouring);
	return palette_colour(&chart->colouring, name);
}

/* How much of a frame's weight is its own, from 0 to 1. */
static double own_share(const struct fg_tree *tree, uint32_t node)
{
	fg_wide total = fg_tree_total(tree, node, 0);

	return total ? (double)tree->self[0][node] / (double)total : 0;
}

static struct rgb frame_colour(const struct drawing *f, const struct box *box,
			       fg_str name)
{
	double whole = f->layout->width - 2 * LAYOUT_PAD;
	enum colour_by by = f->chart->colour_by;

	if (is_separator(name))
		return palette_colour(&f->chart->colouring, name);
	if (by == COLOUR_BY_SHARE)
		return palette_share(box->width / whole);
	if (f->difference)
		return palette_difference(difference_share(f->difference,
							   box->node),
					  f->chart->safe_colours);
	if (by == COLOUR_BY_SELF)
		return palette_self(own_share(f->tree, box->node));
	if (by == COLOUR_BY_MODULE)
		return box->depth ? f->modules[f->tree->frame[box->node]]
				  : module_no_colour();
	return chart_colour(f->chart, name);
}

static void write_pairs(struct svg *svg, const struct nameattr_entry *entry)
{
	bool target = false;

	for (size_t i = 0; i < entry->count; i++) {
		const struct nameattr_pair *pair = &entry->pairs[i];

		/* href= is written already; twice is not well-formed */
		if (entry->href.p && fg_equal(pair->name, FG_STR("xlink:href")))
			continue;
		target |= fg_equal(pair->name, FG_STR("target"));
		svg_attr(svg, pair->name.p, pair->value);
	}
	if (!entry->href.p)
		return;
	svg_attr(svg, "xlink:href", entry->href);
	if (!target)
		svg_attr_c(svg, "target", "_top");
}

/*
 * The root may stand for more than its weight (--total). The rest did not
 * change, so it is added to both sides.
 */
static void pad_root(const struct drawing *f, const struct box *box,
		     fg_wide weight[2])
{
	unsigned last = f->tree->columns - 1;
	fg_wide more = box->weight - weight[last];

	if (f->difference && f->difference->options->width != DIFF_AFTER)
		return;
	for (unsigned c = 0; c <= last; c++)
		weight[c] += more;
}

static void write_title(struct svg *svg, const struct drawing *f,
			const struct box *box, fg_str name, struct fg_out *text)
{
	fg_wide weight[2];

	for (unsigned c = 0; c < f->tree->columns; c++)
		weight[c] = fg_tree_total(f->tree, box->node, c);
	text->used = 0;
	if (box->depth == 0) {
		pad_root(f, box, weight);
		titles_root(text, f->titles, weight);
	} else {
		titles_frame(text, f->titles, name, weight);
	}
	svg_element(svg, "title", (fg_str){ text->buffer, text->used });
}

/* flamegraph.pl's readers know only its colours. */
static bool has_marks(const struct drawing *f)
{
	return f->difference && !f->chart->classic;
}

static void begin_rect(struct svg *svg, const struct drawing *f,
		       const struct box *box, const char *fill)
{
	svg_begin(svg, "rect");
	svg_attr_fixed(svg, "x", box->x, 1);
	svg_attr_short(svg, "y", layout_y(f->layout, box->depth));
	svg_attr_fixed(svg, "width", box->width, 1);
	svg_attr_fixed(svg, "height", f->layout->row - 1, 1);
	svg_attr_c(svg, "fill", fill);
}

static char *put_byte(char *to, uint8_t value)
{
	if (value >= 100)
		*to++ = (char)('0' + value / 100);
	if (value >= 10)
		*to++ = (char)('0' + value / 10 % 10);
	*to++ = (char)('0' + value % 10);
	return to;
}

/* "rgb(255,0,10)". printf would take a tenth of the whole time. */
static void write_colour(char to[sizeof "rgb(255,255,255)"], struct rgb colour)
{
	memcpy(to, "rgb(", 4);
	to = put_byte(to + 4, colour.r);
	*to++ = ',';
	to = put_byte(to, colour.g);
	*to++ = ',';
	to = put_byte(to, colour.b);
	*to++ = ')';
	*to = '\0';
}

static void write_rect(struct svg *svg, const struct drawing *f,
		       const struct box *box, struct rgb colour)
{
	char fill[sizeof "rgb(255,255,255)"];

	write_colour(fill, colour);
	begin_rect(svg, f, box, fill);
	if (has_marks(f) && difference_is_new(f->difference, box->node))
		svg_attr_c(svg, "stroke", CHART_NEW_STROKE);
	else if (f->chart->stroke_colour)
		svg_attr_c(svg, "stroke", f->chart->stroke_colour);
	svg_attr_c(svg, "rx", "2");
	svg_attr_c(svg, "ry", "2");
	svg_attr_number(svg, "fg:x", box->start, f->tree->scale);
	svg_attr_number(svg, "fg:w", box->weight, f->tree->scale);
	svg_end(svg);
}

/* A frame that is gone is hatched, whatever its colour. */
static void write_hatching(struct svg *svg, const struct drawing *f,
			   const struct box *box)
{
	if (!has_marks(f) || !difference_is_gone(f->difference, box->node))
		return;
	begin_rect(svg, f, box, "url(#" CHART_HATCH_ID ")");
	svg_end(svg);
}

/* A sign in front of the name, because not everybody sees the colours. */
static fg_str sign_of(const struct drawing *f, const struct box *box)
{
	double share = 0;

	if (has_marks(f) && box->depth > 0)
		share = difference_share(f->difference, box->node);
	if (share == 0)
		return FG_STR("");
	return share > 0 ? FG_STR(CHART_GREW " ") : FG_STR(CHART_SHRANK " ");
}

/* The label, where it fits; it is cut between characters. */
static void write_label(struct svg *svg, const struct drawing *f,
			const struct box *box, fg_str name, struct rgb colour)
{
	const struct chart *chart = f->chart;
	fg_str sign = sign_of(f, box);
	double room =
		floor(box->width / (chart->font_size * chart->font_width));
	double y = layout_y(f->layout, box->depth) + (f->layout->row - 1) / 2 +
		   LABEL_GAP;
	bool whole;

	if (room < LABEL_LEAST || name.n == 0)
		return;
	if (sign.n > 0 && room < LABEL_LEAST + SIGN_COLUMNS)
		sign.n = 0;
	room -= sign.n > 0 ? SIGN_COLUMNS : 0;
	whole = (double)name.n <= room || (double)chars_columns(name) <= room;
	if (!whole)
		name = (chart->keep_end ? chars_fit_end
					: chars_fit)(name, (size_t)room - 2);
	svg_begin(svg, "text");
	svg_attr_fixed(svg, "x", box->exact_x + LABEL_GAP, 2);
	svg_attr_short(svg, "y", y);
	if (rgb_is_dark(colour))
		svg_attr_c(svg, "fill", "#fff");
	svg_text(svg, sign);
	if (!whole && chart->keep_end)
		svg_text(svg, FG_STR(".."));
	svg_shown(svg, name);
	if (!whole && !chart->keep_end)
		svg_text(svg, FG_STR(".."));
	svg_end(svg);
}

static void write_frame(struct svg *svg, const struct drawing *f,
			const struct box *box, struct fg_out *text)
{
	const struct nameattr_entry *entry;
	const char *element = "g";
	struct rgb colour;
	fg_str name = FG_STR(""), label = FG_STR("all");

	if (box->depth > 0) {
		name = fg_frames_name(f->tree->names,
				      f->tree->frame[box->node]);
		label = titles_name(name);
	} else if (f->chart->classic) {
		label = name;
	}
	entry = nameattr_find(f->chart->attributes, name);
	if (entry && entry->href.p)
		element = "a";
	colour = frame_colour(f, box, name);
	svg_begin(svg, element);
	if (entry)
		write_pairs(svg, entry);
	if (entry && entry->title.p)
		svg_element(svg, "title", entry->title);
	else
		write_title(svg, f, box, name, text);
	write_rect(svg, f, box, colour);
	write_hatching(svg, f, box);
	write_label(svg, f, box, label, colour);
	svg_end(svg);
}

void chart_frames_write(struct svg *svg, const struct drawing *frames)
{
	const struct layout *layout = frames->layout;
	struct fg_out *text = fg_out_memory();

	for (size_t i = 0; i < layout->count; i++) {
		if (layout_shows(frames->cut, &layout->boxes[i]))
			write_frame(svg, frames, &layout->boxes[i], text);
	}
	fg_out_free(text);
}
