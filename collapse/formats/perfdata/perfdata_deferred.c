/* SPDX-License-Identifier: MIT */
#include "perfdata_deferred.h"

#include <stdlib.h>

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

static uint32_t *list_of(struct deferred *deferred, uint32_t tid,
			 uint64_t cookie)
{
	uint64_t hash = fg_hash_number(fg_hash_number(cookie) ^ tid);

	return &deferred->lists[hash % DEFERRED_LISTS];
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
	uint32_t *list = list_of(deferred, fields->tid, cookie);

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
	item->next = *list;
	*list = number;
}

/* Removes the item that *link points to from its list. */
static struct waiting_sample *unlink_item(struct deferred *deferred,
					  uint32_t *link)
{
	uint32_t number = *link;
	struct waiting_sample *item = &deferred->items[number];

	*link = item->next;
	item->next = deferred->unused;
	deferred->unused = number;
	item->fields.chain = fg_buffer_text(&item->chain);
	return item;
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
	uint32_t *link = list_of(deferred, tid, cookie);

	for (; *link != 0; link = &deferred->items[*link].next) {
		struct waiting_sample *item = &deferred->items[*link];

		if (item->fields.tid != tid || item->cookie != cookie)
			continue;
		append_user(&item->chain, user);
		return unlink_item(deferred, link);
	}
	return NULL;
}

const struct waiting_sample *deferred_take_any(struct deferred *deferred)
{
	for (; deferred->next_list < DEFERRED_LISTS; deferred->next_list++) {
		uint32_t *list = &deferred->lists[deferred->next_list];

		if (*list != 0)
			return unlink_item(deferred, list);
	}
	return NULL;
}

void deferred_free(struct deferred *deferred)
{
	for (size_t i = 1; i < deferred->count; i++)
		free(deferred->items[i].chain.p);
	free(deferred->items);
}
