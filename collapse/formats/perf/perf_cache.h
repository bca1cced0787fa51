/* SPDX-License-Identifier: MIT */
#ifndef PERF_CACHE_H
#define PERF_CACHE_H

#include "fg/frames.h"

/*
 * What frame lines were found to mean. A profile of a million samples has
 * some ten thousand distinct frame lines, so nearly every line was seen
 * before; its text, behind the address, is looked up here as it stands.
 *
 * Bounded: when the cache is full it is emptied. Matches compare all bytes.
 */
enum {
	PERF_UNKNOWN = 1, /* look whether it is a context marker; count it */
	PERF_PENDING = 2, /* its mark is that of the frame that follows */
	PERF_STOP = 4, /* the stack's root side ends here */
	PERF_JAVA = 8, /* valid in samples of Java processes, else in others */
};

struct perf_entry {
	uint32_t text_size, count; /* of the text and of ids */
	uint8_t flags, mark;
	/* then `count` ids, root first, then the text */
};

static inline const fg_frame *perf_entry_ids(const struct perf_entry *entry)
{
	return (const fg_frame *)(const void *)(entry + 1);
}

struct perf_cache {
	char *entries; /* one after the other, 4-aligned */
	size_t used, room;
	uint64_t *slots; /* high half: hash; low half: offset + 1; 0: free */
	size_t slot_count, count;
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
const struct perf_entry *perf_cache_find(const struct perf_cache *cache,
					 const struct perf_key *key, bool java);

/*
 * Adds an entry for a key that is not there, with what `entry` says (but for
 * text_size) and its ids. Very long texts are not kept.
 */
void perf_cache_add(struct perf_cache *cache, const struct perf_key *key,
		    struct perf_entry entry, const fg_frame *ids);

#endif
