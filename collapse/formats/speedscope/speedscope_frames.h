/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_SPEEDSCOPE_FRAMES_H
#define COLLAPSE_FORMATS_SPEEDSCOPE_FRAMES_H

#include "input/json.h"
#include "names/native.h"

/*
 * The table of frames that all profiles of a speedscope file share:
 *
 *	"shared": {"frames": [
 *	 {"name": "encode", "file": "json/encoder.py", "line": 200}]}
 *
 *	struct speedscope_frames frames = { 0 };
 *	speedscope_frames_read(&frames, json, &namer);
 *	name = frames.ids[number];
 *	speedscope_frames_free(&frames);
 */
struct speedscope_frames {
	fg_frame *ids; /* by number in the file, named */
	size_t count, room;
	struct fg_buffer name, file; /* of the frame being read */
};

/*
 * Reads the value of "shared", which comes next. Of several tables the last is
 * used.
 */
void speedscope_frames_read(struct speedscope_frames *frames, struct json *json,
			    struct namer *namer);
void speedscope_frames_free(struct speedscope_frames *frames);

#endif
