/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STACKBUF_H
#define COLLAPSE_STACKBUF_H

#include "filter.h"
#include "format.h"

/*
 * One stack under construction, on its way from a format to the profile.
 * What the user asked of all formats alike happens in the flush: --include,
 * --exclude, --skip-after, --merge-recursion.
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
	struct allowance *allowance; /* NULL: without bounds */
	fg_frame *ids;
	size_t depth, room;
	bool is_cut; /* this stack, by stackbuf_cut() */
	char *text; /* room to clean a name in */
	size_t text_room;
	uint64_t dropped; /* samples that a filter kept out */
	struct fg_number weight[2]; /* of all that were added, by column */
	struct filter filter;
};

enum stack_order { ROOT_FIRST, LEAF_FIRST };

/* Frames go to c->out; `c` must stay only during the call. */
void stackbuf_init(struct stackbuf *stack, const struct collapse *c);

/*
 * Appends a frame. In its name ';' becomes ':', control characters become
 * blanks, and an empty one becomes "-". See allowance.h for very long ones.
 */
void stackbuf_push(struct stackbuf *stack, fg_str name);

/* The same without appending it; for formats that meet a frame often. */
fg_frame stackbuf_intern(struct stackbuf *stack, fg_str name);

/*
 * All of a name, or as many whole characters as the run's allowance leaves it.
 * Interning does so, too; for who puts names together before.
 */
fg_str stackbuf_within(struct stackbuf *stack, fg_str name);

/* Appends a frame whose id in the profile's interner is known. */
void stackbuf_push_id(struct stackbuf *stack, fg_frame id);

/*
 * Adds the stack with `weight` and empties the buffer. A root that comes
 * before everything (a thread's name) is pushed last when LEAF_FIRST.
 */
void stackbuf_flush(struct stackbuf *stack, enum stack_order order,
		    struct fg_weight weight);

/* The same with a weight for each of two columns. */
void stackbuf_flush2(struct stackbuf *stack, enum stack_order order,
		     struct fg_weight first, struct fg_weight second);

/*
 * How many frames to push of a stack whose callers are followed from one to the
 * next: any number, or few once the run's allowance is used up (allowance.h).
 * The flush would cut the stack to as many, but pushing them is work, too.
 * Where callers are left then, call stackbuf_cut().
 */
size_t stackbuf_depth_max(const struct stackbuf *stack);

/* Appends "[truncated]" in the place of all further callers. */
void stackbuf_cut(struct stackbuf *stack);

/*
 * For a path of which the root comes first: how many of its `depth` frames not
 * to push, from the root on. "[truncated]" is pushed in their place.
 */
size_t stackbuf_skip(struct stackbuf *stack, size_t depth);

/* Appends frames, the leaf first: as many as it may have, then the mark. */
void stackbuf_push_ids(struct stackbuf *stack, const fg_frame *ids,
		       size_t count);

/* Forgets the frames pushed so far. */
void stackbuf_clear(struct stackbuf *stack);

void stackbuf_free(struct stackbuf *stack);

#endif
