/* SPDX-License-Identifier: MIT */
#ifndef FG_UNPACK_H
#define FG_UNPACK_H

#include "fg/alloc.h"

/*
 * Unpacks a zlib stream (RFC 1950) and appends the result. False when it is
 * damaged, cut short, or gives more than `limit` bytes; the bytes before that
 * are appended.
 */
bool fg_unpack_zlib(fg_str packed, struct fg_buffer *to, size_t limit);

/*
 * Unpacks a zstd stream (RFC 8878) that comes in pieces, as in the records of
 * perf.data.
 *
 *	struct fg_unzstd *z = fg_unzstd_new();
 *	while (piece.n > 0 && fg_unzstd_more(z, &piece, &buffer))
 *		... use up what is in the buffer ...
 *	fg_unzstd_free(z);
 */
struct fg_unzstd;

struct fg_unzstd *fg_unzstd_new(void);
void fg_unzstd_free(struct fg_unzstd *unzstd); /* NULL is allowed */

/*
 * Unpacks from the beginning of *packed, which moves on, into the free room of
 * the buffer (its memory does not move). If the buffer was filled to its last
 * byte there may be more, even if *packed is empty now. False when the stream
 * is damaged.
 */
bool fg_unzstd_more(struct fg_unzstd *unzstd, fg_str *packed,
		    struct fg_buffer *to);

#endif
