/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_PARTS_H
#define PERFDATA_PARTS_H

#include "perfdata_order.h"

/*
 * The streams of a recording. There is one, but in a directory that perf record
 * --threads made: there `data` has the header, and data.0, data.1 and so on,
 * one a thread of the recorder, have records from their first byte on.
 *
 *	parts_add(&parts, c->in, &events);
 *	parts_open(&parts, &events, diag);
 *	while (parts_next(&parts, &record))
 *		...
 *	parts_free(&parts);
 */
struct part {
	struct stream stream;
	struct order order;
	struct record record; /* its next one, if it has one */
	bool has_record;
	bool is_ours; /* stream.in is to be closed here */
	char *path;
};

struct parts {
	struct part **items;
	size_t count, room;
	size_t given; /* whose record went last; count: none did yet */
};

/* Adds a stream that reads `in`. Borrows both. */
struct part *parts_add(struct parts *parts, struct fg_lines *in,
		       const struct events *events);

/* Opens data.0 and so on beside the first one; says where there is none. */
FG_MUST_USE fg_status parts_open(struct parts *parts,
				 const struct events *events,
				 struct fg_diag *diag);

/* The next record of all, by time; valid until the next call. */
bool parts_next(struct parts *parts, struct record *record);

void parts_free(struct parts *parts);

#endif
