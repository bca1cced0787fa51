/* SPDX-License-Identifier: MIT */
#ifndef XCTRACE_OBJECTS_H
#define XCTRACE_OBJECTS_H

#include "fg/frames.h"

/*
 * A value is written in full once, with an id, and later by that id:
 *
 *	<weight id="9" fmt="1.00 ms">1000000</weight>
 *	<weight ref="9"/>
 */
enum xctrace_kind {
	XCTRACE_OTHER,
	XCTRACE_FRAME, /* value: its frame */
	XCTRACE_STACK, /* frames[value] and on, `count` of them, leaf first */
	XCTRACE_NUMBER, /* value */
	XCTRACE_LABEL, /* value: its text, in `labels` */
};

struct xctrace_object {
	enum xctrace_kind kind;
	uint64_t value;
	size_t count;
};

/* Zero-initialise all but the two interners. */
struct xctrace_objects {
	struct fg_frames *ids; /* an object's number is its id's */
	struct fg_frames *labels;
	struct xctrace_object *items;
	size_t count, room;
	fg_frame *frames; /* of all stacks, one after the other */
	size_t frame_count, frame_room;
};

void xctrace_objects_init(struct xctrace_objects *objects);
void xctrace_objects_free(struct xctrace_objects *objects);

/* The object of that id, or NULL. Valid until the next one is set. */
const struct xctrace_object *
xctrace_objects_find(struct xctrace_objects *objects, fg_str id);

/* Replaces the object of an id. */
void xctrace_objects_set(struct xctrace_objects *objects, fg_str id,
			 struct xctrace_object object);

/* Makes a stack of these frames, which are copied. */
struct xctrace_object xctrace_objects_stack(struct xctrace_objects *objects,
					    const fg_frame *frames,
					    size_t count);

#endif
