/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */
#include "fg/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * The one process-wide setting: who is told that memory gave out. Allocation
 * is everywhere, and a context for it would be, too.
 */
static fg_oom_handler oom_handler;

void fg_set_oom_handler(fg_oom_handler handler)
{
	oom_handler = handler;
}

void fg_out_of_memory(size_t size)
{
	if (oom_handler)
		oom_handler(size);
	fprintf(stderr, "fg: out of memory (%zu bytes wanted)\n", size);
	exit(1);
}

void *fg_malloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		fg_out_of_memory(size);
	return p;
}

static size_t bytes_of(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		fg_out_of_memory(SIZE_MAX);
	return bytes;
}

void *fg_calloc(size_t count, size_t size)
{
	size_t bytes = bytes_of(count, size);
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		fg_out_of_memory(bytes);
	return p;
}

/*
 * With 4 KiB pages, random access to a table of many megabytes misses the TLB
 * nearly every time. Asking for 2 MiB pages took a quarter off the reading of
 * a million distinct stacks. Zeros are written, not left to calloc, because a
 * page that is read first and written later faults twice, and the second fault
 * stops every thread.
 */
enum { HUGE_PAGE = 1 << 21 };

static void *huge_pages(size_t bytes)
{
	void *p;

	if (posix_memalign(&p, HUGE_PAGE, bytes) != 0)
		fg_out_of_memory(bytes);
#ifdef MADV_HUGEPAGE
	/* a failure only makes the table slower */
	(void)madvise(p, bytes, MADV_HUGEPAGE);
#endif
	return p;
}

void *fg_calloc_table(size_t count, size_t size)
{
	size_t bytes = bytes_of(count, size);
	void *p;

	p = bytes < 2 * HUGE_PAGE ? fg_malloc(bytes) : huge_pages(bytes);
	memset(p, 0, bytes);
	return p;
}

static void *resize(void *old, size_t bytes)
{
	void *p = realloc(old, bytes ? bytes : 1);

	if (!p)
		fg_out_of_memory(bytes);
	return p;
}

void *fg_realloc_array(void *old, size_t count, size_t size)
{
	return resize(old, bytes_of(count, size));
}

char *fg_str_dup(fg_str s)
{
	char *copy = fg_malloc(s.n + 1);

	if (s.n)
		memcpy(copy, s.p, s.n);
	copy[s.n] = '\0';
	return copy;
}

void *fg_reserve(void *items, size_t *room, size_t need, size_t size)
{
	size_t grown = *room ? *room : 8;

	while (grown < need) {
		if (grown > SIZE_MAX / 2)
			fg_out_of_memory(SIZE_MAX);
		grown *= 2;
	}
	items = resize(items, bytes_of(grown, size));
	*room = grown;
	return items;
}

/*
 * Blocks double up to 1 MiB, so that a small run stays small and a large one
 * makes few calls. A piece larger than a block gets a block of its own.
 */
void fg_buffer_append(struct fg_buffer *buffer, fg_str s)
{
	FG_RESERVE(&buffer->p, &buffer->room, buffer->n + s.n);
	if (s.n > 0)
		memcpy(buffer->p + buffer->n, s.p, s.n);
	buffer->n += s.n;
}

struct fg_arena_block {
	struct fg_arena_block *older;
	size_t size;
	char bytes[];
};

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

static char *arena_grow(struct fg_arena *arena, size_t size)
{
	struct fg_arena_block *block;
	size_t room = FIRST_BLOCK;

	if (arena->blocks && arena->blocks->size < LARGEST_BLOCK)
		room = arena->blocks->size * 2;
	else if (arena->blocks)
		room = LARGEST_BLOCK;
	if (room < size)
		room = size;
	if (room > SIZE_MAX - sizeof *block)
		fg_out_of_memory(size);
	block = fg_malloc(sizeof *block + room);
	block->older = arena->blocks;
	block->size = room < LARGEST_BLOCK ? room : LARGEST_BLOCK;
	arena->blocks = block;
	arena->next = block->bytes + size;
	arena->left = room - size;
	return block->bytes;
}

static char *arena_take(struct fg_arena *arena, size_t size)
{
	char *p = arena->next;

	arena->used += size;
	if (size > arena->left)
		return arena_grow(arena, size);
	arena->next += size;
	arena->left -= size;
	return p;
}

void *fg_arena_alloc(struct fg_arena *arena, size_t size)
{
	size_t skew = (uintptr_t)arena->next % 8;
	size_t pad = skew ? 8 - skew : 0;

	if (size > SIZE_MAX - 8)
		fg_out_of_memory(size);
	if (pad <= arena->left && arena->next) {
		arena->next += pad;
		arena->left -= pad;
	}
	/* a fresh block begins aligned, so only the old one needed padding */
	return arena_take(arena, size);
}

char *fg_arena_bytes(struct fg_arena *arena, fg_str s)
{
	char *copy = arena_take(arena, s.n);

	if (s.n)
		memcpy(copy, s.p, s.n);
	return copy;
}

void fg_arena_free(struct fg_arena *arena)
{
	struct fg_arena_block *block = arena->blocks;

	while (block) {
		struct fg_arena_block *older = block->older;

		free(block);
		block = older;
	}
	*arena = (struct fg_arena){ 0 };
}
