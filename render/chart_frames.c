/* SPDX-License-Identifier: MIT */
#include "chart_frames.h"

#include <math.h>
#include <stdio.h>

#include "chars.h"
#include "fg/text.h"

enum {
	LABEL_GAP = 3, /* px between the edge of a box and its label */
	LABEL_LEAST = 3, /* columns; less would say nothing */
};

fg_wide chart_most(const struct fg_tree *tree)
{
	fg_wide most = 1;

	for (uint32_t i = 0; tree->columns == 2 && i < tree->count; i++) {
		fg_wide before = fg_tree_total(tree, i, 0);
		fg_wide after = fg_tree_total(tree, i, 1);
		fg_wide by = after > before ? after - before : before - after;

		if (by > most)
			most = by;
	}
	return most;
}

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

static struct rgb frame_colour(const struct frames *f, const struct box *box,
			       fg_str name)
{
	double whole = f->layout->width - 2 * LAYOUT_PAD;

	if (is_separator(name))
		return palette_colour(&f->chart->colouring, name);
	if (f->chart->by_share)
		return palette_share(box->width / whole);
	if (f->tree->columns == 2) {
		double share = ((double)fg_tree_total(f->tree, box->node, 1) -
				(double)fg_tree_total(f->tree, box->node, 0)) /
			       (double)f->most;

		return palette_difference(f->chart->negate ? -share : share);
	}
	return chart_colour(f->chart, name);
}

static void write_pairs(struct svg *svg, const struct nameattr_entry *entry)
{
	bool target = false;

	for (size_t i = 0; i < entry->count; i++) {
		const struct nameattr_pair *pair = &entry->pairs[i];

		/* href= has said it, and twice is not well-formed */
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

static void write_title(struct svg *svg, const struct frames *f,
			const struct box *box, fg_str name, struct fg_out *text)
{
	fg_wide weight[2];

	for (unsigned c = 0; c < f->tree->columns; c++)
		weight[c] = fg_tree_total(f->tree, box->node, c);
	text->used = 0;
	if (box->depth == 0) {
		/* its weight may be less than the whole it stands for */
		weight[f->tree->columns - 1] = box->weight;
		titles_root(text, f->titles, weight);
	} else {
		titles_frame(text, f->titles, name, weight);
	}
	svg_element(svg, "title", (fg_str){ text->buffer, text->used });
}

static void write_rect(struct svg *svg, const struct frames *f,
		       const struct box *box, struct rgb colour)
{
	char fill[sizeof "rgb(255,255,255)"];

	snprintf(fill, sizeof fill, "rgb(%d,%d,%d)", colour.r, colour.g,
		 colour.b);
	svg_begin(svg, "rect");
	svg_attr_fixed(svg, "x", box->x, 1);
	svg_attr_short(svg, "y", layout_y(f->layout, box->depth));
	svg_attr_fixed(svg, "width", box->width, 1);
	svg_attr_fixed(svg, "height", f->layout->row - 1, 1);
	svg_attr_c(svg, "fill", fill);
	if (f->chart->stroke_colour)
		svg_attr_c(svg, "stroke", f->chart->stroke_colour);
	svg_attr_c(svg, "rx", "2");
	svg_attr_c(svg, "ry", "2");
	svg_attr_number(svg, "fg:x", box->start, f->tree->scale);
	svg_attr_number(svg, "fg:w", box->weight, f->tree->scale);
	svg_end(svg);
}

/* Only where it fits, cut between characters. */
static void write_label(struct svg *svg, const struct frames *f,
			const struct box *box, fg_str name, bool light)
{
	const struct chart *chart = f->chart;
	double room =
		floor(box->width / (chart->font_size * chart->font_width));
	double y = layout_y(f->layout, box->depth) + (f->layout->row - 1) / 2 +
		   LABEL_GAP;
	bool whole;

	if (room < LABEL_LEAST || name.n == 0)
		return;
	whole = (double)name.n <= room || (double)chars_columns(name) <= room;
	if (!whole)
		name = chars_fit(name, (size_t)room - 2);
	svg_begin(svg, "text");
	svg_attr_fixed(svg, "x", box->exact_x + LABEL_GAP, 2);
	svg_attr_short(svg, "y", y);
	if (light)
		svg_attr_c(svg, "fill", "#fff");
	svg_text(svg, name);
	if (!whole)
		svg_text(svg, FG_STR(".."));
	svg_end(svg);
}

static void write_frame(struct svg *svg, const struct frames *f,
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
	write_label(svg, f, box, label, rgb_is_dark(colour));
	svg_end(svg);
}

size_t chart_frames_write(struct svg *svg, const struct frames *frames)
{
	const struct layout *layout = frames->layout;
	struct fg_out *text = fg_out_memory();
	size_t narrow = 0;

	for (size_t i = 0; i < layout->count; i++) {
		if (layout->boxes[i].width < frames->least)
			narrow++;
		else
			write_frame(svg, frames, &layout->boxes[i], text);
	}
	fg_out_free(text);
	return narrow;
}
