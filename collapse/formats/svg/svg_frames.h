/* SPDX-License-Identifier: MIT */
#ifndef SVG_FRAMES_H
#define SVG_FRAMES_H

#include "fold/stackbuf.h"

/*
 * Stacks from the rectangles of a flame graph: what stands on what, and how
 * much of each is not covered by what stands on it.
 *
 *	struct svg_frames frames = { 0 };
 *	svg_frames_add(&frames, title, x, y, width);    for each rectangle
 *	svg_frames_fold(&frames, inverted, &stack);
 *	svg_frames_free(&frames);
 */
struct svg_frames {
	struct svg_frame *items;
	size_t count, room;
	struct fg_arena names;
	uint64_t orphans; /* out: frames that stand on nothing */
	uint64_t excess; /* out: frames narrower than what stands on them */
	uint64_t untitled; /* titles without a count; their width is taken */
};

/*
 * `title` is "NAME (12 samples, 3.4%)"; width is what the frame weighs where
 * the title does not say. Any unit will do for the numbers.
 */
void svg_frames_add(struct svg_frames *frames, fg_str title, double x, double y,
		    double width);

/* `inverted`: roots are at the top, unless a frame "all" tells. */
void svg_frames_fold(struct svg_frames *frames, bool inverted,
		     struct stackbuf *stack);
void svg_frames_free(struct svg_frames *frames);

#endif
