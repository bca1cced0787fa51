/* SPDX-License-Identifier: MIT */
#ifndef FG_UNPACK_H
#define FG_UNPACK_H

#include "fg/alloc.h"

/*
 * Appends what a zlib stream (RFC 1950) unpacks to. False when it is damaged,
 * cut short, or gives more than `limit` bytes; what came before is there.
 */
bool fg_unpack_zlib(fg_str packed, struct fg_buffer *to, size_t limit);

#endif
