/* SPDX-License-Identifier: MIT */
#include "austin_events.h"

#include <stdlib.h>

enum {
	MORE = 0x80, /* more bytes follow */
	MINUS = 0x40, /* in the first byte */
	FIRST_BITS = 6,
	NEXT_BITS = 7,
};

static int next_byte(struct austin_events *events)
{
	if (events->at == events->count) {
		events->count = fg_lines_read(events->in, events->bytes,
					      sizeof events->bytes);
		events->at = 0;
		if (events->count == 0)
			return -1;
	}
	events->offset++;
	return (unsigned char)events->bytes[events->at++];
}

static bool fail(struct austin_events *events, const char *problem)
{
	events->problem = problem;
	return false;
}

static bool cut(struct austin_events *events)
{
	return fail(events, "the input ends inside an event");
}

static bool read_number(struct austin_events *events, int64_t *number)
{
	int byte = next_byte(events);
	bool minus = byte & MINUS;
	uint64_t value = (unsigned)byte & (MINUS - 1);
	unsigned shift = FIRST_BITS;

	while (byte >= 0 && byte & MORE) {
		byte = next_byte(events);
		uint64_t bits = (unsigned)byte & (MORE - 1);

		/* numbers of entries have all 64 bits */
		if (shift < 64)
			value |= bits << shift;
		else if (byte >= 0 && bits > 0)
			return fail(events, "a number is too large");
		shift += NEXT_BITS;
	}
	*number = (int64_t)(minus ? 0 - value : value);
	return byte >= 0 || cut(events);
}

static bool read_text(struct austin_events *events, struct fg_buffer *text)
{
	text->n = 0;
	for (;;) {
		int byte = next_byte(events);
		char c = (char)byte;

		if (byte < 0)
			return cut(events);
		if (byte == 0)
			return true;
		fg_buffer_append(text, (fg_str){ &c, 1 });
	}
}

/* The data of each kind: numbers and texts, in this order. */
static bool layout(const struct austin_events *events, size_t *numbers,
		   size_t *texts)
{
	static const struct {
		unsigned char numbers, texts;
	} rows[AUSTIN_KINDS] = {
		[AUSTIN_METADATA] = { 0, 2 }, [AUSTIN_STACK] = { 2, 1 },
		[AUSTIN_FRAME] = { 7, 0 },    [AUSTIN_FRAME_REF] = { 1, 0 },
		[AUSTIN_KERNEL] = { 0, 1 },   [AUSTIN_TIME] = { 1, 0 },
		[AUSTIN_MEMORY] = { 1, 0 },   [AUSTIN_TEXT] = { 1, 1 },
		[AUSTIN_TEXT_REF] = { 1, 0 },
	};

	if (events->kind < AUSTIN_METADATA || events->kind >= AUSTIN_KINDS)
		return false;
	*numbers = rows[events->kind].numbers;
	*texts = rows[events->kind].texts;
	/* columns and the end came with version 2, interpreters with 3 */
	if (events->kind == AUSTIN_FRAME && events->version < 2)
		*numbers = 4;
	if (events->kind == AUSTIN_STACK && events->version < 3)
		*numbers = 1;
	return true;
}

/* Reads "MOJ" and the version; the first byte was read already. */
static bool read_header(struct austin_events *events, int first)
{
	if (first != 'M' || next_byte(events) != 'O' ||
	    next_byte(events) != 'J')
		return fail(events, "this is no event");
	if (!read_number(events, &events->version))
		return false;
	if (events->version < 1 || events->version > AUSTIN_VERSION)
		return fail(events, "of MOJO only the versions 1 to 3 can be "
				    "read; convert it with mojo2austin");
	return true;
}

bool austin_next(struct austin_events *events)
{
	size_t numbers, texts;
	int byte = next_byte(events);

	while (byte == 'M' || (byte >= 0 && events->version == 0)) {
		if (!read_header(events, byte))
			return false;
		byte = next_byte(events);
	}
	if (byte < 0)
		return false;
	events->kind = (enum austin_kind)byte;
	if (!layout(events, &numbers, &texts))
		return fail(events, "this is no event");
	events->numbers[1] = 0;
	for (size_t i = 0; i < numbers; i++) {
		if (!read_number(events, &events->numbers[i]))
			return false;
	}
	for (size_t i = 0; i < texts; i++) {
		if (!read_text(events, &events->texts[i]))
			return false;
	}
	return true;
}

void austin_events_free(struct austin_events *events)
{
	for (size_t i = 0; i < AUSTIN_TEXTS; i++)
		free(events->texts[i].p);
}
