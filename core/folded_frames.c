/* SPDX-License-Identifier: MIT */
/*
 * Neighbouring lines of a file are similar: in sorted files, they share most
 * of their stack. So the line before is kept. Comparing bytes tells how many
 * names are the same at the beginning, and only the others are looked up. The
 * names of several lines are looked up together with prefetching, because the
 * table of names is not in the near caches.
 */
#include "folded_frames.h"

#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "fg/text.h"
#include "sorted_line.h"
#include "stacks_private.h"

/* Empty names at the end of a stack do not count. */
static fg_str without_empty_end(fg_str stack)
{
	while (stack.n > 0 && (stack.p[stack.n - 1] == ';' ||
			       fg_is_blank(stack.p[stack.n - 1])))
		stack.n--;
	return stack;
}

/* The length of whole names, with the ';' after each, in `same` bytes. */
static size_t whole_names(fg_str a, size_t same)
{
	while (same > 0 && a.p[same - 1] != ';')
		same--;
	return same;
}

/* Adds the stack of the last line in the wanted order, below its mark. */
static void add_turned(struct folded_frames *f, const struct folded_line *line)
{
	fg_frame *to;

	FG_RESERVE(&f->turned, &f->turned_room, f->depth + 1);
	to = f->turned;
	if (f->is_marked)
		*to++ = f->mark;
	for (size_t i = 0; i < f->depth; i++)
		to[i] = f->ids[f->callers_first ? f->depth - 1 - i : i];
	fg_batch_add(&f->batch, f->turned, f->depth + f->is_marked,
		     line->weights, line->count);
}

/*
 * Makes the frames of a line: the shared ones from the line before, the others
 * from its own names.
 */
static void join_frames(struct folded_frames *f, const struct folded_line *line,
			const fg_str *names, const fg_frame *ids)
{
	size_t depth;

	while (f->depth > 0 && f->ends[f->depth - 1] >= line->shared)
		f->depth--;
	depth = f->depth + line->names;
	FG_RESERVE(&f->ids, &f->ids_room, depth);
	FG_RESERVE(&f->ends, &f->ends_room, depth);
	for (size_t i = 0; f->depth < depth; i++, f->depth++) {
		f->ids[f->depth] = ids[i];
		f->ends[f->depth] =
			(uint32_t)(names[i].p + names[i].n - line->stack.p);
	}
}

/* Adds the lines that are waiting. */
static void add_some(struct folded_frames *f)
{
	size_t at = 0;

	FG_RESERVE(&f->name_ids, &f->name_ids_room, f->name_n);
	fg_frames_intern_all(fg_stacks_frames(f->batch.to), f->names, f->name_n,
			     f->name_ids);
	for (size_t i = 0; i < f->line_n; i++) {
		const struct folded_line *line = &f->lines[i];

		join_frames(f, line, f->names + at, f->name_ids + at);
		if (line->follows)
			fg_stacks_append(f->batch.to, f->ids, f->depth,
					 line->weights[0]);
		else if (f->callers_first || f->is_marked)
			add_turned(f, line);
		else
			fg_batch_add(&f->batch, f->ids, f->depth, line->weights,
				     line->count);
		at += line->names;
	}
	f->line_n = f->name_n = 0;
}

/* A bit mask of the ';' among 64 bytes; the first byte is the lowest bit. */
static uint64_t find_ends(const char *p)
{
	uint64_t found = 0;

#ifdef __SSE2__
	for (unsigned i = 0; i < 64; i += 16) {
		__m128i bytes = _mm_loadu_si128((const void *)(p + i));
		__m128i same = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(';'));

		found |= (uint64_t)(unsigned)_mm_movemask_epi8(same) << i;
	}
#else
	for (unsigned i = 0; i < 64; i++)
		found |= (uint64_t)(p[i] == ';') << i;
#endif
	return found;
}

/* Adds the names that end in 64 bytes; returns where the next one begins. */
static const char *add_names(struct folded_frames *f, const char *from,
			     const char *p, uint64_t found)
{
	FG_RESERVE(&f->names, &f->names_room, f->name_n + 65);
	for (; found; found &= found - 1) {
		const char *end = p + __builtin_ctzll(found);

		f->names[f->name_n++] = (fg_str){ from, (size_t)(end - from) };
		from = end + 1;
	}
	return from;
}

/*
 * Splits 64 bytes at a time instead of searching for the end of each name,
 * because most names are short.
 */
static void split_names(struct folded_frames *f, fg_str names)
{
	const char *p = names.p, *from = p, *end = p + names.n;
	char last[64] = { 0 };

	for (; end - p >= 64; p += 64)
		from = add_names(f, from, p, find_ends(p));
	if (end > p)
		memcpy(last, p, (size_t)(end - p));
	from = add_names(f, from, p, find_ends(last));
	/* an empty name at the end does not count */
	if (from < end)
		f->names[f->name_n++] = (fg_str){ from, (size_t)(end - from) };
}

void folded_frames_add(struct folded_frames *f, const struct folded_line *added)
{
	struct folded_line *line = &f->lines[f->line_n++];
	size_t names = f->name_n, same;

	*line = *added;
	line->stack = without_empty_end(line->stack);
	same = fg_common_start(line->stack, f->before);
	f->sorted = f->sorted && line->count == 1 &&
		    sorted_follows(f->before, line->stack, same);
	line->follows = f->sorted;
	line->shared = whole_names(line->stack, same);
	split_names(f, fg_slice(line->stack, line->shared, line->stack.n));
	line->names = f->name_n - names;
	f->before = line->stack;
	if (f->line_n == SOME_LINES || f->name_n >= SOME_NAMES)
		add_some(f);
}

void folded_frames_flush(struct folded_frames *f)
{
	add_some(f);
	if (f->before.p == f->kept.p)
		return;
	f->kept.n = 0;
	fg_buffer_append(&f->kept, f->before);
	f->before = fg_buffer_text(&f->kept);
}

void folded_frames_free(struct folded_frames *f)
{
	fg_batch_free(&f->batch);
	free(f->names);
	free(f->name_ids);
	free(f->kept.p);
	free(f->ids);
	free(f->turned);
	free(f->ends);
}
