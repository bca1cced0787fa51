/* SPDX-License-Identifier: MIT */
#include "symbols_xz.h"

#ifdef FG_HAVE_LZMA
#include <lzma.h>
#include <stdlib.h>

#include "fg/alloc.h"

enum { BLOCK = 1 << 16, MEMORY_MAX = 128 << 20 };

char *symbols_unxz(fg_str packed, size_t most, size_t *size)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	struct fg_buffer out = { 0 };
	lzma_ret status = lzma_stream_decoder(&stream, MEMORY_MAX, 0);

	stream.next_in = (const uint8_t *)packed.p;
	stream.avail_in = packed.n;
	while (status == LZMA_OK && out.n <= most) {
		FG_RESERVE(&out.p, &out.room, out.n + BLOCK);
		stream.next_out = (uint8_t *)out.p + out.n;
		stream.avail_out = BLOCK;
		status = lzma_code(&stream, LZMA_FINISH);
		out.n += BLOCK - stream.avail_out;
	}
	lzma_end(&stream);
	if (status == LZMA_MEM_ERROR)
		fg_out_of_memory(SIZE_MAX);
	if (status == LZMA_STREAM_END && out.n <= most) {
		*size = out.n;
		return out.p;
	}
	free(out.p);
	return NULL;
}
#else
#include <stddef.h>

char *symbols_unxz(fg_str packed, size_t most, size_t *size)
{
	(void)packed;
	(void)most;
	(void)size;
	return NULL;
}
#endif
