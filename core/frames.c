/* SPDX-License-Identifier: MIT */
/*
 * An open-addressing table with linear probing. A slot is one 64-bit word:
 * the high half holds 32 bits of the hash, the low half the id plus one (0 is
 * a free slot). So a probe that misses touches one cache line and no name,
 * and growing needs no hash to be computed again.
 */
#include "fg/frames.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct fg_frames {
	uint64_t *slots;
	size_t slot_count; /* a power of two, more than 2 * count */
	fg_str *names;
	size_t count, room;
	struct fg_arena bytes;
};

enum { FIRST_SLOTS = 64, SOME = 32 };

struct fg_frames *fg_frames_new(void)
{
	struct fg_frames *frames = fg_calloc(1, sizeof *frames);

	frames->slot_count = FIRST_SLOTS;
	frames->slots = fg_calloc(FIRST_SLOTS, sizeof *frames->slots);
	return frames;
}

void fg_frames_free(struct fg_frames *frames)
{
	if (!frames)
		return;
	fg_arena_free(&frames->bytes);
	free(frames->names);
	free(frames->slots);
	free(frames);
}

static void grow_slots(struct fg_frames *frames)
{
	size_t count = frames->slot_count * 2, mask = count - 1;
	uint64_t *slots = fg_calloc_table(count, sizeof *slots);

	for (size_t i = 0; i < frames->slot_count; i++) {
		size_t at = (size_t)(frames->slots[i] >> 32) & mask;

		if (!frames->slots[i])
			continue;
		while (slots[at])
			at = (at + 1) & mask;
		slots[at] = frames->slots[i];
	}
	free(frames->slots);
	frames->slots = slots;
	frames->slot_count = count;
}

static fg_frame add_name(struct fg_frames *frames, fg_str name)
{
	const char *copy = "";

	if (frames->count >= UINT32_MAX - 1)
		fg_out_of_memory(SIZE_MAX);
	FG_RESERVE(&frames->names, &frames->room, frames->count + 1);
	if (name.n > 0)
		copy = fg_arena_bytes(&frames->bytes, name);
	frames->names[frames->count] = (fg_str){ copy, name.n };
	return (fg_frame)frames->count++;
}

fg_frame fg_frames_intern_hashed(struct fg_frames *frames, fg_str name,
				 uint64_t hash)
{
	uint32_t tag = (uint32_t)(hash >> 32);
	size_t mask = frames->slot_count - 1, at = tag & mask;
	fg_frame id;

	for (; frames->slots[at]; at = (at + 1) & mask) {
		uint64_t slot = frames->slots[at];

		id = (fg_frame)slot - 1;
		if (slot >> 32 == tag && fg_equal(frames->names[id], name))
			return id;
	}
	id = add_name(frames, name);
	frames->slots[at] = (uint64_t)tag << 32 | ((uint64_t)id + 1);
	if (frames->count * 2 >= frames->slot_count)
		grow_slots(frames);
	return id;
}

fg_frame fg_frames_intern(struct fg_frames *frames, fg_str name)
{
	return fg_frames_intern_hashed(frames, name, fg_hash(name));
}

/*
 * Three steps for some names together, each asking for what the next one
 * reads: the slot, the entry of the name it holds, the bytes of that name.
 */
static void intern_some(struct fg_frames *frames, const fg_str *names,
			size_t count, fg_frame *ids)
{
	size_t mask = frames->slot_count - 1;
	const fg_str none = { 0 };
	uint64_t hashes[SOME];
	const fg_str *known[SOME];

	for (size_t i = 0; i < count; i++) {
		hashes[i] = fg_hash(names[i]);
		FG_PREFETCH(&frames->slots[(hashes[i] >> 32) & mask]);
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t slot = frames->slots[(hashes[i] >> 32) & mask];

		known[i] = slot ? &frames->names[(fg_frame)slot - 1] : &none;
		if (slot)
			FG_PREFETCH(known[i]);
	}
	for (size_t i = 0; i < count; i++)
		FG_PREFETCH(known[i]->p);
	for (size_t i = 0; i < count; i++)
		ids[i] = fg_frames_intern_hashed(frames, names[i], hashes[i]);
}

void fg_frames_intern_all(struct fg_frames *frames, const fg_str *names,
			  size_t count, fg_frame *ids)
{
	for (size_t i = 0; i < count; i += SOME) {
		size_t n = count - i < SOME ? count - i : SOME;

		intern_some(frames, names + i, n, ids + i);
	}
}

fg_str fg_frames_name(const struct fg_frames *frames, fg_frame id)
{
	return frames->names[id];
}

size_t fg_frames_count(const struct fg_frames *frames)
{
	return frames->count;
}
