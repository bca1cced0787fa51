/* SPDX-License-Identifier: MIT */
#ifndef FG_HEADER_H
#define FG_HEADER_H

#include "fg/out.h"

/*
 * The comment line that fg-diff --header writes first, and that fg-render
 * takes the numbers of its legend from:
 *
 *	# fg-diff before=1500 after=1200 normalize=after scaled-before=1200
 *
 * The sums are those of the whole profiles, also where stacks were left out.
 */
enum fg_normalize {
	FG_NORMALIZE_NONE,
	FG_NORMALIZE_AFTER, /* before scaled to after's sum */
	FG_NORMALIZE_BEFORE, /* after scaled to before's sum */
	FG_NORMALIZE_COMMON, /* the smaller scaled to the larger */
	FG_NORMALIZE_FACTOR, /* before scaled by a given number */
};

struct fg_header {
	fg_wide total[2]; /* before, after: as read */
	fg_wide scaled[2]; /* as they are in the columns */
	unsigned scale; /* all in units of 10^-scale */
	enum fg_normalize normalize;
};

/* "none", "after", "before", "common", "factor" */
const char *fg_normalize_name(enum fg_normalize normalize);

/* False when there is no such name. */
bool fg_normalize_find(fg_str name, enum fg_normalize *normalize);

void fg_header_write(struct fg_out *out, const struct fg_header *header);

/*
 * Reads such a line (without its line end). False when it is none, or is
 * damaged; *header is then unchanged. Words it does not know are skipped.
 */
bool fg_header_parse(fg_str line, struct fg_header *header);

#endif
