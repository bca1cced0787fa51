/* SPDX-License-Identifier: MIT */
#ifndef RENDER_DRAW_H
#define RENDER_DRAW_H

#include "chart.h"

/*
 * The whole way from folded files to one picture; what main asks for.
 */
struct draw {
	struct chart chart;
	const char *const *files; /* ends with NULL; none: standard input */
	const char *output; /* NULL or "-" is standard output */
	const char *const *bases; /* see prepare_base; NULL */
	const char *nameattr; /* path; NULL */
	const char *colour_map; /* path, read and written; NULL */
	bool reverse; /* leaf first */
	bool chain; /* see prepare_chain */
	bool strict; /* a bad line is an error */
	bool verbose; /* tell what each file held */
	bool allow_empty; /* nothing to draw is no error */
};

/* FG_EINPUT also when there was nothing to draw, which the picture says. */
fg_status draw(struct draw *draw, struct fg_diag *diag);

#endif
