/* SPDX-License-Identifier: MIT */
#ifndef PERF_CACHE_H
#define PERF_CACHE_H

#include "fg/frames.h"

/*
 * What frame lines were found to mean. A profile of a million samples has
 * some ten thousand distinct frame lines, so nearly every line was seen
 * before; its text, behind the address, is looked up here as it stands.
 *
 * Who called a function most likely called it the last times too: every entry
 * remembers which two were found behind it, so that comparing the line with
 * their text often does instead of looking it up.
 *
 * Bounded: when the cache is full it is emptied. Matches compare all bytes.
 */
enum {
	PERF_UNKNOWN = 1, /* look whether it is a context marker; count it */
	PERF_PENDING = 2, /* its mark is that of the frame that follows */
	PERF_STOP = 4, /* the stack's root side ends here */
	PERF_JAVA = 8, /* valid in samples of Java processes, else in others */
	PERF_COOKIE = 16, /* no frame: its address names a deferred chain */
	PERF_GUESSES = 2, /* the second adds a tenth to those that are right */
};

struct perf_entry {
	uint32_t text_size, count; /* of the text and of ids */
	uint32_t next[PERF_GUESSES]; /* places of those behind it, or 0 */
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
	char *entries; /* one after the other, 4-aligned, from 4 on */
	size_t used, room;
	uint64_t *slots; /* high half: hash; low half: place; 0: free */
	size_t slot_count, count;
	uint32_t last; /* the place of the entry found last, or 0 */
	unsigned trust; /* how many of 256 guesses were right lately */
};

void perf_cache_init(struct perf_cache *cache);
void perf_cache_free(struct perf_cache *cache);

/* What is looked up. */
struct perf_key {
	fg_str text;
	uint32_t tag; /* of its hash; perf_cache_prepare() sets it */
};

/*
 * Computes the tags, and asks the processor to fetch what finding the keys
 * will read: the texts of a large program's frames do not fit in its nearest
 * caches, and waiting for many at once is no longer than for one.
 */
void perf_cache_prepare(const struct perf_cache *cache, struct perf_key *keys,
			size_t count, bool java);

/* NULL when it is not there; else valid until the next call of _add. */
const struct perf_entry *perf_cache_find(struct perf_cache *cache,
					 const struct perf_key *key, bool java);

/*
 * Adds an entry for a key that is not there, with what `entry` says (but for
 * text_size and next) and its ids. Very long texts are not kept, nor those
 * that end in CR, which a line's end may or may not belong to.
 */
void perf_cache_add(struct perf_cache *cache, const struct perf_key *key,
		    struct perf_entry entry, const fg_frame *ids);

/* What is found next has nothing to do with what was found before. */
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
 * A likely next entry: what was last, or second to last, found behind the one
 * found last. NULL when nothing was. It is of the same kind of sample, Java or
 * not.
 */
static inline const struct perf_entry *
perf_cache_guess(const struct perf_cache *cache, unsigned which)
{
	uint32_t next = 0;

	if (cache->last)
		next = perf_cache_at(cache, cache->last)->next[which];
	return next ? perf_cache_at(cache, next) : NULL;
}

/* Weighs the last guesses more than those before. */
static inline void perf_cache_judge(struct perf_cache *cache, bool right)
{
	cache->trust += (right ? 16 : 0) - cache->trust / 16;
}

/* That guess was right: it counts as found. */
static inline void perf_cache_accept(struct perf_cache *cache, unsigned which)
{
	struct perf_entry *last = perf_cache_at(cache, cache->last);
	uint32_t place = last->next[which];

	last->next[which] = last->next[0];
	last->next[0] = place;
	cache->last = place;
	perf_cache_judge(cache, true);
}

/* Whether it is better to guess than to look many lines up at once. */
static inline bool perf_cache_trusted(const struct perf_cache *cache)
{
	return cache->trust >= 128;
}

#endif
