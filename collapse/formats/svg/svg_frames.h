/* SPDX-License-Identifier: MIT */
#ifndef SVG_FRAMES_H
#define SVG_FRAMES_H

#include "fold/stackbuf.h"

/*
 * Computes stacks from the rectangles of a flame graph: the caller of each
 * frame, and the part of each frame without its callees.
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
	uint64_t orphans; /* out: frames without a caller */
	uint64_t excess; /* out: frames narrower than their callees */
	uint64_t untitled; /* titles without a count; the width is used */
};

/*
 * `title` is "NAME (12 samples, 3.4%)"; width is the frame's weight if the
 * title has none. The numbers may be in any unit.
 */
void svg_frames_add(struct svg_frames *frames, fg_str title, double x, double y,
		    double width);

/* `inverted`: roots are at the top, unless a frame "all" tells. */
void svg_frames_fold(struct svg_frames *frames, bool inverted,
		     struct stackbuf *stack);
void svg_frames_free(struct svg_frames *frames);

#endif
