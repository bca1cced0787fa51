/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_FRAMES_H
#define RENDER_CHART_FRAMES_H

#include "chart.h"
#include "fg/tree.h"
#include "layout.h"
#include "svg.h"
#include "titles.h"

/* The frames of a chart, as elements. For chart.c. */
struct frames {
	const struct fg_tree *tree;
	const struct layout *layout;
	const struct chart *chart;
	const struct titles *titles;
	double least; /* px; narrower ones are left out */
	fg_wide most; /* the largest difference of any frame, at least 1 */
};

/* Writes them; returns how many were left out for being narrow. */
size_t chart_frames_write(struct svg *svg, const struct frames *frames);

/* The colour of a name, where neither width nor difference decides. */
struct rgb chart_colour(const struct chart *chart, fg_str name);

/* The largest difference between the columns of any frame, at least 1. */
fg_wide chart_most(const struct fg_tree *tree);

#endif
