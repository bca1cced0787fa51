/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_H
#define RENDER_CHART_H

#include "colourmap.h"
#include "difference.h"
#include "embed_mode.h"
#include "fg/header.h"
#include "fg/out.h"
#include "fg/stacks.h"
#include "nameattr.h"
#include "palette.h"

/* What the colours of a flame graph mean. */
enum colour_by {
	COLOUR_BY_NAME, /* as `colouring` says */
	COLOUR_BY_SHARE, /* wider frames are redder */
	COLOUR_BY_MODULE, /* what the function belongs to; see module.h */
	COLOUR_BY_SELF, /* the share of its weight that is its own */
};

/*
 * One flame graph as one SVG document: title, frames, details line, and the
 * viewer. What is drawn is decided in layout.h and palette.h; the words of
 * the tooltips are in titles.h.
 *
 *	struct chart chart = chart_defaults();
 *	chart.subtitle = "10 s of load";
 *	chart_write(out, stacks, &chart);
 */
struct chart {
	/* Texts; NULL for none. */
	const char *title; /* NULL: by what is drawn */
	const char *subtitle, *notes;
	const char *count_name; /* NULL: as the header says, or "samples" */
	const char *name_type;
	const struct fg_header *header; /* of the input; NULL: it has none */

	/* px, but for font_width in em. */
	double width, row, font_size, font_width;
	const char *font;
	double min_width; /* narrower frames are not in the picture */
	bool min_is_percent;
	double static_min; /* px; of narrower frames, the still picture has none ... */
	size_t static_most; /* ... if there are more than this: the widest stay */

	bool icicle; /* the root on top */
	bool flame_chart; /* drawn in the order of time; for the title only */
	struct difference_options difference; /* for two columns */
	bool safe_colours; /* blue and orange for differences */
	struct fg_weight total; /* what 100% is, if more than there is */
	struct fg_weight factor;

	struct colouring colouring;
	enum colour_by colour_by; /* of one column */
	const struct background *background; /* NULL: of the palette */
	struct background
		flat; /* used if its name is set, also in the dark theme */
	const char *ui_colour, *search_colour, *stroke_colour; /* "#rrggbb" */
	struct colourmap *map; /* colours to keep; NULL */
	const struct nameattr *attributes; /* NULL */

	bool classic; /* an element for every frame, as flamegraph.pl has */
	bool no_script;
	enum embed_mode
		embed; /* if not classic; EMBED_NONE means no_script, too */

	/* For the viewer. */
	const char *unit; /* samples ns us ms s bytes count; NULL: by name */
	const char *const *search; /* ends with NULL; NULL: none */
	bool fixed; /* the width stays when the window is wider */
	bool keep_end; /* long labels lose their beginning */
	bool pretty;
	const char *encoding; /* NULL for UTF-8 */
	struct fg_diag
		*diag; /* for messages about what was left out; NULL: none */
};

/* What fg-render draws without options. */
struct chart chart_defaults(void);

/* Draws a profile whose total is not 0. */
void chart_write(struct fg_out *out, const struct fg_stacks *stacks,
		 const struct chart *chart);

/* A small picture that says there was nothing to draw. */
void chart_write_empty(struct fg_out *out, const struct chart *chart);

#endif
