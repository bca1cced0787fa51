/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_CHUNK_H
#define COLLAPSE_JFR_CHUNK_H

#include "fg/lines.h"
#include "jfr_cursor.h"

/*
 * A recording is a sequence of chunks, each complete: a header, then events.
 * One chunk is in memory at a time.
 *
 *	struct jfr_chunk chunk = { 0 };
 *
 *	while (jfr_chunk_read(&chunk, in, diag)) {
 *		struct jfr_cursor at = jfr_chunk_events(&chunk);
 *		struct jfr_event event;
 *
 *		while (jfr_event_next(&at, &event))
 *			...
 *	}
 *	jfr_chunk_free(&chunk);
 */
struct jfr_chunk {
	struct fg_buffer bytes; /* without the header */
	uint64_t start_ns; /* since 1970 */
	uint64_t start_ticks, ticks_per_second;
	bool last; /* the bytes after it are not a chunk */
	bool is_cut; /* it is cut, perhaps inside an event */
};

/*
 * Reads the next chunk; false at the end, and where no chunk follows. Warns
 * when it is cut off, and reads the rest of it.
 */
bool jfr_chunk_read(struct jfr_chunk *chunk, struct fg_lines *in,
		    struct fg_diag *diag);
void jfr_chunk_free(struct jfr_chunk *chunk);

/* Whether `header` is the beginning of a recording. */
bool jfr_is_header(fg_str header);

/* Types of events; the metadata define all other types. */
enum { JFR_METADATA, JFR_POOLS };

struct jfr_event {
	uint64_t type;
	fg_str bytes; /* after the type; borrowed from the chunk */
};

static inline struct jfr_cursor jfr_chunk_events(const struct jfr_chunk *chunk)
{
	return (struct jfr_cursor){ fg_buffer_text(&chunk->bytes), false };
}

/*
 * The next event; false at the end. Also false, with at->damaged, where an
 * event is cut off or too short, because the events after it cannot be found.
 */
bool jfr_event_next(struct jfr_cursor *at, struct jfr_event *event);

/* Converts ticks to ns, UINT64_MAX at most. */
uint64_t jfr_ns(const struct jfr_chunk *chunk, uint64_t ticks);

#endif
