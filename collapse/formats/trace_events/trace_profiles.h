/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_PROFILES_H
#define COLLAPSE_TRACE_PROFILES_H

#include "formats/v8/v8.h"
#include "trace_threads.h"

/*
 * V8's profiles inside a trace: an event "Profile" with the thread and the
 * start, then "ProfileChunk" events with nodes and samples, in any order; they
 * belong together by process and id. Or all in one event "CpuProfile".
 */
struct trace_profiles {
	struct fg_frames *texts;
	struct trace_profile {
		struct v8_profile v8;
		uint32_t thread;
		bool has_start;
		struct trace_chunk {
			int64_t time;
			size_t first; /* of its samples */
		} * chunks;
		size_t chunk_count, chunk_room;
	} * items;
	size_t count, room;
	struct idmap ids; /* by pid and id */
};

/* The arguments of one such event; reused for all. */
struct trace_part {
	struct v8_profile v8;
	int64_t start, end;
	bool has_start, has_end, has_profile;
};

/* The profile of an event; it is new for a new process and id. */
struct trace_profile *trace_profiles_find(struct trace_profiles *profiles,
					  const struct collapse *c,
					  uint32_t thread, fg_str pid,
					  fg_str id);

/* A separate profile, for "CpuProfile". */
struct trace_profile *trace_profiles_new(struct trace_profiles *profiles,
					 const struct collapse *c,
					 uint32_t thread);

/* Empties `part`, whose event was at `time`. */
void trace_profile_add(struct trace_profile *profile, struct trace_part *part,
		       int64_t time);

/* Whether there are any samples. */
bool trace_profiles_exist(const struct trace_profiles *profiles);

fg_swide trace_profiles_total(struct trace_profiles *profiles,
			      const struct trace_threads *threads,
			      const struct collapse_options *options,
			      enum v8_metric metric);

void trace_profiles_fold(struct trace_profiles *profiles,
			 const struct trace_threads *threads,
			 struct collapse *c, struct stackbuf *stack,
			 struct fg_loc loc, enum v8_metric metric);

void trace_profiles_free(struct trace_profiles *profiles);

#endif
