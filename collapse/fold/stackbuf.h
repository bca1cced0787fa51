/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STACKBUF_H
#define COLLAPSE_STACKBUF_H

#include "filter.h"
#include "format.h"
#include "timeline.h"

/*
 * One stack under construction, on its way from a format to the profile. The
 * flush applies the options for all formats: --include, --exclude,
 * --skip-after, --merge-recursion.
 *
 *	struct stackbuf stack;
 *	stackbuf_init(&stack, c);
 *	stackbuf_push(&stack, FG_STR("leaf"));
 *	stackbuf_push(&stack, FG_STR("main"));
 *	stackbuf_flush(&stack, LEAF_FIRST, (struct fg_weight){ 7, 0 });
 *	stackbuf_free(&stack);
 *
 * Reuse it for every sample.
 */
struct stackbuf {
	struct fg_stacks *out;
	struct allowance *allowance; /* NULL: no bounds */
	fg_frame *ids;
	size_t depth, room;
	bool is_cut; /* stackbuf_cut() was called for this stack */
	char *text; /* buffer to clean a name in */
	size_t text_room;
	uint64_t dropped; /* samples that a filter dropped */
	struct fg_number weight[2]; /* sums of all added weights, by column */
	struct filter filter;
	struct slicer slicer; /* without a timeline, there are no slices */
	bool is_timed; /* the stack has a time: */
	bool has_slice; /* it has a slice of its own, `slice` */
	fg_frame slice;
	int64_t from, until;
	fg_frame *marked; /* buffer for a stack with its mark */
	size_t marked_room;
};

enum stack_order { ROOT_FIRST, LEAF_FIRST };

/* Frames go to c->out; `c` is used only during the call. */
void stackbuf_init(struct stackbuf *stack, const struct collapse *c);

/*
 * Appends a frame. In its name ';' becomes ':', control characters become
 * blanks, and an empty one becomes "-". See allowance.h for very long ones.
 */
void stackbuf_push(struct stackbuf *stack, fg_str name);

/* The same without appending it; for formats that use a frame often. */
fg_frame stackbuf_intern(struct stackbuf *stack, fg_str name);

/*
 * The whole name, or as many whole characters as the run's allowance permits.
 * Interning does the same; this is for code that builds names before.
 */
fg_str stackbuf_within(struct stackbuf *stack, fg_str name);

/* Appends a frame whose id in the profile's interner is known. */
void stackbuf_push_id(struct stackbuf *stack, fg_frame id);

/*
 * Adds the stack with `weight` and empties the buffer. With LEAF_FIRST, a root
 * frame (a thread's name) is pushed last.
 */
void stackbuf_flush(struct stackbuf *stack, enum stack_order order,
		    struct fg_weight weight);

/*
 * The same for a stack that `samples` samples have, alike in weight: the header
 * says of how many samples the weights are the sum where all are added so.
 * Weights in samples need no such call (run_header() knows).
 */
void stackbuf_flush_samples(struct stackbuf *stack, enum stack_order order,
			    struct fg_weight weight, uint64_t samples);

/* The same with a weight for each of two columns. */
void stackbuf_flush2(struct stackbuf *stack, enum stack_order order,
		     struct fg_weight first, struct fg_weight second);

/*
 * The time of the stack that is flushed next, in ns on the input's clock: its
 * weight is spread from `from` to `until`, which may be the same. Without this
 * call, the stack has no time.
 */
static inline void stackbuf_time(struct stackbuf *stack, int64_t from,
				 int64_t until)
{
	stack->is_timed = true;
	stack->from = from;
	stack->until = until;
}

/* The same for a slice of the input itself, which stays as it is. */
void stackbuf_slice(struct stackbuf *stack, const struct fg_slice_key *key);

/* The thread of all stacks from here on; see timeline.h. */
static inline void stackbuf_thread(struct stackbuf *stack, fg_str name)
{
	if (stack->slicer.timeline)
		slicer_thread(&stack->slicer, name);
}

/*
 * How many frames to push of a stack whose callers are followed one by one:
 * any number, or few once the run's allowance is used up (allowance.h). The
 * flush would cut the stack to this number, but pushing more frames costs
 * time, too. If callers are left then, call stackbuf_cut().
 */
size_t stackbuf_depth_max(const struct stackbuf *stack);

/* Appends "[truncated]" in the place of all further callers. */
void stackbuf_cut(struct stackbuf *stack);

/*
 * For a path that begins with the root: how many of its `depth` frames not to
 * push, from the root on. "[truncated]" is pushed in their place.
 */
size_t stackbuf_skip(struct stackbuf *stack, size_t depth);

/* Appends frames, the leaf first: as many as allowed, then the mark. */
void stackbuf_push_ids(struct stackbuf *stack, const fg_frame *ids,
		       size_t count);

/* Forgets the frames pushed so far. */
void stackbuf_clear(struct stackbuf *stack);

void stackbuf_free(struct stackbuf *stack);

#endif
