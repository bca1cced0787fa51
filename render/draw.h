/* SPDX-License-Identifier: MIT */
#ifndef RENDER_DRAW_H
#define RENDER_DRAW_H

#include "chart.h"
#include "listing.h"

/*
 * The whole way from folded files to one picture; what main asks for.
 */
struct draw {
	struct chart chart;
	const char *const *files; /* ends with NULL; none: standard input */
	struct fg_out *out; /* for the picture */
	const char *const *bases; /* see prepare_base; NULL */
	const char *nameattr; /* path; NULL */
	const char *colour_map; /* path, read first; NULL */
	struct fg_out *new_colour_map; /* written last; NULL without a map */
	struct listing_options listing; /* text in place of a picture */
	bool callers_first; /* stacks from the leaf to the root */
	bool chain; /* see prepare_chain */
	bool strict; /* a bad line is an error */
	bool one_column; /* two numbers at the end of a line are no pair */
	bool verbose; /* tell what each file held */
	bool allow_empty; /* nothing to draw is no error */
};

/*
 * FG_EINPUT also when there was nothing to draw, which the picture says.
 * Closes both outputs in any case.
 */
fg_status draw(struct draw *draw, struct fg_diag *diag);

#endif
