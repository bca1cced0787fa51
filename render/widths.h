/* SPDX-License-Identifier: MIT */
#ifndef RENDER_WIDTHS_H
#define RENDER_WIDTHS_H

#include "fg/tree.h"

/*
 * What the width of a frame stands for: a column of the profile; or, in a
 * difference, the larger of both columns, so that frames that are gone and new
 * frames are visible. The larger one is taken at each end of a stack, and a
 * frame is as wide as its own weight and its children together.
 *
 *	struct widths widths;
 *	widths_init(&widths, tree, DIFF_MAX);
 *	... widths_total(&widths, node)
 *	widths_free(&widths);
 */
enum diff_width { DIFF_AFTER, DIFF_BEFORE, DIFF_MAX };

struct widths {
	const uint64_t *self; /* of each node */
	const uint64_t *low, *high; /* its total; high NULL for zeros */
	uint64_t *own[3]; /* what these point at, where it is no column */
};

/* `which` is ignored for a tree of one column; the tree must stay. */
void widths_init(struct widths *widths, const struct fg_tree *tree,
		 enum diff_width which);
void widths_free(struct widths *widths);

/* The width of a node with all below it, in units of the tree. */
static inline fg_wide widths_total(const struct widths *widths, uint32_t node)
{
	fg_wide low = widths->low[node];

	return widths->high ? (fg_wide)widths->high[node] << 64 | low : low;
}

#endif
