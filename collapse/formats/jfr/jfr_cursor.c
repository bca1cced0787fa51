/* SPDX-License-Identifier: MIT */
#include "jfr_cursor.h"

#include <stdlib.h>

#include "fg/text.h"

/* The first byte of a text. */
enum encoding {
	TEXT_NULL,
	TEXT_EMPTY,
	TEXT_POOLED,
	TEXT_UTF8,
	TEXT_UTF16, /* each unit a varint */
	TEXT_LATIN1,
};

uint64_t jfr_varint(struct jfr_cursor *at)
{
	enum { LAST = 8 };
	uint64_t value = 0;

	for (size_t i = 0; i < at->rest.n && i <= LAST; i++) {
		uint64_t byte = (unsigned char)at->rest.p[i];

		if (i < LAST)
			value |= (byte & 0x7f) << (7 * i);
		else
			value |= byte << (7 * LAST);
		if (i == LAST || byte < 0x80) {
			at->rest = fg_slice(at->rest, i + 1, at->rest.n);
			return value;
		}
	}
	at->damaged = true;
	at->rest.n = 0;
	return 0;
}

fg_str jfr_bytes(struct jfr_cursor *at, uint64_t n)
{
	fg_str bytes = { at->rest.p, 0 };

	if (n > at->rest.n) {
		at->damaged = true;
		at->rest.n = 0;
		return bytes;
	}
	bytes.n = (size_t)n;
	at->rest = fg_slice(at->rest, bytes.n, at->rest.n);
	return bytes;
}

uint64_t jfr_fixed(struct jfr_cursor *at, size_t n)
{
	fg_str bytes = jfr_bytes(at, n);
	uint64_t value = 0;

	for (size_t i = 0; i < bytes.n; i++)
		value = value << 8 | (unsigned char)bytes.p[i];
	return value;
}

/* Reads UTF-16; a half character without its other half is replaced. */
static fg_str read_utf16(struct jfr_cursor *at, struct fg_arena *arena)
{
	uint64_t count = jfr_varint(at);
	struct fg_buffer text = { 0 };
	uint32_t high = 0;
	char bytes[6];
	fg_str copy;

	for (; count > 0 && !at->damaged; count--) {
		uint32_t unit = (uint32_t)jfr_varint(at) & 0xffff;
		size_t n = fg_utf16_put(bytes, &high, unit);

		fg_buffer_append(&text, (fg_str){ bytes, n });
	}
	if (high) {
		size_t n = fg_utf8_put(bytes, high);

		fg_buffer_append(&text, (fg_str){ bytes, n });
	}
	copy = (fg_str){ fg_arena_bytes(arena, fg_buffer_text(&text)), text.n };
	free(text.p);
	return copy;
}

static fg_str read_latin1(struct jfr_cursor *at, struct fg_arena *arena)
{
	fg_str bytes = jfr_bytes(at, jfr_varint(at));
	struct fg_buffer text = { 0 };
	char utf8[4];
	fg_str copy;

	for (size_t i = 0; i < bytes.n; i++) {
		size_t n = fg_utf8_put(utf8, (unsigned char)bytes.p[i]);

		fg_buffer_append(&text, (fg_str){ utf8, n });
	}
	copy = (fg_str){ fg_arena_bytes(arena, fg_buffer_text(&text)), text.n };
	free(text.p);
	return copy;
}

struct jfr_text jfr_read_text(struct jfr_cursor *at, struct fg_arena *arena)
{
	struct jfr_text text = { 0 };

	switch (jfr_fixed(at, 1)) {
	case TEXT_NULL:
	case TEXT_EMPTY:
		break;
	case TEXT_POOLED:
		text.key = jfr_varint(at);
		break;
	case TEXT_UTF8:
		text.text = jfr_bytes(at, jfr_varint(at));
		break;
	case TEXT_UTF16:
		text.text = read_utf16(at, arena);
		break;
	case TEXT_LATIN1:
		text.text = read_latin1(at, arena);
		break;
	default:
		at->damaged = true;
	}
	return text;
}
