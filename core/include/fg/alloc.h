/* SPDX-License-Identifier: MIT */
#ifndef FG_ALLOC_H
#define FG_ALLOC_H

#include "fg/base.h"

/*
 * Allocation that cannot fail, and an arena for things that live as long as
 * their owner.
 *
 *	uint32_t *ids = NULL;
 *	size_t room = 0;
 *	FG_RESERVE(&ids, &room, count + 1);
 *	ids[count++] = id;
 *	free(ids);
 *
 * Running out of memory, or a size that overflows, calls the handler, which
 * by default writes one line and ends the process with status 1.
 */

/* Called with the size that could not be had; must not return. */
typedef void (*fg_oom_handler)(size_t size);

/* Replaces the handler for the whole process; NULL restores the default. */
void fg_set_oom_handler(fg_oom_handler handler);

FG_NORETURN void fg_out_of_memory(size_t size);

/* Return memory the caller frees with free(); never NULL, also for 0. */
FG_NEVER_NULL void *fg_malloc(size_t size);
FG_NEVER_NULL void *fg_calloc(size_t count, size_t size);
/* as fg_calloc, for a table with random access */
FG_NEVER_NULL void *fg_calloc_table(size_t count, size_t size);
FG_NEVER_NULL void *fg_realloc_array(void *old, size_t count, size_t size);
FG_NEVER_NULL char *fg_str_dup(fg_str s); /* adds a NUL */

/*
 * Makes room for `need` items of `size` bytes in the array at *items, whose
 * capacity is *room; grows by doubling, so that appending is O(1) amortised.
 */
FG_NEVER_NULL void *fg_reserve(void *items, size_t *room, size_t need,
			       size_t size);

/* After this, *items is not NULL, also where need is 0. */
#define FG_RESERVE(items, room, need)                                   \
	do {                                                            \
		if (FG_UNLIKELY((need) > *(room) || !*(items)))         \
			*(items) = fg_reserve(*(items), (room), (need), \
					      sizeof **(items));        \
	} while (0)

/*
 * A buffer that grows at its end. Zero-initialise it; free it with
 * free(buffer.p).
 */
struct fg_buffer {
	char *p;
	size_t n, room;
};

/* Copies `s`, which must not lie in the buffer itself. Amortised O(s.n). */
void fg_buffer_append(struct fg_buffer *buffer, fg_str s);

/* The content; valid until the buffer grows. */
static inline fg_str fg_buffer_text(const struct fg_buffer *buffer)
{
	return (fg_str){ buffer->p, buffer->n };
}

/*
 * Memory that is handed out in pieces and freed as a whole. Zero-initialise
 * it; pieces do not move until fg_arena_free.
 */
struct fg_arena {
	struct fg_arena_block *blocks;
	char *next;
	size_t left;
	size_t used; /* bytes handed out */
};

void *fg_arena_alloc(struct fg_arena *arena, size_t size); /* 8-aligned */
char *fg_arena_bytes(struct fg_arena *arena, fg_str s); /* copy, unaligned */
void fg_arena_free(struct fg_arena *arena); /* the arena is empty after that */

#endif
