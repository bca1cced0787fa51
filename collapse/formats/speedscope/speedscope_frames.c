/* SPDX-License-Identifier: MIT */
#include "speedscope_frames.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* 64-bit numbers of JavaScript are objects: {"low": 52, "high": 0}. */
static uint64_t read_line(struct json *json)
{
	int64_t line = 0;
	fg_str key;

	if (json_peek(json) != JSON_OBJECT) {
		if (!json_int(json, &line))
			line = 0;
	} else if (json_object(json)) {
		while (json_key(json, &key)) {
			if (fg_equal(key, FG_STR("low")) &&
			    !json_int(json, &line))
				line = 0;
		}
	}
	return line > 0 ? (uint64_t)line : 0;
}

static void keep_text(struct json *json, struct fg_buffer *to)
{
	fg_str text;

	to->n = 0;
	if (json_string(json, &text))
		fg_buffer_append(to, text);
}

static void read_frame(struct speedscope_frames *frames, struct json *json,
		       struct namer *namer)
{
	struct native_frame frame = { .line = 0 };
	fg_frame id;
	fg_str key;

	frames->name.n = frames->file.n = 0;
	if (json_object(json)) {
		while (json_key(json, &key)) {
			if (fg_equal(key, FG_STR("name")))
				keep_text(json, &frames->name);
			else if (fg_equal(key, FG_STR("file")))
				keep_text(json, &frames->file);
			else if (fg_equal(key, FG_STR("line")))
				frame.line = read_line(json);
		}
	}
	frame.name = fg_buffer_text(&frames->name);
	frame.file = fg_buffer_text(&frames->file);
	(void)namer_name(namer, &frame, &id);
	FG_RESERVE(&frames->ids, &frames->room, frames->count + 1);
	frames->ids[frames->count++] = id;
}

void speedscope_frames_read(struct speedscope_frames *frames, struct json *json,
			    struct namer *namer)
{
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		if (!fg_equal(key, FG_STR("frames")) || !json_array(json))
			continue;
		frames->count = 0;
		while (json_item(json))
			read_frame(frames, json, namer);
	}
}

void speedscope_frames_free(struct speedscope_frames *frames)
{
	free(frames->ids);
	free(frames->name.p);
	free(frames->file.p);
	*frames = (struct speedscope_frames){ 0 };
}
