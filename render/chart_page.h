/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_PAGE_H
#define RENDER_CHART_PAGE_H

#include "chart.h"
#include "svg_write.h"

/* What surrounds the picture in a chart's document. For chart.c. */

/* As it was given, or by what is drawn. */
const char *chart_title(const struct chart *chart);

/* As it was given, or the palette's. */
const struct background *chart_background(const struct chart *chart);

/* The prolog and the root element, which the caller ends. */
void chart_page_begin(struct svg *svg, const struct chart *chart, double width,
		      double height);

/* The notes as a comment; none where there are none. */
void chart_page_notes(struct svg *svg, const struct chart *chart);

/* The gradient's definition, and the area that is filled with it. */
void chart_page_gradient(struct svg *svg, const struct chart *chart);
void chart_page_background(struct svg *svg, const struct chart *chart);

#endif
