/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_BYTES_H
#define PERFDATA_BYTES_H

#include <string.h>

#include "fg/base.h"

/*
 * Reads numbers from the bytes of a recording, in the byte order of the
 * recorder.
 *
 *	struct bytes b = { .rest = body, .swapped = swapped };
 *	uint32_t pid = bytes_u32(&b);
 *	uint64_t address = bytes_u64(&b);
 *	if (b.is_short)
 *		... there was less than that ...
 *
 * Numbers past the end are 0, and is_short stays set.
 */
struct bytes {
	fg_str rest;
	bool swapped; /* the recorder's byte order is not ours */
	bool is_short;
};

static inline uint32_t bytes_swap32(uint32_t x)
{
	return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static inline uint64_t bytes_swap64(uint64_t x)
{
	return (uint64_t)bytes_swap32((uint32_t)x) << 32 |
	       bytes_swap32((uint32_t)(x >> 32));
}

/* The number at `p`, whatever its alignment. */
static inline uint64_t bytes_at64(const char *p, bool swapped)
{
	uint64_t x;

	memcpy(&x, p, sizeof x);
	return swapped ? bytes_swap64(x) : x;
}

/* The next `n` bytes; empty when there are fewer. */
static inline fg_str bytes_take(struct bytes *b, uint64_t n)
{
	fg_str taken = { b->rest.p, (size_t)n };

	if (n > b->rest.n) {
		b->is_short = true;
		b->rest.n = 0;
		return (fg_str){ NULL, 0 };
	}
	b->rest.p += n;
	b->rest.n -= (size_t)n;
	return taken;
}

static inline void bytes_skip(struct bytes *b, uint64_t n)
{
	(void)bytes_take(b, n);
}

static inline uint64_t bytes_u64(struct bytes *b)
{
	fg_str taken = bytes_take(b, 8);

	return taken.p ? bytes_at64(taken.p, b->swapped) : 0;
}

static inline uint32_t bytes_u32(struct bytes *b)
{
	fg_str taken = bytes_take(b, 4);
	uint32_t x;

	if (!taken.p)
		return 0;
	memcpy(&x, taken.p, sizeof x);
	return b->swapped ? bytes_swap32(x) : x;
}

static inline uint16_t bytes_u16(struct bytes *b)
{
	fg_str taken = bytes_take(b, 2);
	uint16_t x;

	if (!taken.p)
		return 0;
	memcpy(&x, taken.p, sizeof x);
	if (b->swapped)
		x = (uint16_t)(x << 8 | x >> 8);
	return x;
}

/* `n` arrays of `size` bytes each, without an overflow. */
static inline fg_str bytes_items(struct bytes *b, uint64_t n, uint64_t size)
{
	if (n > b->rest.n / size) {
		b->is_short = true;
		b->rest.n = 0;
		return (fg_str){ NULL, 0 };
	}
	return bytes_take(b, n * size);
}

/* The text up to a NUL, or the rest. */
static inline fg_str bytes_text(struct bytes *b)
{
	fg_str text = b->rest;
	const char *end = text.n ? (const char *)memchr(text.p, 0, text.n)
				 : NULL;

	if (end)
		text.n = (size_t)(end - text.p);
	bytes_skip(b, text.n + (end != NULL));
	return text;
}

#endif
