/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_CURSOR_H
#define COLLAPSE_JFR_CURSOR_H

#include "fg/alloc.h"

/*
 * Reads the values of a Flight Recorder's chunk. Values past the end are zero
 * or empty, and set `damaged`.
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

/* A number of `n` bytes, 8 at most, the high ones first, as in headers. */
uint64_t jfr_fixed(struct jfr_cursor *at, size_t n);

/* A text, or its number in the pool of texts. */
struct jfr_text {
	fg_str text;
	uint64_t key; /* 0: the text is in `text` */
};

/*
 * Reads a text. It is borrowed from the chunk or, if it is not UTF-8 there,
 * from the arena.
 */
struct jfr_text jfr_read_text(struct jfr_cursor *at, struct fg_arena *arena);

#endif
