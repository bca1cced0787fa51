/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_READER_H
#define COLLAPSE_TRACE_READER_H

#include "names/native.h"
#include "trace_durations.h"
#include "trace_profiles.h"
#include "trace_samples.h"

/* A trace while it is read, with its events by kind. */
struct trace_reader {
	struct collapse *c;
	struct json *json;
	struct fg_frames *texts;
	struct stackbuf stack;
	struct namer namer;

	struct trace_threads threads;
	struct trace_durations durations;
	struct trace_profiles profiles;
	struct trace_samples samples;
	uint64_t asynchronous, without_time;
	uint64_t sums; /* events that sum up others, left out */

	/* The current event. */
	char phase;
	int64_t time, length;
	bool has_time, has_average;
	struct fg_buffer name, pid, tid, id;
	struct fg_buffer arg_name, detail, file;
	int64_t line;
	struct trace_part part;
};

/* `c` must stay; the JSON is not opened. */
void trace_reader_init(struct trace_reader *r, struct collapse *c);
void trace_reader_free(struct trace_reader *r);

/* Reads the array of events that comes next. */
void trace_reader_events(struct trace_reader *r);

#endif
