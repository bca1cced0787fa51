/* SPDX-License-Identifier: MIT */
#include "perfdata_feature.h"

#include <stdlib.h>

#include "fg/text.h"
#include "perfdata_stream.h"

enum {
	BUILD_ID_ROOM = 24, /* 20 bytes, their number, padding */
	BUILD_ID_MAX = 20,
	MISC_BUILD_ID_SIZE = 1 << 15, /* the number of bytes is given */
};

void features_init(struct features *features)
{
	*features = (struct features){ .paths = fg_frames_new() };
}

void features_free(struct features *features)
{
	fg_frames_free(features->paths);
	free(features->build_ids);
	free(features->tracing.p);
	fg_arena_free(&features->bytes);
}

static fg_str keep(struct features *features, fg_str bytes)
{
	if (bytes.n == 0)
		return (fg_str){ NULL, 0 };
	return (fg_str){ fg_arena_bytes(&features->bytes, bytes), bytes.n };
}

/* Reads a string: its allocated size, then its bytes up to a NUL. */
static fg_str read_string(struct bytes *data)
{
	struct bytes text = { .rest = bytes_take(data, bytes_u32(data)) };

	return bytes_text(&text);
}

static bool is_zero(fg_str id)
{
	for (size_t i = 0; i < id.n; i++) {
		if (id.p[i] != 0)
			return false;
	}
	return true;
}

void features_add_build_id(struct features *features, uint16_t misc,
			   struct bytes body)
{
	fg_str id, path;
	fg_frame number;

	bytes_skip(&body, 4); /* the process */
	id = bytes_take(&body, BUILD_ID_ROOM);
	path = bytes_text(&body);
	if (!id.p || path.n == 0)
		return;
	id.n = misc & MISC_BUILD_ID_SIZE ? (unsigned char)id.p[BUILD_ID_MAX]
					 : BUILD_ID_MAX;
	if (id.n > BUILD_ID_MAX || is_zero(id))
		return;
	number = fg_frames_intern(features->paths, path);
	FG_RESERVE(&features->build_ids, &features->room, number + 1);
	/* paths that were searched without success have a number, too */
	while (features->count <= number)
		features->build_ids[features->count++] = (fg_str){ NULL, 0 };
	if (features->build_ids[number].n == 0)
		features->build_ids[number] = keep(features, id);
}

static void read_build_ids(struct features *features, struct bytes data)
{
	while (data.rest.n > RECORD_HEADER) {
		uint16_t misc, size;

		bytes_skip(&data, 4);
		misc = bytes_u16(&data);
		size = bytes_u16(&data);
		if (size < RECORD_HEADER)
			break;
		features_add_build_id(
			features, misc,
			(struct bytes){
				.rest = bytes_take(&data, size - RECORD_HEADER),
				.swapped = data.swapped,
			});
	}
}

/* Finds the event by its first id; by its index where it has no id. */
static event_number event_of(const struct events *events, fg_str ids,
			     bool swapped, uint32_t place)
{
	if (ids.n >= 8)
		return events_find(events, bytes_at64(ids.p, swapped));
	return place < events->count ? place : IDMAP_NONE;
}

static void read_descriptions(struct events *events, struct bytes data)
{
	uint32_t count = bytes_u32(&data), attr_size = bytes_u32(&data);

	for (uint32_t i = 0; i < count && !data.is_short; i++) {
		uint32_t id_count;
		event_number event;
		fg_str name, ids;

		bytes_skip(&data, attr_size);
		id_count = bytes_u32(&data);
		name = read_string(&data);
		ids = bytes_items(&data, id_count, 8);
		event = event_of(events, ids, data.swapped, i);
		if (event != IDMAP_NONE && !data.is_short)
			events_name(events, event, name);
	}
}

void features_read(struct features *features, struct events *events,
		   unsigned which, struct bytes data)
{
	switch (which) {
	case FG_FEATURE_TRACING_DATA:
		/* the text that was read before is in use */
		if (features->tracing.n == 0)
			fg_buffer_append(&features->tracing, data.rest);
		break;
	case FG_FEATURE_BUILD_ID:
		read_build_ids(features, data);
		break;
	case FG_FEATURE_OSRELEASE:
		features->release = keep(features, read_string(&data));
		break;
	case FG_FEATURE_ARCH:
		features->arch = keep(features, read_string(&data));
		break;
	case FG_FEATURE_EVENT_DESC:
		read_descriptions(events, data);
		break;
	default:
		break;
	}
}

fg_str features_build_id(const struct features *features, fg_str path)
{
	fg_frame number = fg_frames_intern(features->paths, path);

	return number < features->count ? features->build_ids[number]
					: (fg_str){ NULL, 0 };
}
