/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TIMELINE_H
#define COLLAPSE_TIMELINE_H

#include "fg/alloc.h"
#include "fg/slices.h"
#include "options.h"

/*
 * The slices of time of --timeline (fg/slices.h). A slice begins at a multiple
 * of the length, on the clock of the input. A weight that lasts longer is
 * divided among the slices in proportion.
 */
struct timeline {
	int64_t length; /* of a slice, in ns */
	bool is_absolute; /* times count from before the recording */
	bool has_own_slices; /* some slices are the input's own */
	uint64_t spans, pieces; /* weights that last; their parts */
};

/* The slice lengths in ns, and how many slices there may be. */
enum { TIMELINE_LENGTH = 10000000 };
#define TIMELINE_AUTO_MAX ((size_t)4096)
#define TIMELINE_MAX ((size_t)1000000)

struct timeline timeline_of(const struct collapse_options *options);

/*
 * Makes marks for the stacks of one profile. Zero-initialise all but the first
 * two; `timeline` NULL: no --timeline.
 */
struct slicer {
	struct timeline *timeline;
	struct fg_frames *frames;
	struct fg_buffer thread, last_thread;
	bool has_last;
	int64_t last_time, last_length;
	fg_frame last;
};

/* The thread of the next weights; empty: not known. */
void slicer_thread(struct slicer *slicer, fg_str name);

/* The same, named "COMM/TID"; either may be empty. */
void slicer_task(struct slicer *slicer, fg_str comm, fg_str tid);

/* The mark of the slice with that time, in ns; of the thread alone. */
fg_frame slicer_mark(struct slicer *slicer, int64_t time);
fg_frame slicer_mark_thread(struct slicer *slicer);

/*
 * Divides a weight that lasts from `from` to `until`: returns the mark of the
 * next part, and its weight in *part; false after the last. Begin with *done
 * of 0. The parts sum up to the weight.
 */
struct slicer_span {
	int64_t from, until;
	struct fg_weight weight;
	int64_t at; /* the start of the next part */
	uint64_t given; /* what earlier parts have */
	bool ended;
};
struct slicer_span slicer_begin(struct slicer *slicer, int64_t from,
				int64_t until, struct fg_weight weight);
bool slicer_next(struct slicer *slicer, struct slicer_span *span,
		 fg_frame *mark, struct fg_weight *part);

void slicer_free(struct slicer *slicer);

/*
 * Makes the slices of a profile at the end: *slices from `marked`, the profile
 * without marks in `plain`. Slices are made longer where there are too many.
 */
void timeline_take(struct timeline *timeline, const struct fg_stacks *marked,
		   struct fg_stacks *plain, struct fg_slices *slices,
		   const struct collapse_options *options);

#endif
