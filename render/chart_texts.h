/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_TEXTS_H
#define RENDER_CHART_TEXTS_H

#include "chart_frames.h"

/* The lines of text around the frames of a chart. For chart.c. */

/* Title, subtitle and the line with details. */
void chart_texts_write(struct svg *svg, const struct drawing *frames);

/* What flamegraph.pl's readers look for; it does nothing without a script. */
void chart_texts_controls(struct svg *svg, const struct drawing *frames);

#endif
