/* SPDX-License-Identifier: MIT */
#ifndef FG_STACKS_H
#define FG_STACKS_H

#include "fg/frames.h"
#include "fg/samples.h"

/*
 * The folded profile: distinct stacks, each with one or two weights. This is
 * what fg-collapse fills and prints, what fg-render draws (through fg_tree)
 * and what fg-diff joins.
 *
 *	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
 *	fg_frame stack[] = { main_id, run_id };
 *	fg_stacks_add(stacks, stack, 2, (struct fg_weight){ 7, 0 }, 0);
 *
 * A stack is an array of frame ids, root first, kept once in an arena. One
 * hash over all ids finds equal stacks, so adding a sample costs one probe
 * however deep it is. Sorting makes the call tree from it later (tree.h),
 * without any hashing.
 */
struct fg_stacks;

enum fg_stacks_mode {
	FG_FOLD, /* equal stacks become one; weights are summed */
	FG_KEEP_ORDER, /* every sample stays, in order; for flame charts */
};

/* An empty profile with an interner of its own; the caller frees it. */
struct fg_stacks *fg_stacks_new(enum fg_stacks_mode mode);
void fg_stacks_free(struct fg_stacks *stacks); /* NULL is allowed */

/* Drops all stacks; names keep their ids. */
void fg_stacks_clear(struct fg_stacks *stacks);

/* The interner of this profile's frames; owned by `stacks`. */
struct fg_frames *fg_stacks_frames(struct fg_stacks *stacks);
const struct fg_frames *fg_stacks_names(const struct fg_stacks *stacks);

/*
 * Adds `weight` to `column` (0 or 1) of the stack of `depth` ids, root first;
 * depth 0 is allowed: weight of the root alone. A weight with a finer scale
 * rescales all weights; if these would not fit in 64 bits then, the finer
 * weight is rounded instead. Sums past 64 bits stop at UINT64_MAX;
 * fg_stacks_saturated returns this. Returns the number of the stack. O(depth).
 */
size_t fg_stacks_add(struct fg_stacks *stacks, const fg_frame *ids,
		     size_t depth, struct fg_weight weight, unsigned column);

/*
 * What the profile knows of the samples behind the weights of a column.
 * Whoever adds a stack of one or several samples adds them here, too; merging
 * keeps them. fg_samples_known() tells whether they cover all weights.
 *
 *	fg_stacks_add(stacks, ids, depth, weight, 0);
 *	fg_samples_add(fg_stacks_samples(stacks, 0), weight);
 */
struct fg_samples *fg_stacks_samples(struct fg_stacks *stacks, unsigned column);

/*
 * Adds both columns at once. If the profile had one column so far, the weights
 * that are already there count the same in both.
 */
void fg_stacks_add2(struct fg_stacks *stacks, const fg_frame *ids, size_t depth,
		    struct fg_weight first, struct fg_weight second);

/*
 * The same in batches, for readers of millions of stacks. A large index fits
 * in no cache, so a batch prefetches for several stacks and looks up each one
 * when its slot is in the cache. Zero-initialise all but `to` and `column`;
 * added stacks count only after the flush.
 *
 *	struct fg_batch batch = { .to = stacks };
 *	fg_batch_add(&batch, ids, depth, &weight, 1);
 *	fg_batch_flush(&batch);
 *	fg_batch_free(&batch);
 */
enum { FG_BATCH = 16 };
struct fg_batch {
	struct fg_stacks *to;
	unsigned column; /* where single weights go, as in fg_stacks_add */
	fg_frame *ids;
	size_t used, room;
	unsigned count;
	struct fg_batch_item {
		size_t at, depth; /* in ids */
		uint64_t hash;
		struct fg_weight weight[2];
		unsigned weights; /* 1, or 2 for a pair */
	} items[FG_BATCH];
};

/*
 * Copies the ids; `count` is the number of weights, 1 or 2, with the meaning
 * of the functions above.
 */
void fg_batch_add(struct fg_batch *batch, const fg_frame *ids, size_t depth,
		  const struct fg_weight *weights, unsigned count);
void fg_batch_flush(struct fg_batch *batch);
void fg_batch_free(struct fg_batch *batch);

/*
 * Adds all of `from`, which keeps its own ids and is not changed. Where one
 * of the two has one column, its weights count the same in both.
 */
void fg_stacks_merge(struct fg_stacks *to, const struct fg_stacks *from);

/*
 * As fg_stacks_merge, but leaves `from` without stacks, and copies nothing
 * where `to` has neither stacks nor names. The interners that
 * fg_stacks_frames() returned for both stay valid; ids of `from` do not.
 */
void fg_stacks_move(struct fg_stacks *to, struct fg_stacks *from);

/*
 * The number of stacks; the number of decimals in the units of all weights;
 * whether a weight was stopped at UINT64_MAX.
 */
size_t fg_stacks_count(const struct fg_stacks *stacks);
unsigned fg_stacks_scale(const struct fg_stacks *stacks);

/*
 * Gives the units of all weights at least `scale` decimals, unless a weight
 * would no longer fit.
 */
void fg_stacks_refine(struct fg_stacks *stacks, unsigned scale);
bool fg_stacks_saturated(const struct fg_stacks *stacks);

/* Whether the mode is FG_KEEP_ORDER. */
bool fg_stacks_in_order(const struct fg_stacks *stacks);

/* Whether anything was added with fg_stacks_add2 or to column 1. */
bool fg_stacks_two_columns(const struct fg_stacks *stacks);

/* Stack number `i` in order of arrival; ids are borrowed until the next add. */
struct fg_stack {
	const fg_frame *ids; /* root first */
	size_t depth;
	uint64_t weight[2]; /* in units of 10^-scale */
};
struct fg_stack fg_stacks_get(const struct fg_stacks *stacks, size_t i);

/* Prefetches stack number `i`, which will be needed soon. */
void fg_stacks_ahead(const struct fg_stacks *stacks, size_t i);

/* Sum of a column, exact, in units of 10^-scale. O(count). */
fg_wide fg_stacks_total(const struct fg_stacks *stacks, unsigned column);

/*
 * Guesses the weight of one sample: 1, or the period of which all weights are
 * multiples; 0 when the weights do not look like samples (decimals, or all
 * large). An empty profile has samples. O(count).
 */
uint64_t fg_stacks_period(const struct fg_stacks *stacks);

#endif
