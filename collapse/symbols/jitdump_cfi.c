/* SPDX-License-Identifier: MIT */
/*
 * A record "unwinding info" of a jit dump (id 4; the functions of Python and of
 * V8 have one each, ahead of their load):
 *
 *	u64 size, header_size, mapped_size
 *	.eh_frame, then .eh_frame_hdr of header_size bytes; together `size`
 *
 * Both count addresses from where they lie in memory: .eh_frame is behind the
 * code, at the next multiple of 8 as perf inject has it; Python takes 16.
 */
#include "jitdump_cfi.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "fg/frames.h"
#include "fg/text.h"

struct jit_frame_info {
	struct cfi *cfi; /* NULL until it is asked for */
	bool is_tried;
};

/* What makes one different, in front of its bytes. */
struct sizes {
	uint64_t header, code;
};

uint32_t jit_frames_add(struct jit_frames *frames, fg_str bytes,
			uint64_t header_size, uint64_t code_size)
{
	struct sizes sizes = { header_size, code_size };
	uint32_t number;

	if (header_size >= bytes.n)
		return JIT_FRAMES_NONE;
	if (!frames->keys) {
		frames->keys = fg_frames_new();
		fg_frames_intern(frames->keys, FG_STR("")); /* number 0 */
		frames->count = 1;
	}
	frames->key.n = 0;
	fg_buffer_append(&frames->key,
			 (fg_str){ (const char *)&sizes, sizeof sizes });
	fg_buffer_append(&frames->key, bytes);
	number = fg_frames_intern(frames->keys, fg_buffer_text(&frames->key));
	if (number == frames->count) {
		FG_RESERVE(&frames->items, &frames->room, number + 1);
		frames->items[number] = (struct jit_frame_info){ 0 };
		frames->count++;
	}
	return number;
}

static struct cfi *open_at(fg_str bytes, uint64_t header_size, uint64_t at,
			   uint16_t machine, bool is_big_endian)
{
	size_t size = bytes.n - (size_t)header_size;
	struct cfi_parts parts = {
		.eh_frame = { fg_slice(bytes, 0, size), at },
		.eh_frame_hdr = { fg_slice(bytes, size, bytes.n), at + size },
		.machine = machine,
		.address_size = machine == EM_386 || machine == EM_ARM ? 4 : 8,
		.is_big_endian = is_big_endian,
	};

	return cfi_new(&parts);
}

/* Tries both places; the right one has a row for the function's start. */
static struct cfi *open_behind(fg_str key, uint16_t machine, bool is_big_endian)
{
	struct sizes sizes;

	memcpy(&sizes, key.p, sizeof sizes);
	key = fg_slice(key, sizeof sizes, key.n);
	for (uint64_t step = 8; step <= 16; step += 8) {
		uint64_t at = (sizes.code + step - 1) / step * step;
		struct cfi *cfi =
			open_at(key, sizes.header, at, machine, is_big_endian);

		if (cfi && cfi_find(cfi, 0))
			return cfi;
		cfi_free(cfi);
	}
	return NULL;
}

struct cfi *jit_frames_cfi(struct jit_frames *frames, uint32_t number,
			   uint16_t machine, bool is_big_endian)
{
	struct jit_frame_info *info;

	if (number == JIT_FRAMES_NONE || number >= frames->count)
		return NULL;
	info = &frames->items[number];
	if (!info->is_tried)
		info->cfi = open_behind(fg_frames_name(frames->keys, number),
					machine, is_big_endian);
	info->is_tried = true;
	return info->cfi;
}

void jit_frames_free(struct jit_frames *frames)
{
	for (size_t i = 1; i < frames->count; i++)
		cfi_free(frames->items[i].cfi);
	free(frames->items);
	free(frames->key.p);
	fg_frames_free(frames->keys);
}
