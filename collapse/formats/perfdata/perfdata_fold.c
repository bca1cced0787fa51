/* SPDX-License-Identifier: MIT */
#include "perfdata_fold.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/hash.h"
#include "fg/text.h"
#include "fold/timeline.h"
#include "sample/wanted.h"

enum {
	CACHE_SIZE = 32 << 20, /* bytes of entries, at most */
	SLOTS = 1 << 16, /* at first */
};

/* A cache entry; `count` addresses follow it. */
struct chain_entry {
	struct chain_key key;
	uint32_t count, stack;
};

void folding_init(struct folding *folding,
		  const struct collapse_options *options,
		  struct samples *samples, struct tasks *tasks,
		  struct modules *modules, struct names *names)
{
	*folding = (struct folding){
		.options = options,
		.samples = samples,
		.tasks = tasks,
		.modules = modules,
		.kernel_space = 1,
		.user = { .names = names },
		.slice_length = options->timeline ? timeline_of(options).length
						  : 0,
	};
	places_init(&folding->places, samples, modules, names, options);
	folding->cache.slot_count = SLOTS;
	folding->cache.slots = fg_calloc(SLOTS, sizeof(uint64_t));
	folding->cache.used = 8;
}

void folding_free(struct folding *folding)
{
	places_free(&folding->places);
	maps_free(folding->kernel);
	free(folding->cache.slots);
	free(folding->cache.entries);
	user_chain_free(&folding->user);
}

static uint64_t hash_chain(const struct chain_key *key, const char *chain,
			   size_t count)
{
	const uint64_t k1 = fg_hash_key[0], k2 = fg_hash_key[1];
	uint64_t task = (uint64_t)key->event << 32 | key->task;
	uint64_t h = fg_hash_mix(key->space ^ k1, key->kernel_space ^ k2);
	size_t i = 0;

	h = fg_hash_mix(h ^ key->marker ^ k1, task ^ count ^ k2);
	for (; i + 2 <= count; i += 2)
		h = fg_hash_mix(h ^ bytes_at64(chain + 8 * i, false) ^ k1,
				bytes_at64(chain + 8 * i + 8, false) ^ k2);
	if (i < count)
		h = fg_hash_mix(h ^ bytes_at64(chain + 8 * i, false) ^ k1, k2);
	return h;
}

static bool is_same(const struct chain_entry *entry,
		    const struct chain_key *key, const char *chain,
		    size_t count)
{
	return entry->count == count && entry->key.space == key->space &&
	       entry->key.kernel_space == key->kernel_space &&
	       entry->key.marker == key->marker &&
	       entry->key.event == key->event && entry->key.task == key->task &&
	       (count == 0 || memcmp(entry + 1, chain, 8 * count) == 0);
}

static struct chain_entry *entry_at(const struct chain_cache *cache,
				    uint64_t slot)
{
	return (struct chain_entry *)(void *)(cache->entries +
					      8 * (size_t)(uint32_t)slot);
}

/* The slot of that chain, or the empty slot for it. */
static uint64_t *find_slot(const struct chain_cache *cache, uint64_t hash,
			   const struct chain_key *key, fg_str chain)
{
	size_t mask = cache->slot_count - 1;

	for (size_t i = (size_t)hash & mask;; i = (i + 1) & mask) {
		uint64_t *slot = &cache->slots[i];

		if (*slot == 0 || (*slot >> 32 == hash >> 32 &&
				   is_same(entry_at(cache, *slot), key, chain.p,
					   chain.n / 8)))
			return slot;
	}
}

static void empty_cache(struct chain_cache *cache)
{
	memset(cache->slots, 0, cache->slot_count * sizeof *cache->slots);
	cache->count = 0;
	cache->used = 8;
}

/* Doubles the number of slots, and computes the slots of all entries again. */
static void grow_cache(struct chain_cache *cache)
{
	uint64_t *old = cache->slots;
	size_t count = cache->slot_count, mask = 2 * count - 1;

	cache->slot_count = 2 * count;
	cache->slots = fg_calloc_table(cache->slot_count, sizeof *old);
	for (size_t i = 0; i < count; i++) {
		const struct chain_entry *entry;
		uint64_t hash;
		size_t at;

		if (old[i] == 0)
			continue;
		entry = entry_at(cache, old[i]);
		hash = hash_chain(&entry->key, (const char *)(entry + 1),
				  entry->count);
		for (at = (size_t)hash & mask; cache->slots[at] != 0;
		     at = (at + 1) & mask)
			;
		cache->slots[at] = old[i];
	}
	free(old);
}

static void add_entry(struct chain_cache *cache, uint64_t hash,
		      const struct chain_key *key, fg_str chain, uint32_t stack)
{
	size_t size = sizeof(struct chain_entry) + chain.n;
	struct chain_entry *entry;

	if (cache->used + size > CACHE_SIZE)
		empty_cache(cache);
	if (2 * (cache->count + 1) > cache->slot_count)
		grow_cache(cache);
	FG_RESERVE(&cache->entries, &cache->room, cache->used + size);
	entry = (struct chain_entry *)(void *)(cache->entries + cache->used);
	*entry = (struct chain_entry){ *key, (uint32_t)(chain.n / 8), stack };
	if (chain.n > 0)
		memcpy(entry + 1, chain.p, chain.n);
	*find_slot(cache, hash, key, chain) = (hash >> 32) << 32 |
					      cache->used / 8;
	cache->used += size;
	cache->count++;
}

static uint32_t make_stack(struct folding *folding, const struct chain_key *key,
			   const struct address_space *space, fg_str chain)
{
	places_of_chain(&folding->places, space, key->marker, chain.p,
			chain.n / 8);
	return samples_stack(folding->samples,
			     &(struct sample){
				     .event = key->event,
				     .task = key->task,
				     .places = folding->places.numbers,
				     .depth = folding->places.count,
			     });
}

static fg_str decimal(char *to, size_t room, uint32_t number)
{
	int n = snprintf(to, room, "%" PRId32, (int32_t)number);

	return (fg_str){ to, (size_t)n };
}

/*
 * Applies the filters, and makes the thread's roots; the result is kept until
 * the thread changes.
 */
static void set_task(struct folding *folding, struct thread *thread,
		     int64_t slice)
{
	const struct collapse_options *o = folding->options;
	const struct process *process =
		&folding->tasks->processes[thread->process];
	char pid_text[16], tid_text[16];
	fg_str pid = decimal(pid_text, sizeof pid_text, process->pid);
	fg_str tid = decimal(tid_text, sizeof tid_text, thread->tid);
	struct task task = {
		.comm = tasks_name(folding->tasks, thread->comm),
		.process = tasks_name(folding->tasks, process->comm),
		.pid = (int32_t)process->pid,
		.tid = (int32_t)thread->tid,
		.has_time = slice >= 0,
		.time = slice,
	};

	thread->slice = slice;
	thread->is_unwanted = !wanted_task(
		o, &(struct wanted_task){ task.comm, task.process, pid, tid });
	thread->task = samples_task(folding->samples, &task) + 1;
}

/* The start of the sample's slice; -1: it has no time, or none is wanted. */
static int64_t slice_of(const struct folding *folding,
			const struct fields *fields)
{
	int64_t time = (int64_t)fields->time;

	if (folding->slice_length == 0 || !fields->has_time || time < 0)
		return -1;
	return time - time % folding->slice_length;
}

static uint32_t find_stack(struct folding *folding, uint64_t hash,
			   const struct chain_key *key,
			   const struct address_space *space, fg_str chain)
{
	uint64_t *slot = find_slot(&folding->cache, hash, key, chain);
	uint32_t stack;

	if (FG_LIKELY(*slot != 0))
		return entry_at(&folding->cache, *slot)->stack;
	stack = make_stack(folding, key, space, chain);
	add_entry(&folding->cache, hash, key, chain, stack);
	return stack;
}

/* Makes the key of all but the chain; false when the task is not wanted. */
static bool make_key(struct folding *folding, const struct fields *fields,
		     unsigned misc, struct chain_key *key)
{
	struct thread *thread =
		tasks_thread(folding->tasks, fields->pid, fields->tid);
	const struct process *process =
		&folding->tasks->processes[thread->process];
	int64_t slice = slice_of(folding, fields);

	if (FG_UNLIKELY(thread->task == 0 || thread->slice != slice))
		set_task(folding, thread, slice);
	*key = (struct chain_key){
		.space = process->space,
		.kernel_space = folding->kernel_space,
		.marker = chain_marker_of(misc),
		.event = fields->event,
		.task = thread->task - 1,
		.process = thread->process,
	};
	return !thread->is_unwanted;
}

static struct address_space space_of(const struct folding *folding,
				     const struct chain_key *key, uint64_t time)
{
	return (struct address_space){
		.process = &folding->tasks->processes[key->process],
		.process_number = key->process + 1,
		.kernel = folding->kernel,
		.kernel_space = folding->kernel_space,
		.time = time,
	};
}

/*
 * Finds the stack of a sample with the key; its chain may still have to be
 * built.
 */
static uint32_t stack_now(struct folding *folding, const struct fields *fields,
			  const struct chain_key *key)
{
	struct address_space space = space_of(folding, key, fields->time);
	fg_str chain = user_chain_is_plain(&folding->user, fields)
			       ? fields->chain
			       : user_chain_of(&folding->user, fields, &space);

	/*
	 * the function at an address of a JIT compiler's code depends on the
	 * time
	 */
	if (space.process->jit_dump > 0)
		return make_stack(folding, key, &space, chain);
	return find_stack(folding, hash_chain(key, chain.p, chain.n / 8), key,
			  &space, chain);
}

bool folding_stack(struct folding *folding, const struct fields *fields,
		   unsigned misc, uint32_t *stack)
{
	struct chain_key key;

	if (!make_key(folding, fields, misc, &key))
		return false;
	*stack = stack_now(folding, fields, &key);
	return true;
}
