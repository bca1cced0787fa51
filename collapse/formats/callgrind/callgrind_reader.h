/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_READER_H
#define CALLGRIND_READER_H

#include "callgrind_events.h"
#include "callgrind_graph.h"
#include "callgrind_names.h"
#include "format.h"

/*
 * Reads the lines of a callgrind file into a call graph, part by part.
 *
 *	struct callgrind_reader reader;
 *	callgrind_reader_init(&reader, c);
 *	while (callgrind_reader_part(&reader))
 *		... reader.graph ...
 *	status = callgrind_reader_status(&reader);
 *	callgrind_reader_free(&reader);
 *
 * A part is one dump of the running program: it has its own costs, and uses
 * the numbers of names from the parts before.
 */
struct callgrind_reader {
	struct collapse *c;
	struct callgrind_graph graph; /* settled; its names are in `names` */
	struct fg_frames *names;
	struct fg_buffer thread; /* number of the part's thread, or empty */

	/* The context of the next lines. */
	enum { CALLGRIND_COSTS, CALLGRIND_CALL, CALLGRIND_JUMP } expect;
	uint32_t function; /* in the graph, or CALLGRIND_NONE */
	fg_frame object, file; /* or CALLGRIND_NONE */
	struct callgrind_name callee; /* text CALLGRIND_NONE: no callee */
	fg_frame callee_object, callee_file; /* or CALLGRIND_NONE */

	struct callgrind_events events;
	bool events_chosen; /* done for the columns of this part */
	size_t positions; /* columns before the costs of a line */
	struct callgrind_space files, objects, functions;
	bool is_callgrind; /* written by callgrind, not by another tool */
	bool in_body; /* inside a part; a header line then begins another */
	struct fg_buffer next; /* that header line, or empty */
	int64_t sum; /* of the part's costs */
	bool has_totals; /* the part has callgrind's last line */
	fg_status status;
};

void callgrind_reader_init(struct callgrind_reader *reader, struct collapse *c);
void callgrind_reader_free(struct callgrind_reader *reader);

/* False when there are no more parts, or after an error. */
bool callgrind_reader_part(struct callgrind_reader *reader);

fg_status callgrind_reader_status(const struct callgrind_reader *reader);

#endif
