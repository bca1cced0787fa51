/* SPDX-License-Identifier: MIT */
#ifndef FG_FRAMES_H
#define FG_FRAMES_H

#include "fg/base.h"

/*
 * Frame interner: gives every distinct frame name a small dense id, so that
 * each later stage stores and compares integers instead of strings.
 *
 *	struct fg_frames *frames = fg_frames_new();
 *	fg_frame id = fg_frames_intern(frames, FG_STR("main"));
 *	printf("%.*s\n", FG_FMT(fg_frames_name(frames, id)));
 *	fg_frames_free(frames);
 *
 * Ids count up from 0 in order of first sight. A name is plain bytes, in any
 * encoding. Use one interner per thread: there is no locking.
 */
struct fg_frames;
typedef uint32_t fg_frame;

struct fg_frames *fg_frames_new(void);

/* Frees the interner and every name it handed out. NULL is allowed. */
void fg_frames_free(struct fg_frames *frames);

/*
 * Returns the id of `name`, copying it in on first sight; the caller's bytes
 * may go away at once. Amortised O(name.n). Running out of ids is treated
 * as running out of memory.
 */
fg_frame fg_frames_intern(struct fg_frames *frames, fg_str name);

/*
 * Finds the ids of `count` names at once and writes them to `ids`. It
 * prefetches for all names before it looks at the first, which is faster for a
 * large table.
 */
void fg_frames_intern_all(struct fg_frames *frames, const fg_str *names,
			  size_t count, fg_frame *ids);

/* Name of an id this interner gave out; borrowed, valid until _free(). */
fg_str fg_frames_name(const struct fg_frames *frames, fg_frame id);

/* Number of distinct names, which is also one past the largest id. */
size_t fg_frames_count(const struct fg_frames *frames);

/* Exchanges all names and ids of two interners. O(1). */
void fg_frames_swap(struct fg_frames *a, struct fg_frames *b);

#endif
