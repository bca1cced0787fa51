/* SPDX-License-Identifier: MIT */
#include "perf_cache.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/hash.h"

enum {
	FIRST_SLOTS = 256,
	FIRST_PLACE = 4, /* 0 means none */
	ENTRIES_MAX = 16 << 20, /* bytes */
	TEXT_MAX = 4096,
	IDS_MAX = 256,
	LINE = 64, /* bytes of a cache line */
};

void perf_cache_init(struct perf_cache *cache)
{
	*cache = (struct perf_cache){ .slot_count = FIRST_SLOTS,
				      .used = FIRST_PLACE };
	FG_RESERVE(&cache->entries, &cache->room, 2 * LINE);
	cache->slots = fg_calloc(FIRST_SLOTS, sizeof *cache->slots);
}

void perf_cache_free(struct perf_cache *cache)
{
	free(cache->entries);
	free(cache->slots);
}

/* In samples of Java processes, the same text is a different key. */
static uint32_t tag_with(uint32_t tag, bool java)
{
	return java ? tag ^ 0x5bd1e995 : tag;
}

void perf_cache_prepare(const struct perf_cache *cache, struct perf_key *keys,
			size_t count, bool java)
{
	size_t mask = cache->slot_count - 1;

	for (size_t i = 0; i < count; i++) {
		keys[i].tag = (uint32_t)(fg_hash(keys[i].text) >> 32);
		FG_PREFETCH(&cache->slots[tag_with(keys[i].tag, java) & mask]);
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t tag = tag_with(keys[i].tag, java);
		const char *entry =
			cache->entries + (uint32_t)cache->slots[tag & mask];

		FG_PREFETCH(entry);
		FG_PREFETCH(entry + LINE);
	}
}

static bool matches(const struct perf_entry *entry, fg_str text, bool java)
{
	return entry->text_size == text.n &&
	       ((entry->flags & PERF_JAVA) != 0) == java &&
	       memcmp(perf_entry_text(entry), text.p, text.n) == 0;
}

/* Remembers the order in which entries are found. */
static void note_order(struct perf_cache *cache, uint32_t place)
{
	struct perf_entry *last;

	if (cache->last) {
		last = perf_cache_at(cache, cache->last);
		perf_cache_judge(cache, last->next[0] == place ||
						last->next[1] == place);
		if (last->next[0] != place)
			last->next[1] = last->next[0];
		last->next[0] = place;
	}
	cache->last = place;
}

const struct perf_entry *perf_cache_find(struct perf_cache *cache,
					 const struct perf_key *key, bool java)
{
	uint32_t tag = tag_with(key->tag, java);
	size_t mask = cache->slot_count - 1;

	for (size_t at = tag & mask; cache->slots[at]; at = (at + 1) & mask) {
		uint64_t slot = cache->slots[at];
		const struct perf_entry *entry;

		if (slot >> 32 != tag)
			continue;
		entry = perf_cache_at(cache, (uint32_t)slot);
		if (matches(entry, key->text, java)) {
			note_order(cache, (uint32_t)slot);
			return entry;
		}
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
	cache->slots = fg_calloc_table(cache->slot_count, sizeof *old);
	for (size_t i = 0; i < old_count; i++) {
		if (old[i])
			put_slot(cache, old[i]);
	}
	free(old);
}

static void empty(struct perf_cache *cache)
{
	cache->used = FIRST_PLACE;
	cache->count = 0;
	cache->last = 0;
	memset(cache->slots, 0, cache->slot_count * sizeof *cache->slots);
}

static bool is_kept(fg_str text)
{
	return text.n <= TEXT_MAX && text.p[text.n - 1] != '\r';
}

void perf_cache_add(struct perf_cache *cache, const struct perf_key *key,
		    struct perf_entry entry, const fg_frame *ids)
{
	uint32_t tag = tag_with(key->tag, entry.flags & PERF_JAVA);
	size_t ids_size = entry.count * sizeof *ids;
	size_t size = sizeof entry + ids_size + key->text.n;
	char *to;

	if (!is_kept(key->text) || entry.count > IDS_MAX) {
		perf_cache_forget_last(cache);
		return;
	}
	size = (size + 3) & ~(size_t)3;
	if (cache->used + size > ENTRIES_MAX)
		empty(cache);
	FG_RESERVE(&cache->entries, &cache->room, cache->used + size);
	to = cache->entries + cache->used;
	entry.text_size = (uint32_t)key->text.n;
	entry.next[0] = entry.next[1] = 0;
	memcpy(to, &entry, sizeof entry);
	if (ids_size > 0)
		memcpy(to + sizeof entry, ids, ids_size);
	memcpy(to + sizeof entry + ids_size, key->text.p, key->text.n);
	put_slot(cache, (uint64_t)tag << 32 | cache->used);
	note_order(cache, (uint32_t)cache->used);
	cache->used += size;
	if (++cache->count * 2 > cache->slot_count)
		grow_slots(cache);
}
