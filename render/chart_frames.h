/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_FRAMES_H
#define RENDER_CHART_FRAMES_H

#include "chart.h"
#include "difference.h"
#include "fg/tree.h"
#include "layout.h"
#include "svg_write.h"
#include "titles.h"

/* The marks of frames in a differential chart, besides their colours. */
#define CHART_GREW "\xE2\x96\xB2" /* a triangle that points up, */
#define CHART_SHRANK "\xE2\x96\xBC" /* or down */
#define CHART_NEW_STROKE "#000"
#define CHART_HATCH_ID "fg-hatch"

/* The frames of a chart, as elements. For chart.c. */
struct drawing {
	const struct fg_tree *tree;
	const struct layout *layout;
	const struct chart *chart;
	const struct titles *titles;
	fg_str title; /* of the picture */
	struct layout_cut cut; /* which of them */
	const struct difference *difference; /* NULL: one column */
	const struct rgb *modules; /* by name, where these decide; else NULL */
};

/* Writes an element for each box that is to be drawn. */
void chart_frames_write(struct svg *svg, const struct drawing *frames);

/* The colour of a name, where neither width nor difference decides. */
struct rgb chart_colour(const struct chart *chart, fg_str name);

#endif
