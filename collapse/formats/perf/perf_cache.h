/* SPDX-License-Identifier: MIT */
#ifndef PERF_CACHE_H
#define PERF_CACHE_H

#include "fg/frames.h"

/*
 * A cache of the results for frame lines. A profile of a million samples has
 * some ten thousand distinct frame lines, so nearly every line was seen
 * before. The key is the text after the address, unchanged.
 *
 * A function usually has the same caller as the last times. So every entry
 * remembers the two entries that were last found after it, and comparing the
 * line with their text often replaces the look-up.
 *
 * The size is bounded: a full cache is emptied. A match compares all bytes.
 */
enum {
	PERF_UNKNOWN = 1, /* may be a context marker; count it */
	PERF_PENDING = 2, /* it takes the mark of the next frame */
	PERF_STOP = 4, /* the stack's root side ends here */
	PERF_JAVA = 8, /* valid in samples of Java processes, else in others */
	PERF_COOKIE = 16, /* no frame: its address names a deferred chain */
	PERF_GUESSES = 2, /* the second one makes a tenth more guesses right */
};

struct perf_entry {
	uint32_t text_size, count; /* size of the text; number of ids */
	uint32_t next[PERF_GUESSES]; /* places of the entries after it, or 0 */
	uint8_t flags, mark;
	/* then `count` ids, root first, then the text */
};

static inline const fg_frame *perf_entry_ids(const struct perf_entry *entry)
{
	return (const fg_frame *)(const void *)(entry + 1);
}

static inline const char *perf_entry_text(const struct perf_entry *entry)
{
	return (const char *)(perf_entry_ids(entry) + entry->count);
}

struct perf_cache {
	char *entries; /* in a row, 4-aligned, from byte 4 on */
	size_t used, room;
	uint64_t *slots; /* high half: hash; low half: place; 0: free */
	size_t slot_count, count;
	uint32_t last; /* the place of the entry found last, or 0 */
	unsigned trust; /* how many of the last 256 guesses were right, about */
};

void perf_cache_init(struct perf_cache *cache);
void perf_cache_free(struct perf_cache *cache);

/* The key of a look-up. */
struct perf_key {
	fg_str text;
	uint32_t tag; /* part of its hash; perf_cache_prepare() sets it */
};

/*
 * Computes the tags, and prefetches the memory that finding the keys will
 * read: the texts of a large program's frames do not fit in the nearest
 * caches, and waiting for many cache lines at once takes no longer than
 * waiting for one.
 */
void perf_cache_prepare(const struct perf_cache *cache, struct perf_key *keys,
			size_t count, bool java);

/* NULL when it is not there; else valid until the next call of _add. */
const struct perf_entry *perf_cache_find(struct perf_cache *cache,
					 const struct perf_key *key, bool java);

/*
 * Adds an entry for a key that is not there, with the data of `entry` (except
 * text_size and next) and its ids. Very long texts are not kept, nor texts
 * that end in CR, because the CR may belong to the line's end.
 */
void perf_cache_add(struct perf_cache *cache, const struct perf_key *key,
		    struct perf_entry entry, const fg_frame *ids);

/* The next entry that is found does not follow the last one. */
static inline void perf_cache_forget_last(struct perf_cache *cache)
{
	cache->last = 0;
}

static inline struct perf_entry *perf_cache_at(const struct perf_cache *cache,
					       uint32_t place)
{
	return (struct perf_entry *)(void *)(cache->entries + place);
}

/*
 * A guess for the next entry: the one that was last, or second to last, found
 * after the current one. NULL when there is none. It is for the same kind of
 * sample, Java or not.
 */
static inline const struct perf_entry *
perf_cache_guess(const struct perf_cache *cache, unsigned which)
{
	uint32_t next = 0;

	if (cache->last)
		next = perf_cache_at(cache, cache->last)->next[which];
	return next ? perf_cache_at(cache, next) : NULL;
}

/* Updates the success rate; recent guesses count more. */
static inline void perf_cache_judge(struct perf_cache *cache, bool right)
{
	cache->trust += (right ? 16 : 0) - cache->trust / 16;
}

/* The guess was right: it counts as found. */
static inline void perf_cache_accept(struct perf_cache *cache, unsigned which)
{
	struct perf_entry *last = perf_cache_at(cache, cache->last);
	uint32_t place = last->next[which];

	last->next[which] = last->next[0];
	last->next[0] = place;
	cache->last = place;
	perf_cache_judge(cache, true);
}

/* Whether guessing is faster than looking up many lines at once. */
static inline bool perf_cache_trusted(const struct perf_cache *cache)
{
	return cache->trust >= 128;
}

#endif
