/* SPDX-License-Identifier: MIT */
#ifndef RENDER_TITLES_H
#define RENDER_TITLES_H

#include "fg/out.h"

/*
 * What the tooltip of a frame says, in the words that scripts know from
 * flamegraph.pl:
 *
 *	all (1,234 samples, 100%)
 *	NAME (20 samples, 1.62%)
 *	NAME (20 samples, 1.62%; +0.41%)	in a differential profile
 *
 * Counts are exact, and percentages come from exact counts.
 */
struct titles {
	const char *count_name; /* "samples" */
	struct fg_weight factor; /* counts are shown multiplied with it */
	unsigned scale; /* of the weights */
	unsigned columns; /* 2: differential */
	bool negate; /* show a decrease as an increase */
	fg_wide total; /* 100%, in units of 10^-total_scale */
	unsigned total_scale; /* at least `scale` */
};

/* Writes the title of the root, which is no function. */
void titles_root(struct fg_out *to, const struct titles *titles,
		 const fg_wide weight[2]);

/* Writes the title of a frame: weight[0] before, [1] after, or [0] alone. */
void titles_frame(struct fg_out *to, const struct titles *titles, fg_str name,
		  const fg_wide weight[2]);

/* "1,234", with the factor applied. */
void titles_number(struct fg_out *to, const struct titles *titles,
		   fg_wide weight);

/* The name as shown: without one "_[k]", "_[i]", "_[j]" or "_[w]" at the end. */
fg_str titles_name(fg_str name);

/* 100 * part / whole with two decimals, "66.67"; nothing else. */
void titles_percent(struct fg_out *to, fg_wide part, fg_wide whole);

#endif
