/* SPDX-License-Identifier: MIT */
#include "perf_cache.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* Of entries and a slot for each; small enough to stay in a near cache. */
enum { FIRST_SLOTS = 256, ENTRIES_MAX = 8 << 20 };

void perf_cache_init(struct perf_cache *cache)
{
	*cache = (struct perf_cache){ .slot_count = FIRST_SLOTS };
	cache->slots = fg_calloc(FIRST_SLOTS, sizeof *cache->slots);
}

void perf_cache_free(struct perf_cache *cache)
{
	free(cache->entries);
	free(cache->slots);
}

static uint32_t tag_of(fg_str text, bool java)
{
	return (uint32_t)(fg_hash(text) >> 32) ^ (java ? 0x5bd1e995 : 0);
}

static bool matches(const struct perf_entry *entry, fg_str text, bool java)
{
	const char *own = (const char *)(perf_entry_ids(entry) + entry->count);

	return entry->text_size == text.n &&
	       ((entry->flags & PERF_JAVA) != 0) == java &&
	       memcmp(own, text.p, text.n) == 0;
}

const struct perf_entry *perf_cache_find(const struct perf_cache *cache,
					 fg_str text, bool java)
{
	uint32_t tag = tag_of(text, java);
	size_t mask = cache->slot_count - 1;

	for (size_t at = tag & mask; cache->slots[at]; at = (at + 1) & mask) {
		uint64_t slot = cache->slots[at];
		const struct perf_entry *entry;

		if (slot >> 32 != tag)
			continue;
		entry = (const void *)(cache->entries + ((uint32_t)slot - 1));
		if (matches(entry, text, java))
			return entry;
	}
	return NULL;
}

static void put_slot(struct perf_cache *cache, uint64_t slot)
{
	size_t mask = cache->slot_count - 1, at = (size_t)(slot >> 32) & mask;

	while (cache->slots[at])
		at = (at + 1) & mask;
	cache->slots[at] = slot;
}

static void grow_slots(struct perf_cache *cache)
{
	uint64_t *old = cache->slots;
	size_t old_count = cache->slot_count;

	cache->slot_count *= 2;
	cache->slots = fg_calloc(cache->slot_count, sizeof *old);
	for (size_t i = 0; i < old_count; i++) {
		if (old[i])
			put_slot(cache, old[i]);
	}
	free(old);
}

static void empty(struct perf_cache *cache)
{
	cache->used = 0;
	cache->count = 0;
	memset(cache->slots, 0, cache->slot_count * sizeof *cache->slots);
}

void perf_cache_add(struct perf_cache *cache, fg_str text,
		    struct perf_entry entry, const fg_frame *ids)
{
	size_t ids_size = entry.count * sizeof *ids;
	size_t size = sizeof entry + ids_size + text.n;
	char *to;

	if (text.n > PERF_CACHE_TEXT_MAX || entry.count > PERF_CACHE_IDS_MAX)
		return;
	size = (size + 3) & ~(size_t)3;
	if (cache->used + size > ENTRIES_MAX)
		empty(cache);
	FG_RESERVE(&cache->entries, &cache->room, cache->used + size);
	to = cache->entries + cache->used;
	entry.text_size = (uint32_t)text.n;
	memcpy(to, &entry, sizeof entry);
	if (ids_size > 0)
		memcpy(to + sizeof entry, ids, ids_size);
	memcpy(to + sizeof entry + ids_size, text.p, text.n);
	put_slot(cache, (uint64_t)tag_of(text, entry.flags & PERF_JAVA) << 32 |
				(cache->used + 1));
	cache->used += size;
	if (++cache->count * 2 > cache->slot_count)
		grow_slots(cache);
}
