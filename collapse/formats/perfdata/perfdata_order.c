/* SPDX-License-Identifier: MIT */
#include "perfdata_order.h"

#include <stdlib.h>

#include "fg/text.h"

enum { KEPT_MAX = 32 << 20 }; /* bytes, for a stream without rounds */

/* The end of the run at `start`, in which times do not decrease. */
static size_t run_end(const struct held *items, size_t start, size_t count)
{
	size_t end = start + 1;

	while (end < count && items[end].time >= items[end - 1].time)
		end++;
	return end;
}

/* Merges two neighbouring runs of `from`; stable. */
static void merge(const struct held *from, size_t start, size_t middle,
		  size_t end, struct held *to)
{
	size_t a = start, b = middle;

	for (size_t i = start; i < end; i++) {
		bool first = b == end ||
			     (a < middle && from[a].time <= from[b].time);

		to[i] = first ? from[a++] : from[b++];
	}
}

/* One pass: merges runs in pairs. False when there was only one run. */
static bool merge_runs(struct order *order)
{
	struct held *from = order->items, *to;
	size_t start = 0;

	if (run_end(from, 0, order->count) == order->count)
		return false;
	FG_RESERVE(&order->spare, &order->spare_room, order->count);
	to = order->spare;
	while (start < order->count) {
		size_t middle = run_end(from, start, order->count);
		size_t end = middle < order->count
				     ? run_end(from, middle, order->count)
				     : middle;

		merge(from, start, middle, end, to);
		start = end;
	}
	order->spare = from;
	order->items = to;
	start = order->spare_room;
	order->spare_room = order->room;
	order->room = start;
	return true;
}

static void sort(struct order *order)
{
	while (order->count > 1 && merge_runs(order))
		;
}

/* Releases all records that are not newer than `limit`. */
static void release(struct order *order, uint64_t limit)
{
	size_t low = 0, high;

	sort(order);
	high = order->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order->items[middle].time <= limit)
			low = middle + 1;
		else
			high = middle;
	}
	order->next = 0;
	order->ready = low;
}

/* Frees the room of records that were released. */
static void compact(struct order *order)
{
	size_t rest = order->count - order->ready;
	struct fg_buffer bytes = order->spare_bytes;

	bytes.n = 0;
	for (size_t i = 0; i < rest; i++) {
		struct held *item = &order->items[order->ready + i];
		fg_str body = { order->bytes.p + item->place, item->size };

		item->place = bytes.n;
		fg_buffer_append(&bytes, body);
		order->items[i] = *item;
	}
	order->spare_bytes = order->bytes;
	order->bytes = bytes;
	order->count = rest;
	order->next = order->ready = 0;
}

static void hold(struct order *order, const struct record *record,
		 uint64_t time)
{
	FG_RESERVE(&order->items, &order->room, order->count + 1);
	order->items[order->count++] = (struct held){
		.time = time,
		.at = record->at,
		.place = order->bytes.n,
		.size = (uint32_t)record->body.n,
		.type = record->type,
		.misc = record->misc,
	};
	fg_buffer_append(&order->bytes, record->body);
	order->newest = time > order->newest ? time : order->newest;
}

static bool next_ready(struct order *order, struct record *record)
{
	const struct held *item = &order->items[order->next];

	if (order->next == order->ready)
		return false;
	order->next++;
	*record = (struct record){
		.type = item->type,
		.misc = item->misc,
		.body = { order->bytes.p + item->place, item->size },
		.at = item->at,
		.time = item->time,
	};
	order->late += item->time < order->last;
	order->last = item->time;
	return true;
}

/* Reads one more record; true when it is returned at once. */
static bool read_one(struct order *order, struct record *record)
{
	uint64_t time;

	if (!stream_next(order->stream, record)) {
		order->ended = true;
		release(order, UINT64_MAX);
		return false;
	}
	if (record->type == FG_RECORD_FINISHED_ROUND) {
		release(order, order->limit);
		order->limit = order->newest;
		return false;
	}
	record->time = 0;
	if (record->type >= FG_RECORD_USER ||
	    !fields_time(order->events, record, order->stream->swapped, &time))
		return true;
	hold(order, record, time);
	if (order->bytes.n > KEPT_MAX) {
		sort(order);
		release(order, order->items[order->count / 2].time);
	}
	return false;
}

bool order_next(struct order *order, struct record *record)
{
	for (;;) {
		if (next_ready(order, record))
			return true;
		if (order->ready > 0)
			compact(order);
		if (order->ended)
			return false;
		if (read_one(order, record))
			return true;
	}
}

void order_free(struct order *order)
{
	free(order->items);
	free(order->spare);
	free(order->bytes.p);
	free(order->spare_bytes.p);
}
