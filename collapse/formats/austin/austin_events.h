/* SPDX-License-Identifier: MIT */
#ifndef AUSTIN_EVENTS_H
#define AUSTIN_EVENTS_H

#include "fg/lines.h"

/*
 * The events of a MOJO file, one after the other, in constant memory.
 *
 *	struct austin_events events = { .in = c->in };
 *	while (austin_next(&events))
 *		... events.kind, events.numbers, events.texts
 *	if (events.problem)
 *		... why there are no more, other than for the end
 *	austin_events_free(&events);
 */
enum austin_kind {
	AUSTIN_METADATA = 1, /* texts: key, value */
	AUSTIN_STACK, /* process, interpreter (0 before version 3); thread */
	AUSTIN_FRAME, /* key, file, name, line */
	AUSTIN_INVALID, /* a frame that could not be read */
	AUSTIN_FRAME_REF, /* key */
	AUSTIN_KERNEL, /* a frame of the kernel: its name */
	AUSTIN_GC,
	AUSTIN_IDLE,
	AUSTIN_TIME, /* us */
	AUSTIN_MEMORY, /* bytes, negative when memory was freed */
	AUSTIN_TEXT, /* key; text */
	AUSTIN_TEXT_REF, /* key */
	AUSTIN_KINDS,
};

enum { AUSTIN_NUMBERS = 7, AUSTIN_TEXTS = 2, AUSTIN_VERSION = 3 };

struct austin_events {
	struct fg_lines *in; /* not owned */
	enum austin_kind kind;
	int64_t numbers[AUSTIN_NUMBERS];
	struct fg_buffer texts[AUSTIN_TEXTS]; /* until the next event */
	const char *problem; /* the error that ended it early, or NULL */
	uint64_t offset; /* bytes read, or position of the problem */
	int64_t version; /* of the file; files may follow each other */

	/* Private: bytes that were read, but not used yet. */
	char bytes[4096];
	size_t at, count;
};

/* Zero-initialise all but `in`. */
bool austin_next(struct austin_events *events);
void austin_events_free(struct austin_events *events);

#endif
