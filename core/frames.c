/* SPDX-License-Identifier: MIT */
/*
 * An open-addressing table with linear probing. A slot has half of the hash
 * and a pointer to the entry, which ends with the bytes of the name. So a
 * known name costs two cache lines, and both can be prefetched. Growing
 * computes no hash again.
 */
#include "fg/frames.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "hash_private.h"

struct entry {
	uint32_t id, n;
	char text[];
};

struct slot {
	struct entry *entry; /* NULL: free */
	uint32_t tag, n;
};

struct fg_frames {
	struct slot *slots;
	size_t slot_count; /* a power of two, more than 4 / 3 * count */
	fg_str *names;
	size_t count, room;
	struct fg_arena memory;
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
	fg_arena_free(&frames->memory);
	free(frames->names);
	free(frames->slots);
	free(frames);
}

void fg_frames_swap(struct fg_frames *a, struct fg_frames *b)
{
	struct fg_frames old = *a;

	*a = *b;
	*b = old;
}

static void grow_slots(struct fg_frames *frames)
{
	size_t count = frames->slot_count * 2, mask = count - 1;
	struct slot *slots = fg_calloc_table(count, sizeof *slots);

	for (size_t i = 0; i < frames->slot_count; i++) {
		size_t at = frames->slots[i].tag & mask;

		if (!frames->slots[i].entry)
			continue;
		while (slots[at].entry)
			at = (at + 1) & mask;
		slots[at] = frames->slots[i];
	}
	free(frames->slots);
	frames->slots = slots;
	frames->slot_count = count;
}

static struct entry *add_entry(struct fg_frames *frames, fg_str name)
{
	struct entry *entry;

	if (frames->count >= UINT32_MAX - 1 || name.n > UINT32_MAX)
		fg_out_of_memory(SIZE_MAX);
	entry = fg_arena_alloc(&frames->memory, sizeof *entry + name.n);
	entry->id = (fg_frame)frames->count;
	entry->n = (uint32_t)name.n;
	if (name.n > 0)
		memcpy(entry->text, name.p, name.n);
	FG_RESERVE(&frames->names, &frames->room, frames->count + 1);
	frames->names[frames->count++] = (fg_str){ entry->text, name.n };
	return entry;
}

static inline uint32_t tag_of(fg_str name)
{
	return (uint32_t)(hash_name(name) >> 32);
}

static inline fg_frame intern(struct fg_frames *frames, fg_str name,
			      uint32_t tag)
{
	size_t mask = frames->slot_count - 1, at = tag & mask;
	struct entry *entry;

	for (; (entry = frames->slots[at].entry); at = (at + 1) & mask) {
		if (frames->slots[at].tag == tag &&
		    frames->slots[at].n == name.n &&
		    same_bytes(entry->text, name.p, name.n))
			return entry->id;
	}
	entry = add_entry(frames, name);
	frames->slots[at] = (struct slot){ entry, tag, entry->n };
	if (frames->count * 4 >= frames->slot_count * 3)
		grow_slots(frames);
	return entry->id;
}

fg_frame fg_frames_intern(struct fg_frames *frames, fg_str name)
{
	return intern(frames, name, tag_of(name));
}

/*
 * Looks up several names together. Each step prefetches the memory that the
 * next step reads: first the slot, then its entry.
 */
static void intern_some(struct fg_frames *frames, const fg_str *names,
			size_t count, fg_frame *ids)
{
	size_t mask = frames->slot_count - 1;
	uint32_t tags[SOME];

	for (size_t i = 0; i < count; i++) {
		tags[i] = tag_of(names[i]);
		FG_PREFETCH(&frames->slots[tags[i] & mask]);
	}
	for (size_t i = 0; i < count; i++)
		FG_PREFETCH(frames->slots[tags[i] & mask].entry);
	for (size_t i = 0; i < count; i++)
		ids[i] = intern(frames, names[i], tags[i]);
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
