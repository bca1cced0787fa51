/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_ORDER_H
#define PERFDATA_ORDER_H

#include "perfdata_fields.h"

/*
 * The records of a stream in order of time.
 *
 * A recorder empties the buffers of the processors one after another, so that
 * records are in order only within what it took from one of them. When it went
 * through all, it writes FINISHED_ROUND: what comes behind the next one of
 * these is not older than what was before this one. So two rounds are kept,
 * and sorted. A stream without rounds is kept up to a bound in bytes, of
 * which the older half goes.
 *
 *	struct order order = { .stream = &stream, .events = &events };
 *	while (order_next(&order, &record))
 *		...
 *	order_free(&order);
 *
 * Records without a time come at once, as they stand in the file: perf's own
 * ones, and what it made up about processes that ran before it.
 */
struct held {
	uint64_t time, at; /* at: in the file */
	size_t place; /* in bytes */
	uint32_t size, type;
	uint16_t misc;
};

struct order {
	struct stream *stream; /* borrowed, as is the next */
	const struct events *events;
	struct held *items, *spare;
	size_t count, room, spare_room;
	size_t next, ready; /* items[next] to items[ready - 1] may go */
	struct fg_buffer bytes, spare_bytes;
	uint64_t newest; /* of all that were read */
	uint64_t limit; /* the newest before the last FINISHED_ROUND */
	uint64_t last; /* what went last */
	uint64_t late; /* records that were older than one that went */
	bool ended;
};

/* The next record; its body is valid until the next call. */
bool order_next(struct order *order, struct record *record);

void order_free(struct order *order);

#endif
