/* SPDX-License-Identifier: MIT */
/*
 * One walk in preorder. next[d] is where the next node at depth d starts: a node
 * starts there and moves next[d] behind itself. Its own samples come before its
 * children, or where the tree's gaps say. A narrow node takes its width, but its
 * subtree is skipped.
 */
#include "layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"

struct walk {
	const struct fg_tree *tree;
	const struct widths *widths;
	struct layout *layout;
	size_t room;
	fg_wide *next;
	size_t next_room;
	double scale; /* px for a unit */
	double least; /* units */
};

/*
 * flamegraph.pl rounds both edges to a tenth of a px and takes the width
 * from those, so that no gap opens between neighbours; and prints with
 * "%.1f", whose ties this keeps.
 */
static double tenth(double px)
{
	double tenths = px * 10, part = tenths - floor(tenths);
	char text[352]; /* a double has 309 digits before the point */

	if (fabs(part - 0.5) > 1e-4)
		return rint(tenths) / 10;
	snprintf(text, sizeof text, "%.1f", px);
	return strtod(text, NULL);
}

static void add_box(struct walk *walk, uint32_t node, fg_wide start,
		    fg_wide weight)
{
	struct layout *layout = walk->layout;
	double left = LAYOUT_PAD + (double)start * walk->scale;
	double right = LAYOUT_PAD + (double)(start + weight) * walk->scale;
	struct box *box;

	FG_RESERVE(&layout->boxes, &walk->room, layout->count + 1);
	box = &layout->boxes[layout->count++];
	*box = (struct box){
		.node = node,
		.depth = walk->tree->depth[node],
		.x = tenth(left),
		.width = tenth(right) - tenth(left),
		.exact_x = left,
		.start = start,
		.weight = weight,
	};
	if (box->depth > layout->max_depth)
		layout->max_depth = box->depth;
}

/* Where the node starts; the next one at its depth starts behind it. */
static fg_wide take_place(struct walk *walk, uint32_t node)
{
	const struct fg_tree *tree = walk->tree;
	uint32_t depth = tree->depth[node];
	fg_wide start;

	FG_RESERVE(&walk->next, &walk->next_room, (size_t)depth + 2);
	if (node == 0)
		walk->next[0] = 0;
	else if (tree->gap)
		walk->next[depth] += tree->gap[node];
	start = walk->next[depth];
	walk->next[depth] += widths_total(walk->widths, node);
	walk->next[depth + 1] = start;
	if (!tree->gap)
		walk->next[depth + 1] += walk->widths->self[node];
	return start;
}

static void add_boxes(struct walk *walk, fg_wide total)
{
	const struct fg_tree *tree = walk->tree;
	uint32_t i = 0;

	while (i < tree->count) {
		fg_wide start = take_place(walk, i);
		/* the root spans what it is compared with */
		fg_wide weight = i == 0 ? total : widths_total(walk->widths, i);

		if (tree->frame[i] == FG_FRAME_BELOW ||
		    (double)weight < walk->least) {
			i = tree->end[i];
			continue;
		}
		add_box(walk, i, start, weight);
		i++;
	}
}

static void set_size(struct layout *layout, const struct geometry *geometry)
{
	double font = geometry->font_size;
	double extra = (geometry->has_subtitle ? 2 * font : 0) +
		       (geometry->has_legend ? 4 * font : 0);

	layout->width = geometry->width;
	layout->row = geometry->row;
	layout->icicle = geometry->icicle;
	if (geometry->icicle) {
		/* The details line is on top, next to the root. */
		layout->top = 4 * font + 4 + extra;
		layout->bottom = font + 10;
	} else {
		layout->top = 3 * font + extra;
		layout->bottom = 2 * font + 10;
	}
	layout->height = (layout->max_depth + 1.0) * layout->row + layout->top +
			 layout->bottom;
}

static double scale_of(const struct geometry *geometry)
{
	return (geometry->width - 2 * LAYOUT_PAD) / (double)geometry->total;
}

/* In units, not whole. */
static double least_of(const struct geometry *geometry)
{
	if (geometry->min_is_percent)
		return (double)geometry->total * geometry->min_width / 100;
	return geometry->min_width / scale_of(geometry);
}

uint64_t layout_least(const struct geometry *geometry)
{
	double least = floor(least_of(geometry));

	/* integers with fewer bits than a double's do not round */
	return least < 0x1p53 ? (uint64_t)least : 1ULL << 53;
}

void layout_build(struct layout *layout, const struct fg_tree *tree,
		  const struct widths *widths, const struct geometry *geometry)
{
	struct walk walk = {
		.tree = tree,
		.widths = widths,
		.layout = layout,
		.scale = scale_of(geometry),
		.least = least_of(geometry),
	};

	memset(layout, 0, sizeof *layout);
	add_boxes(&walk, geometry->total);
	free(walk.next);
	set_size(layout, geometry);
}

/* The key of which `nth` others are larger; byte by byte from the highest. */
static uint64_t find_nth(const uint64_t *keys, size_t count, size_t nth)
{
	uint64_t found = 0, known = 0;

	for (int shift = 56; shift >= 0; shift -= 8) {
		size_t counts[256] = { 0 };
		unsigned value = 255;

		for (size_t i = 0; i < count; i++) {
			if (((keys[i] ^ found) & known) == 0)
				counts[keys[i] >> shift & 255]++;
		}
		for (; value > 0 && nth >= counts[value]; value--)
			nth -= counts[value];
		found |= (uint64_t)value << shift;
		known |= (uint64_t)255 << shift;
	}
	return found;
}

struct layout_cut layout_cut(const struct layout *layout, double least,
			     size_t most)
{
	struct layout_cut cut = { least, 0 };
	uint64_t *keys = fg_malloc(layout->count * sizeof *keys);
	size_t count = 0;

	for (size_t i = 0; i < layout->count; i++) {
		if (layout->boxes[i].width >= least)
			keys[count++] = layout_key(&layout->boxes[i]);
	}
	if (count > most)
		cut.key = find_nth(keys, count, most - 1);
	free(keys);
	return cut;
}

void layout_free(struct layout *layout)
{
	free(layout->boxes);
	memset(layout, 0, sizeof *layout);
}

double layout_y(const struct layout *layout, uint32_t depth)
{
	if (layout->icicle)
		return layout->top + depth * layout->row;
	return layout->height - layout->bottom - (depth + 1.0) * layout->row +
	       1;
}
