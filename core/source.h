/* SPDX-License-Identifier: MIT */
#ifndef CORE_SOURCE_H
#define CORE_SOURCE_H

#include "fg/diag.h"

/*
 * The source of bytes for lines.c: a descriptor or memory, through gzip, zstd
 * or UTF-16 where the first bytes say so (unpack.c). Private to the core.
 */
struct source;

/* NULL after an error message. "-" is standard input. */
struct source *source_open(const char *path, const char *name,
			   struct fg_diag *diag);
struct source *source_memory(fg_str text, const char *name,
			     struct fg_diag *diag);
void source_close(struct source *source);

/* Up to `n` bytes of text; 0 at the end or after an error. */
size_t source_read(struct source *source, char *to, size_t n);

/*
 * Whether all that was read can be read again: a regular file that is neither
 * packed nor recoded, without an error. source_rewind goes to its beginning.
 */
bool source_can_rewind(const struct source *source);
void source_rewind(struct source *source);

/* FG_OK, or the error that ended the reading; its message was given. */
fg_status source_status(const struct source *source);

/* Raw bytes in front of a layer. `next` reads more of them. */
struct raw {
	const char *p; /* read but not used */
	size_t n;
	bool ended;
};

/* Reads more raw bytes once raw->n is 0; false at the end. */
bool source_raw(struct source *source, struct raw **raw);

/*
 * Remembers the error and reports it; returns 0 for `return source_fail(...)`.
 */
size_t source_fail(struct source *source, fg_status status,
		   const char *message);

/*
 * Warns that the bytes from here on have no meaning and are ignored; returns 0
 * likewise.
 */
size_t source_ignore(struct source *source, const char *message);

/*
 * Warns that the input ends too early, so that half a line does not count;
 * returns 0.
 */
size_t source_cut(struct source *source, const char *message);

/* Whether the input ended too early. */
bool source_is_cut(const struct source *source);

/* One way to unpack. All functions get the state that `begin` made. */
struct unpacker {
	fg_str magic;
	void *(*begin)(void);
	/* Up to `n` bytes; 0 at the end or after source_fail. */
	size_t (*read)(void *state, struct source *source, char *to, size_t n);
	void (*end)(void *state);
};

extern const struct unpacker unpack_gzip, unpack_zstd;
extern const struct unpacker unpack_utf16_le, unpack_utf16_be, unpack_bom;

#endif
