/* SPDX-License-Identifier: MIT */
#include "jfr_chunk.h"

#include <stdlib.h>

#include "fg/text.h"
#include "fg/weight.h"

enum { HEADER_SIZE = 68 };

bool jfr_is_header(fg_str header)
{
	return fg_starts_with(header, FG_STR("FLR\0"));
}

void jfr_chunk_free(struct jfr_chunk *chunk)
{
	free(chunk->bytes.p);
	*chunk = (struct jfr_chunk){ 0 };
}

/*
 *	"FLR\0"  version 2.1  size  where the last pools and the metadata are
 *	start in ns, duration in ns, start in ticks, ticks a second, flags
 */
static uint64_t read_header(struct jfr_chunk *chunk)
{
	struct jfr_cursor at = { fg_buffer_text(&chunk->bytes), false };
	uint64_t size;

	(void)jfr_bytes(&at, 8);
	size = jfr_fixed(&at, 8);
	(void)jfr_bytes(&at, 16);
	chunk->start_ns = jfr_fixed(&at, 8);
	(void)jfr_bytes(&at, 8);
	chunk->start_ticks = jfr_fixed(&at, 8);
	chunk->ticks_per_second = jfr_fixed(&at, 8);
	return size;
}

/*
 * Reads a chunk. If the program was killed, the last chunk of the recording
 * has no size.
 */
bool jfr_chunk_read(struct jfr_chunk *chunk, struct fg_lines *in,
		    struct fg_diag *diag)
{
	struct fg_loc loc = fg_lines_whole(in);
	uint64_t size;

	chunk->bytes.n = 0;
	if (chunk->last)
		return false;
	fg_lines_take(in, HEADER_SIZE, &chunk->bytes);
	if (chunk->bytes.n == 0)
		return false;
	if (chunk->bytes.n < HEADER_SIZE ||
	    !jfr_is_header(fg_buffer_text(&chunk->bytes))) {
		fg_warn(diag, loc, "no chunk where one should begin");
		return false;
	}
	size = read_header(chunk);
	chunk->last = size < HEADER_SIZE;
	size = chunk->last ? UINT64_MAX : size - HEADER_SIZE;
	chunk->bytes.n = 0;
	fg_lines_take(in, size, &chunk->bytes);
	chunk->is_cut = chunk->bytes.n < size;
	if (chunk->is_cut)
		fg_warn(diag, loc,
			"the recording is cut off or was not finished; the "
			"part that is there is used");
	return true;
}

bool jfr_event_next(struct jfr_cursor *at, struct jfr_event *event)
{
	fg_str start = at->rest;
	struct jfr_cursor inside;
	uint64_t size;

	if (start.n == 0)
		return false;
	size = jfr_varint(at);
	at->damaged |= size > start.n || size < start.n - at->rest.n;
	if (at->damaged)
		return false;
	inside = (struct jfr_cursor){ fg_slice(start, 0, (size_t)size), false };
	at->rest = fg_slice(start, (size_t)size, start.n);
	(void)jfr_varint(&inside);
	event->type = jfr_varint(&inside);
	event->bytes = inside.rest;
	/*
	 * without this, an event too short for a type would be taken for
	 * metadata
	 */
	at->damaged = inside.damaged;
	return !at->damaged;
}

uint64_t jfr_ns(const struct jfr_chunk *chunk, uint64_t ticks)
{
	const uint64_t second = UINT64_C(1000000000);
	fg_wide ns = (fg_wide)ticks * second;

	if (chunk->ticks_per_second > 0)
		ns /= chunk->ticks_per_second;
	else
		ns = ticks;
	return ns > UINT64_MAX ? UINT64_MAX : (uint64_t)ns;
}
