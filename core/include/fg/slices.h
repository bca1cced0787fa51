/* SPDX-License-Identifier: MIT */
#ifndef FG_SLICES_H
#define FG_SLICES_H

#include "fg/header.h"
#include "fg/stacks.h"

/*
 * The slices of a profile: its parts in time, and by thread. The profile
 * itself (stacks.h) stays the sum of all.
 *
 * While samples are read, the slice is a root frame that marks the stack. So
 * equal stacks of one slice are one, whoever folds them, and profiles of
 * several threads merge as others do. At the end the mark becomes a list:
 *
 *	struct fg_slice_key key = { .has_time = true, .time = 12000000000 };
 *	struct fg_slices slices = { 0 };
 *	fg_frame ids[] = { fg_slice_mark(frames, &key), main_id, run_id };
 *	fg_stacks_add(stacks, ids, 3, (struct fg_weight){ 7, 0 }, 0);
 *	fg_slices_take(&slices, stacks, plain);
 *	fg_slices_write(out, &slices, plain);
 *	fg_slices_free(&slices);
 */

struct fg_slice_key {
	bool has_time;
	int64_t time, length; /* in ns */
	fg_str thread; /* empty: not known */
};

/* A weight of a slice. */
struct fg_slice_weight {
	uint64_t weight; /* in units of the profile */
	uint32_t stack; /* its number in the profile */
};

struct fg_slice {
	struct fg_slice_key key;
	size_t first, count; /* of `weights` */
};

/* Zero-initialise it; end with fg_slices_free(). */
struct fg_slices {
	/* Without time first; then by time, thread and length. */
	struct fg_slice *items;
	size_t count, room;
	struct fg_slice_weight *weights; /* of a slice in order of the line */
	size_t weight_count, weight_room;
	struct fg_frames *threads; /* owns the names in the keys */
};

/* What no name of a profile begins with: no line of a text has it. */
#define FG_SLICE_MARK "\n"

/* The root frame that stands for the slice. O(length of the thread's name). */
fg_frame fg_slice_mark(struct fg_frames *frames,
		       const struct fg_slice_key *key);

/* False when the name is not one of fg_slice_mark(). key->thread is borrowed. */
bool fg_slice_read_mark(fg_str name, struct fg_slice_key *key);

/*
 * Adds each stack of `marked` to `plain`, which must be empty, without its
 * mark, and its weight to the slice; stacks without a mark are in the slice
 * without time and thread. *slices must be empty. Only the first column has
 * slices: with a second column there are none. O(n log n).
 */
void fg_slices_take(struct fg_slices *slices, const struct fg_stacks *marked,
		    struct fg_stacks *plain);

/*
 * The same slices with `length` (in ns) each, at multiples of it, for a coarser
 * view: those that begin in one of them are added up.
 */
void fg_slices_coarsen(struct fg_slices *slices, const struct fg_stacks *plain,
		       int64_t length);

/* Subtracts `base` from all times. */
void fg_slices_shift(struct fg_slices *slices, int64_t base);

/* The number of distinct times. */
size_t fg_slices_times(const struct fg_slices *slices);

/* The first time; false where no slice has one. */
bool fg_slices_start(const struct fg_slices *slices, int64_t *time);

/* Leaves out the names of threads where there is one only. */
void fg_slices_forget_lone_thread(struct fg_slices *slices,
				  const struct fg_stacks *plain);

/* Whether there is any slice with a time or a thread. */
bool fg_slices_any(const struct fg_slices *slices);

/*
 * Writes all slices as sections of folded text, after the header of the
 * profile, which the caller has written.
 */
void fg_slices_write(struct fg_out *out, const struct fg_slices *slices,
		     const struct fg_stacks *plain);

/*
 * The key of a header: `time`, `length` and `thread`. False where the header
 * has neither time nor thread, or an invalid number in *damaged. The thread is
 * borrowed.
 */
bool fg_slice_of_header(const struct fg_header *header,
			struct fg_slice_key *key, bool *damaged);

void fg_slices_free(struct fg_slices *slices); /* empty after that */

/*
 * Writes "12.35" or "-0.5" for ns into a room of FG_NUMBER_ROOM; returns the
 * length, without the NUL.
 */
size_t fg_write_seconds(char *to, int64_t ns);

#endif
