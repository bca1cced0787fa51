/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_PARTS_H
#define PERFDATA_PARTS_H

#include "perfdata_order.h"

/*
 * The streams of a recording. There is only one, except in a directory of perf
 * record --threads: there `data` has the header, and data.0, data.1 and so on,
 * one per thread of the recorder, have records from their first byte on.
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
	bool is_ours; /* stream.in must be closed here */
	char *path;
};

struct parts {
	struct part **items;
	size_t count, room;
	size_t given; /* part of the last returned record; count: none */
};

/* Adds a stream that reads `in`. Borrows both. */
struct part *parts_add(struct parts *parts, struct fg_lines *in,
		       const struct events *events);

/* Opens data.0 and so on beside the first part; reports a missing one. */
FG_MUST_USE fg_status parts_open(struct parts *parts,
				 const struct events *events,
				 struct fg_diag *diag);

/* The next record of all parts, by time; valid until the next call. */
bool parts_next(struct parts *parts, struct record *record);

void parts_free(struct parts *parts);

#endif
