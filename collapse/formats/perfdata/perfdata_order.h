/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_ORDER_H
#define PERFDATA_ORDER_H

#include "perfdata_fields.h"

/*
 * The records of a stream in order of time.
 *
 * A recorder empties the buffers of the processors one after another, so
 * records are in order only within one of these. After the last buffer, it
 * writes FINISHED_ROUND: records after the next FINISHED_ROUND are not older
 * than records before this one. So two rounds are kept and sorted. A stream
 * without rounds is kept up to a bound in bytes; then its older half is
 * released.
 *
 *	struct order order = { .stream = &stream, .events = &events };
 *	while (order_next(&order, &record))
 *		...
 *	order_free(&order);
 *
 * Records without a time are returned at once, in file order: perf's own
 * records, and those that describe processes that ran before perf.
 */
struct held {
	uint64_t time, at; /* at: position in the file */
	size_t place; /* position in bytes */
	uint32_t size, type;
	uint16_t misc;
};

struct order {
	struct stream *stream; /* borrowed, as is the next */
	const struct events *events;
	struct held *items, *spare;
	size_t count, room, spare_room;
	size_t next, ready; /* items[next] to [ready - 1] may be returned */
	struct fg_buffer bytes, spare_bytes;
	uint64_t newest; /* of all records that were read */
	uint64_t limit; /* the newest before the last FINISHED_ROUND */
	uint64_t last; /* time of the last returned record */
	uint64_t late; /* records older than one that was already returned */
	bool ended;
};

/* The next record; its body is valid until the next call. */
bool order_next(struct order *order, struct record *record);

void order_free(struct order *order);

#endif
