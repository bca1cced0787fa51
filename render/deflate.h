/* SPDX-License-Identifier: MIT */
#ifndef RENDER_DEFLATE_H
#define RENDER_DEFLATE_H

#include "fg/out.h"

/*
 * Packs bytes into one zlib stream (RFC 1950), with all processors: pieces of
 * a fixed size are deflated side by side, each with the 32 kB before it as
 * its dictionary, and joined; the method is pigz's. The result does not
 * depend on the number of threads.
 *
 * `ends` tells where parts of different kinds end, ascending, the last at
 * bytes.n: a piece lies in one part, and is packed as suits it, for there are
 * parts where looking for repeats takes ten times as long and gains nothing.
 * `level` is 1 to 9. The caller frees the result with fg_out_free.
 */
struct fg_out *deflate_bytes(fg_str bytes, const size_t *ends, size_t parts,
			     int level);

#endif
