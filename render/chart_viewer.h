/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_VIEWER_H
#define RENDER_CHART_VIEWER_H

#include "chart_frames.h"

/* What makes a chart interactive: its data and the script. For chart.c. */

/* Whether the chart has a viewer; then its tree must be whole. */
bool chart_has_viewer(const struct chart *chart);

/* The data, then the script. */
void chart_viewer_write(struct svg *svg, const struct drawing *frames,
			const struct background *background);

/*
 * The directives of a Content-Security-Policy that allow every chart's script
 * and style, and no others; to be freed.
 */
struct fg_out *chart_policy(void);

extern const unsigned char chart_style[];
extern const size_t chart_style_size;

#endif
