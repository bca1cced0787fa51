/* SPDX-License-Identifier: MIT */
#ifndef RENDER_DIFFERENCE_H
#define RENDER_DIFFERENCE_H

#include "fg/header.h"
#include "widths.h"

/*
 * How strongly a frame of a differential profile is coloured: from -1 for
 * what shrank most over 0 to 1 for what grew most. No colours here.
 *
 *	struct difference diff;
 *	difference_init(&diff, tree, &widths, &options, period);
 *	... difference_share(&diff, node)
 *
 * By default, a frame's change is measured relative to the frame itself: a
 * function that became twice as slow has a strong colour; its callers, which do
 * much more, have a weaker one. Where weights are samples, a change that can be
 * chance is pale, whatever its size. The scale ends where 98 % of the picture's
 * area end, so that a few extreme frames do not make the others pale.
 */
struct difference_options {
	enum diff_width width; /* names the columns, whatever `negate` */
	bool by_self; /* the frame's own weight, without what it called */
	bool absolute; /* weights, not relative to the frame itself */
	bool root; /* the square root of it: small changes are seen */
	bool negate; /* show what grew as shrunk */
	bool min_given, min_percent;
	struct fg_weight min; /* what changed less is grey */
	bool has_sums;
	struct fg_sums sums; /* of fg-diff's header, if it was there */
	bool has_noise; /* of several runs, in that header */
	double noise[2], spread[2]; /* see fg_header_noise() */
};

struct difference {
	const struct fg_tree *tree;
	const struct difference_options *options;
	double least; /* units; smaller changes are no change */
	double most; /* has the full colour: units, or a part of 1 */
	double period; /* what a sample weighs; 0: unknown */
	/* a column's error: the root of w * (noise + spread * w), in units */
	double noise[2], spread[2];
};

/*
 * The sides as the reader sees them: with `negate`, before is the second
 * column. The width that shows a side, and whether the picture's does.
 */
enum diff_width difference_width(const struct difference_options *options,
				 bool before);
bool difference_shows(const struct difference_options *options, bool before);

/* `period` as of fg_stacks_period. O(nodes). */
void difference_init(struct difference *diff, const struct fg_tree *tree,
		     const struct widths *widths,
		     const struct difference_options *options, uint64_t period);

/* From -1 to 1; 0 for what is grey. O(1). */
double difference_share(const struct difference *diff, uint32_t node);

/*
 * Whether the frame, with all it called, is there on one side only; false
 * for what is grey.
 */
bool difference_is_gone(const struct difference *diff, uint32_t node);
bool difference_is_new(const struct difference *diff, uint32_t node);

#endif
