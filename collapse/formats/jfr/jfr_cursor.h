/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_CURSOR_H
#define COLLAPSE_JFR_CURSOR_H

#include "fg/alloc.h"

/*
 * Reading the values that a Flight Recorder's chunk is made of. What would be
 * behind the end is zero or empty, and sets `damaged`.
 *
 *	struct jfr_cursor at = { bytes, false };
 *	uint64_t count = jfr_varint(&at);
 */
struct jfr_cursor {
	fg_str rest; /* not read yet; borrowed */
	bool damaged;
};

/* Up to nine bytes, the low ones first, seven bits in each but the ninth. */
uint64_t jfr_varint(struct jfr_cursor *at);

/* The next `n` bytes, borrowed. */
fg_str jfr_bytes(struct jfr_cursor *at, uint64_t n);

/* A number of `n` bytes, 8 at most, the high ones first, as headers have. */
uint64_t jfr_fixed(struct jfr_cursor *at, size_t n);

/* A text as it is written, or the number that it has in the pool of texts. */
struct jfr_text {
	fg_str text;
	uint64_t key; /* 0: it is `text` */
};

/*
 * Reads one. Its text is borrowed from the chunk, or, where that is not in
 * UTF-8, from the arena.
 */
struct jfr_text jfr_read_text(struct jfr_cursor *at, struct fg_arena *arena);

#endif
