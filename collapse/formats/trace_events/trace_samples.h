/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_SAMPLES_H
#define COLLAPSE_TRACE_SAMPLES_H

#include "fold/stacktree.h"
#include "input/json.h"
#include "trace_threads.h"

/*
 * The tables "stackFrames" and "samples" of a trace, as Hermes writes them:
 *
 *	"stackFrames":{"1":{"name":"main","category":"js","parent":7}, ...},
 *	"samples":[{"cpu":"-1","tid":"9","ts":"1285.5","weight":"1","sf":1}]
 */
struct trace_samples {
	struct fg_frames *texts;
	struct trace_frame {
		fg_frame parent, name; /* in texts; parent may be TRACE_NONE */
	} * frames;
	size_t frame_count, frame_room;
	struct idmap frame_ids; /* by the id in texts */
	struct trace_sample {
		int64_t time, weight; /* time in ns */
		fg_frame frame; /* in texts */
		uint32_t thread;
		size_t order; /* in the file */
	} * items;
	size_t count, room;
	bool has_times;
	uint64_t bad_frames;
};

enum trace_metric { TRACE_TIME, TRACE_SAMPLES };

/* Each reads the value that comes next. */
void trace_samples_read_frames(struct trace_samples *samples,
			       struct json *json);
void trace_samples_read(struct trace_samples *samples,
			struct trace_threads *threads, struct json *json);

/*
 * Adds the samples to the profile: the time until the next sample of the same
 * thread, in us, or the samples' own weights. Returns the sum in that unit;
 * without a `stack` nothing is added.
 */
fg_swide trace_samples_fold(struct trace_samples *samples,
			    const struct trace_threads *threads,
			    struct collapse *c, struct stackbuf *stack,
			    struct fg_loc loc, enum trace_metric metric);

void trace_samples_free(struct trace_samples *samples);

#endif
