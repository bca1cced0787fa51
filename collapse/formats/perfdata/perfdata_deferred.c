/* SPDX-License-Identifier: MIT */
#include "perfdata_deferred.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/hash.h"

bool deferred_cookie(const struct fields *fields, bool swapped,
		     uint64_t *cookie)
{
	const char *end = fields->chain.p + fields->chain.n;

	if (fields->chain.n < 16 ||
	    bytes_at64(end - 16, swapped) != CHAIN_DEFERRED)
		return false;
	*cookie = bytes_at64(end - 8, swapped);
	return true;
}

static size_t list_number(const struct deferred *deferred, uint32_t tid,
			  uint64_t cookie)
{
	uint64_t hash = fg_hash_number(fg_hash_number(cookie) ^ tid);

	return (size_t)hash & (deferred->list_count - 1);
}

static uint32_t *list_of(struct deferred *deferred, uint32_t tid,
			 uint64_t cookie)
{
	return &deferred->lists[list_number(deferred, tid, cookie)];
}

/* Twice the lists: each is divided in two, which keep the order of its items. */
static void grow_lists(struct deferred *deferred)
{
	enum { FIRST = 1024 };
	size_t count = deferred->list_count;
	uint32_t *old = deferred->lists;

	deferred->list_count = count ? 2 * count : FIRST;
	deferred->lists = fg_calloc_table(deferred->list_count, sizeof *old);
	for (size_t i = 0; i < count; i++) {
		uint32_t *ends[2] = { &deferred->lists[i],
				      &deferred->lists[i + count] };

		for (uint32_t number = old[i], next; number; number = next) {
			struct waiting_sample *item = &deferred->items[number];
			bool upper = list_number(deferred, item->fields.tid,
						 item->cookie) >= count;

			next = item->next;
			item->next = 0;
			*ends[upper] = number;
			ends[upper] = &item->next;
		}
	}
	free(old);
}

static uint32_t new_item(struct deferred *deferred)
{
	uint32_t item = deferred->unused;

	if (item != 0) {
		deferred->unused = deferred->items[item].next;
		return item;
	}
	if (deferred->count == 0)
		deferred->count = 1;
	FG_RESERVE(&deferred->items, &deferred->room, deferred->count + 1);
	item = (uint32_t)deferred->count++;
	deferred->items[item] = (struct waiting_sample){ 0 };
	return item;
}

void deferred_add(struct deferred *deferred, const struct fields *fields,
		  uint64_t cookie, uint16_t misc, uint64_t period)
{
	uint32_t number = new_item(deferred);
	struct waiting_sample *item = &deferred->items[number];
	uint32_t *list;

	if (deferred->count > deferred->list_count)
		grow_lists(deferred);
	list = list_of(deferred, fields->tid, cookie);
	item->fields = (struct fields){
		.event = fields->event,
		.ip = fields->ip,
		.time = fields->time,
		.pid = fields->pid,
		.tid = fields->tid,
		.cpu = fields->cpu,
		.has_time = fields->has_time,
		.has_cpu = fields->has_cpu,
		.has_tid = fields->has_tid,
		.has_chain = true,
	};
	item->chain.n = 0;
	fg_buffer_append(&item->chain,
			 (fg_str){ fields->chain.p, fields->chain.n - 16 });
	item->cookie = cookie;
	item->period = period;
	item->misc = misc;
	item->waits = true;
	item->next = *list;
	*list = number;
}

/* The leaf comes first, so what is left out are the outermost callers. */
static struct bytes bounded(struct deferred *deferred, struct bytes user)
{
	const size_t most = (size_t)DEFERRED_FIRST * 8;

	if (user.rest.n > most && !deferred->is_lifted &&
	    deferred->addresses > DEFERRED_ADDRESSES) {
		user.rest.n = most;
		deferred->cut++;
	}
	deferred->addresses += user.rest.n / 8;
	return user;
}

/*
 * Appends the user addresses, after a CHAIN_USER if they do not begin with a
 * marker.
 */
static void append_user(struct fg_buffer *chain, struct bytes user)
{
	uint64_t marker = CHAIN_USER;

	if (user.rest.n < 8)
		return;
	if (user.swapped)
		marker = bytes_swap64(marker);
	if (bytes_at64(user.rest.p, user.swapped) < CHAIN_MARKERS)
		fg_buffer_append(chain, (fg_str){ (const char *)&marker, 8 });
	fg_buffer_append(chain, user.rest);
}

const struct waiting_sample *deferred_take(struct deferred *deferred,
					   uint32_t tid, uint64_t cookie,
					   struct bytes user)
{
	uint32_t *link;

	if (deferred->count == 0)
		return NULL;
	link = list_of(deferred, tid, cookie);
	for (; *link != 0; link = &deferred->items[*link].next) {
		uint32_t number = *link;
		struct waiting_sample *item = &deferred->items[number];

		if (item->fields.tid != tid || item->cookie != cookie)
			continue;
		*link = item->next;
		item->next = deferred->unused;
		deferred->unused = number;
		item->waits = false;
		/* not in the item: thousands may wait for one long chain */
		deferred->joined.n = 0;
		fg_buffer_append(&deferred->joined,
				 fg_buffer_text(&item->chain));
		append_user(&deferred->joined, bounded(deferred, user));
		item->fields.chain = fg_buffer_text(&deferred->joined);
		return item;
	}
	return NULL;
}

const struct waiting_sample *deferred_take_any(struct deferred *deferred)
{
	while (++deferred->next < deferred->count) {
		struct waiting_sample *item = &deferred->items[deferred->next];

		if (item->waits) {
			item->fields.chain = fg_buffer_text(&item->chain);
			return item;
		}
	}
	return NULL;
}

void deferred_free(struct deferred *deferred)
{
	for (size_t i = 1; i < deferred->count; i++)
		free(deferred->items[i].chain.p);
	free(deferred->items);
	free(deferred->lists);
	free(deferred->joined.p);
}
