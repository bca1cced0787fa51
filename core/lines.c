/* SPDX-License-Identifier: MIT */
/*
 * Bytes come from source.h (file, memory; unpacked, as UTF-8) into one buffer,
 * which grows to the longest line. The bytes between `start` and `end` were
 * read but not yet returned.
 */
#include "fg/lines.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "source.h"

struct fg_lines {
	struct source *source;
	struct fg_diag *diag;
	const char *name;
	char *p;
	size_t start, end, room;
	uint64_t line;
	uint64_t bytes; /* number read; other threads read it, too */
	fg_status status;
	bool ended; /* the source has ended */
	bool is_cut; /* but too early */
	bool no_end; /* the last line that was returned has no LF */
};

enum { READ_SIZE = 1 << 16, LINE_MAX_BYTES = 1 << 30, CUT_TRIES = 16 };

static struct fg_lines *lines_new(struct source *source, const char *name,
				  struct fg_diag *diag)
{
	struct fg_lines *in;

	if (!source)
		return NULL;
	in = fg_calloc(1, sizeof *in);
	in->source = source;
	in->name = name;
	in->diag = diag;
	in->room = READ_SIZE;
	in->p = fg_malloc(in->room);
	return in;
}

struct fg_lines *fg_lines_open(const char *path, struct fg_diag *diag)
{
	const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;

	return lines_new(source_open(path, name, diag), name, diag);
}

struct fg_lines *fg_lines_from_memory(fg_str text, const char *name,
				      struct fg_diag *diag)
{
	return lines_new(source_memory(text, name, diag), name, diag);
}

fg_status fg_lines_close(struct fg_lines *in)
{
	fg_status status = in ? in->status : FG_EIO;

	if (!in)
		return status;
	source_close(in->source);
	free(in->p);
	free(in);
	return status;
}

struct fg_loc fg_lines_loc(const struct fg_lines *in)
{
	return (struct fg_loc){ in->name, in->line };
}

struct fg_loc fg_lines_whole(const struct fg_lines *in)
{
	return (struct fg_loc){ fg_lines_loc(in).file, 0 };
}

fg_status fg_lines_status(const struct fg_lines *in)
{
	return in->status;
}

bool fg_lines_cut(const struct fg_lines *in)
{
	return in->is_cut && in->start == in->end;
}

uint64_t fg_lines_bytes(const struct fg_lines *in)
{
	return __atomic_load_n(&in->bytes, __ATOMIC_RELAXED);
}

/* Reads up to `n` bytes to `to`; 0 at the end. */
static size_t read_source(struct fg_lines *in, char *to, size_t n)
{
	size_t got;

	if (in->ended)
		return 0;
	got = source_read(in->source, to, n);
	__atomic_store_n(&in->bytes, in->bytes + got, __ATOMIC_RELAXED);
	if (got == 0) {
		in->ended = true;
		if (in->status == FG_OK)
			in->status = source_status(in->source);
		in->is_cut = in->status != FG_OK || source_is_cut(in->source);
	}
	return got;
}

/* Reads more bytes after `end`; false at the end of the input. */
static bool more(struct fg_lines *in)
{
	size_t got;

	if (in->start > 0) {
		memmove(in->p, in->p + in->start, in->end - in->start);
		in->end -= in->start;
		in->start = 0;
	}
	FG_RESERVE(&in->p, &in->room, in->end + READ_SIZE);
	got = read_source(in, in->p + in->end, in->room - in->end);
	in->end += got;
	return got > 0;
}

fg_str fg_lines_peek(struct fg_lines *in, size_t n)
{
	n = n > FG_PEEK_MAX ? FG_PEEK_MAX : n;
	while (in->end - in->start < n && more(in))
		;
	if (n > in->end - in->start)
		n = in->end - in->start;
	return (fg_str){ in->p + in->start, n };
}

static bool too_long(struct fg_lines *in)
{
	in->status = fg_fail(in->diag, FG_ELIMIT,
			     (struct fg_loc){ in->name, in->line + 1 },
			     "line is longer than %d bytes", LINE_MAX_BYTES);
	in->ended = in->is_cut = true;
	in->start = in->end;
	return false;
}

bool fg_lines_can_rewind(const struct fg_lines *in)
{
	return source_can_rewind(in->source);
}

void fg_lines_rewind(struct fg_lines *in)
{
	source_rewind(in->source);
	in->start = in->end = 0;
	in->line = 0;
	__atomic_store_n(&in->bytes, 0, __ATOMIC_RELAXED);
	in->ended = in->is_cut = in->no_end = false;
}

bool fg_lines_no_end(const struct fg_lines *in)
{
	return in->no_end;
}

bool fg_lines_next(struct fg_lines *in, fg_str *line)
{
	size_t seen = 0;
	char *stop = NULL;

	for (;;) {
		fg_str rest = { in->p + in->start, in->end - in->start };

		if (rest.n > seen)
			stop = memchr(rest.p + seen, '\n', rest.n - seen);
		if (stop)
			break;
		seen = rest.n;
		if (seen > LINE_MAX_BYTES)
			return too_long(in);
		if (!more(in))
			break;
	}
	/* half a line is worse than none: "a 12345" could be cut to "a 12" */
	if (!stop && in->is_cut)
		in->start = in->end;
	if (!stop && in->start == in->end)
		return false;
	in->line++;
	line->p = in->p + in->start;
	line->n = (size_t)((stop ? stop : in->p + in->end) - line->p);
	in->start += line->n + (stop != NULL);
	in->no_end = !stop;
	if (line->n > 0 && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

/* Moves up to `n` bytes that were read already to `to`. */
static size_t take_pending(struct fg_lines *in, char *to, size_t n)
{
	size_t have = in->end - in->start;

	n = n < have ? n : have;
	if (n > 0)
		memcpy(to, in->p + in->start, n);
	in->start += n;
	return n;
}

size_t fg_lines_read(struct fg_lines *in, void *to, size_t n)
{
	size_t got = take_pending(in, to, n);

	return got > 0 || n == 0 ? got : read_source(in, to, n);
}

void fg_lines_take(struct fg_lines *in, uint64_t most, struct fg_buffer *to)
{
	enum { STEP = 1 << 20 };
	size_t got = 1;

	while (most > 0 && got > 0) {
		size_t part = most < STEP ? (size_t)most : STEP;

		FG_RESERVE(&to->p, &to->room, to->n + part);
		got = fg_lines_read(in, to->p + to->n, part);
		to->n += got;
		most -= got;
	}
}

/* Fills the block up to `size` bytes; false when the input ended first. */
static bool fill_block(struct fg_lines *in, struct fg_buffer *block,
		       size_t size)
{
	FG_RESERVE(&block->p, &block->room, size);
	block->n += take_pending(in, block->p + block->n, size - block->n);
	while (block->n < size) {
		size_t got =
			read_source(in, block->p + block->n, size - block->n);

		if (got == 0)
			return false;
		block->n += got;
	}
	return true;
}

/* Returns the bytes of the block after `keep` to the input. */
static void put_back(struct fg_lines *in, struct fg_buffer *block, size_t keep)
{
	size_t n = block->n - keep, have = in->end - in->start;

	if (n > in->start) {
		FG_RESERVE(&in->p, &in->room, n + have);
		memmove(in->p + n, in->p + in->start, have);
		in->start = n;
		in->end = n + have;
	}
	in->start -= n;
	if (n > 0)
		memcpy(in->p + in->start, block->p + keep, n);
	block->n = keep;
}

static uint64_t count_lines(fg_str text)
{
	uint64_t lines = 0;

	for (const char *at = text.p, *end = text.p + text.n; at < end; at++) {
		at = memchr(at, '\n', (size_t)(end - at));
		if (!at)
			return lines + 1;
		lines++;
	}
	return lines;
}

/* The length of the whole lines in the block, of which the first `known` bytes
 * hold `lines` bytes of whole lines. */
static size_t whole_lines(const struct fg_buffer *block, size_t known,
			  size_t lines)
{
	for (size_t n = block->n; n > known; n--)
		if (block->p[n - 1] == '\n')
			return n;
	return lines;
}

/* Where to end a block that is not the last; 0: no place yet. */
static size_t find_cut(const struct fg_buffer *block, size_t lines,
		       fg_cut_fn cut)
{
	if (lines == 0 || !cut)
		return lines;
	return cut((fg_str){ block->p, lines });
}

bool fg_lines_block(struct fg_lines *in, struct fg_buffer *block, size_t size,
		    fg_cut_fn cut, bool *whole, uint64_t *first)
{
	size_t keep = 0, most = size * CUT_TRIES, known = 0, lines = 0;

	block->n = 0;
	*whole = true;
	while (keep == 0 && fill_block(in, block, size)) {
		lines = whole_lines(block, known, lines);
		known = block->n;
		keep = find_cut(block, lines, cut);
		if (keep == 0 && block->n >= most) {
			*whole = false;
			keep = lines;
		}
		if (block->n > LINE_MAX_BYTES && keep == 0)
			return too_long(in);
		size += size / 2 + 1;
	}
	if (keep > 0)
		put_back(in, block, keep);
	else if (in->is_cut)
		block->n = whole_lines(block, known, lines);
	if (first) {
		*first = in->line + 1;
		in->line += count_lines((fg_str){ block->p, block->n });
	}
	return block->n > 0;
}
