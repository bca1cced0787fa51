/* SPDX-License-Identifier: MIT */
#ifndef RENDER_LAYOUT_H
#define RENDER_LAYOUT_H

#include "fg/tree.h"
#include "widths.h"

/*
 * Where the boxes of a flame graph lie: a call tree becomes boxes with an x,
 * a width and a depth. What is narrower than the least width is left out
 * together with everything on top of it. No colours, no text.
 *
 *	struct layout layout;
 *	layout_build(&layout, tree, &widths, &geometry);
 *	for (size_t i = 0; i < layout.count; i++)
 *		... layout.boxes[i].x, layout_y(&layout, layout.boxes[i].depth)
 *	layout_free(&layout);
 */
struct geometry {
	double width; /* px, of the whole picture */
	double row; /* px, height of a frame */
	double font_size; /* px */
	double min_width; /* px, or percent of the total */
	bool min_is_percent;
	bool icicle; /* the root on top */
	bool has_subtitle;
	bool has_legend; /* two lines of it */
	fg_wide total; /* what the width stands for; at least the root's */
};

enum { LAYOUT_PAD = 10 }; /* px, left and right of the frames */

struct box {
	uint32_t node;
	uint32_t depth; /* the root has 0 */
	double x, width; /* px, to one decimal, so that neighbours touch */
	double exact_x; /* px, not rounded */
	fg_wide start, weight; /* in units of the tree */
};

struct layout {
	struct box *boxes; /* in preorder */
	size_t count;
	uint32_t max_depth; /* of the boxes */
	double width, height; /* px, of the picture */
	double row;
	double top, bottom; /* px above and below the frames */
	bool icicle;
};

/* What is lighter than this, in units, is too narrow for sure. */
uint64_t layout_least(const struct geometry *geometry);

/* Fills in *layout. O(boxes and their narrow neighbours). */
void layout_build(struct layout *layout, const struct fg_tree *tree,
		  const struct widths *widths, const struct geometry *geometry);

/*
 * Which boxes to draw where not all can be: those of `least` px and more, and
 * where these are more than `most`, the widest of them; of boxes of one
 * width the lower ones, by rows. So a frame that is drawn stands on others.
 * O(count).
 */
struct layout_cut {
	double least; /* px */
	uint64_t key; /* the least layout_key */
};
struct layout_cut layout_cut(const struct layout *layout, double least,
			     size_t most);

/* Width before depth; widths are tenths, and far from 2^32 of them. */
static inline uint64_t layout_key(const struct box *box)
{
	uint64_t tenths = (uint64_t)(box->width * 10 + 0.5);

	return tenths << 32 | (UINT32_MAX - box->depth);
}

/* Whether that box is one of those to draw. */
static inline bool layout_shows(struct layout_cut cut, const struct box *box)
{
	return box->width >= cut.least && layout_key(box) >= cut.key;
}

void layout_free(struct layout *layout);

/* px, the upper edge of the frames at `depth`; they are row - 1 px high. */
double layout_y(const struct layout *layout, uint32_t depth);

#endif
