/* SPDX-License-Identifier: MIT */
#ifndef RENDER_TITLES_H
#define RENDER_TITLES_H

#include "fg/amount.h"
#include "fg/out.h"

/*
 * What the tooltip of a frame says, in the words that scripts know from
 * flamegraph.pl:
 *
 *	all (1,234 samples, 100%)
 *	NAME (20 samples, 1.62%)
 *	NAME (20 samples, 1.62%; +0.41%)	in a differential profile
 *
 * or, where the input says what was counted, short and exact (fg/amount.h):
 *
 *	NAME (1.29 s of cpu-clock, 1,292,012,345 ns, 66.67%)
 *
 * Counts are exact, and percentages come from exact counts.
 */
struct titles {
	const char *count_name; /* "samples"; behind exact numbers */
	const struct fg_amounts *amounts; /* NULL: exact numbers alone */
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

/* The same with what is counted: "1,234 samples", or short and exact. */
void titles_count(struct fg_out *to, const struct titles *titles,
		  fg_wide weight);

/* Short where `amounts` says how, else exact; without what is counted. */
void titles_short(struct fg_out *to, const struct titles *titles,
		  fg_wide weight);

/* Whether titles_short() leaves digits out. */
bool titles_is_short(const struct titles *titles, fg_wide weight);

/* What is counted, behind titles_short(): " of cpu-clock", " samples". */
void titles_tail(struct fg_out *to, const struct titles *titles);

/* The name as shown: without one "_[k]", "_[i]", "_[j]" or "_[w]" at the end. */
fg_str titles_name(fg_str name);

/* 100 * part / whole with two decimals, "66.67"; nothing else. */
void titles_percent(struct fg_out *to, fg_wide part, fg_wide whole);

#endif
