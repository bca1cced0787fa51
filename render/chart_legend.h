/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHART_LEGEND_H
#define RENDER_CHART_LEGEND_H

#include "chart_frames.h"

/*
 * The legend of a differential chart: two lines below the title.
 *
 *	before 2,171, after 2,399 samples: +228 (+10.5 %)
 *	v shrank -50 % [========] ^ grew +100 %   grey: less than 0.10 %
 */

/* The first line as text, for the viewer, which has exact sums elsewhere. */
void legend_put_sums(struct fg_out *to, const struct drawing *frames,
		     bool exact);

/* All of it, from the baseline `y` of the first line on. */
void legend_write(struct svg *svg, const struct drawing *frames, double y);

#endif
