/* SPDX-License-Identifier: MIT */
#ifndef CORE_FOLDED_FRAMES_H
#define CORE_FOLDED_FRAMES_H

#include "fg/alloc.h"
#include "fg/stacks.h"

/*
 * Turns the text of stacks into frames of a profile. Zero-initialise all but
 * `batch.to` and `callers_first`.
 *
 *	struct folded_frames frames = { .batch.to = stacks };
 *	folded_frames_add(&frames, &line);		for each line
 *	folded_frames_flush(&frames);			while the text is there
 *	fg_batch_flush(&frames.batch);			at the end
 *	folded_frames_free(&frames);
 *
 * O(bytes that differ from the line before), plus a look-up for each name in
 * these.
 */
struct folded_line {
	fg_str stack; /* "main;parse;read" */
	struct fg_weight weights[2];
	unsigned count; /* number of weights */
	/* The rest is for folded_frames.c. */
	size_t shared; /* bytes of whole names shared with the line before */
	size_t names; /* number of names after these */
	bool follows; /* all lines so far are sorted */
};

/*
 * Lines and names wait until there are this many; then one prefetch serves
 * all.
 */
enum { SOME_LINES = 16, SOME_NAMES = 64 };

struct folded_frames {
	struct fg_batch batch;
	bool callers_first; /* leaf first */
	bool is_marked; /* `mark` is the root of each stack: slices.h */
	fg_frame mark; /* flush before it changes */
	/*
	 * All stacks so far were sorted, and were appended to batch.to
	 * (fg_stacks_append). Set it for an empty profile.
	 */
	bool sorted;

	struct folded_line lines[SOME_LINES];
	fg_str *names; /* the names of all `lines`, without shared ones */
	fg_frame *name_ids;
	size_t line_n, name_n, names_room, name_ids_room;
	fg_str before; /* the last stack */
	struct fg_buffer kept; /* a copy of it, when its text is gone */

	/* The frames of the stack that was added last. */
	fg_frame *ids, *turned; /* turned: leaf first, or marked */
	uint32_t *ends; /* where each name ends */
	size_t depth, ids_room, turned_room, ends_room;
};

/* Empty names at the end of the stack do not count. */
void folded_frames_add(struct folded_frames *f, const struct folded_line *line);

/* Call it before the text that the lines point to changes. */
void folded_frames_flush(struct folded_frames *f);
void folded_frames_free(struct folded_frames *f);

#endif
