/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_STACKBUF_H
#define COLLAPSE_STACKBUF_H

#include "format.h"

/*
 * One stack under construction, on its way from a format to the profile.
 * What the user asked of all formats alike happens in the flush: --include,
 * --exclude, --skip-after, --merge-recursion.
 *
 *	struct stackbuf stack = { .c = c };
 *	stackbuf_push(&stack, FG_STR("leaf"));
 *	stackbuf_push(&stack, FG_STR("main"));
 *	stackbuf_flush(&stack, LEAF_FIRST, (struct fg_weight){ 7, 0 });
 *	stackbuf_free(&stack);
 *
 * Zero-initialise all but `c`; reuse it for every sample.
 */
struct stackbuf {
	struct collapse *c;
	fg_frame *ids;
	size_t depth, room;
	char *text; /* room to clean a name in */
	size_t text_room;
	uint64_t dropped; /* samples that a filter kept out */
	signed char *verdicts; /* per frame id: what the filters said */
	size_t verdicts_room;
};

enum stack_order { ROOT_FIRST, LEAF_FIRST };

/*
 * Appends a frame; ';' in a name becomes ':', LF, CR and NUL become blanks.
 */
void stackbuf_push(struct stackbuf *stack, fg_str name);

/* Appends a frame whose id in c->out's interner is known. */
void stackbuf_push_id(struct stackbuf *stack, fg_frame id);

/*
 * Adds the stack with `weight` and empties the buffer. A root that comes
 * before everything (a thread's name) is pushed last when LEAF_FIRST.
 */
void stackbuf_flush(struct stackbuf *stack, enum stack_order order,
		    struct fg_weight weight);

/* Forgets the frames pushed so far. */
void stackbuf_clear(struct stackbuf *stack);

void stackbuf_free(struct stackbuf *stack);

#endif
