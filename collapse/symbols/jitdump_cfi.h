/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_SYMBOLS_JITDUMP_CFI_H
#define COLLAPSE_SYMBOLS_JITDUMP_CFI_H

#include "cfi.h"
#include "fg/alloc.h"

/*
 * The call frame information of a jit dump's functions. Most functions of a
 * dump have the same, so that each is read once. Zero-initialise it.
 */
struct jit_frames {
	struct fg_frames *keys; /* numbers of what is different; or NULL */
	struct jit_frame_info *items; /* by these */
	size_t count, room;
	struct fg_buffer key; /* room for one */
};

enum { JIT_FRAMES_NONE = 0 };

/*
 * Keeps what a dump says of a function with code of `code_size` bytes:
 * .eh_frame, and .eh_frame_hdr behind it, of `header_size` bytes. Returns its
 * number; the same again for the same.
 */
uint32_t jit_frames_add(struct jit_frames *frames, fg_str bytes,
			uint64_t header_size, uint64_t code_size);

/*
 * The call frame information of that number, in which the code begins at
 * address 0; NULL for none. It lives as long as the frames do.
 */
struct cfi *jit_frames_cfi(struct jit_frames *frames, uint32_t number,
			   uint16_t machine, bool is_big_endian);

void jit_frames_free(struct jit_frames *frames);

#endif
