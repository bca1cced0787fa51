/* SPDX-License-Identifier: MIT */
#include "xctrace_objects.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"

void xctrace_objects_init(struct xctrace_objects *objects)
{
	*objects = (struct xctrace_objects){
		.ids = fg_frames_new(),
		.labels = fg_frames_new(),
	};
}

void xctrace_objects_free(struct xctrace_objects *objects)
{
	fg_frames_free(objects->ids);
	fg_frames_free(objects->labels);
	free(objects->items);
	free(objects->frames);
}

/* The entry of an id, a new one is XCTRACE_OTHER with count SIZE_MAX. */
static struct xctrace_object *entry(struct xctrace_objects *objects, fg_str id)
{
	uint32_t number = fg_frames_intern(objects->ids, id);

	if (number == objects->count) {
		FG_RESERVE(&objects->items, &objects->room, objects->count + 1);
		objects->items[objects->count++] =
			(struct xctrace_object){ .count = SIZE_MAX };
	}
	return &objects->items[number];
}

const struct xctrace_object *
xctrace_objects_find(struct xctrace_objects *objects, fg_str id)
{
	const struct xctrace_object *object = entry(objects, id);

	return object->count == SIZE_MAX ? NULL : object;
}

void xctrace_objects_set(struct xctrace_objects *objects, fg_str id,
			 struct xctrace_object object)
{
	*entry(objects, id) = object;
}

struct xctrace_object xctrace_objects_stack(struct xctrace_objects *objects,
					    const fg_frame *frames,
					    size_t count)
{
	size_t start = objects->frame_count;

	FG_RESERVE(&objects->frames, &objects->frame_room, start + count);
	if (count > 0)
		memcpy(objects->frames + start, frames, count * sizeof *frames);
	objects->frame_count += count;
	return (struct xctrace_object){ XCTRACE_STACK, start, count };
}
