/* SPDX-License-Identifier: MIT */
#ifndef FG_UNPACK_H
#define FG_UNPACK_H

#include "fg/alloc.h"

/*
 * Appends what a zlib stream (RFC 1950) unpacks to. False when it is damaged,
 * cut short, or gives more than `limit` bytes; what came before is there.
 */
bool fg_unpack_zlib(fg_str packed, struct fg_buffer *to, size_t limit);

/*
 * A zstd stream (RFC 8878) that comes in pieces, as the records of perf.data
 * have it.
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
 * Unpacks from the beginning of *packed, which moves on, into what room the
 * buffer has behind its end (its memory stays where it is). When that was
 * filled to its last byte there may be more, even if *packed is empty by now.
 * False when the stream is damaged.
 */
bool fg_unzstd_more(struct fg_unzstd *unzstd, fg_str *packed,
		    struct fg_buffer *to);

#endif
