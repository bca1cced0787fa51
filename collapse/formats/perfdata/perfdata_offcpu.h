/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_OFFCPU_H
#define PERFDATA_OFFCPU_H

#include "perfdata_fold.h"
#include "perfdata_tracepoint.h"

/*
 * --off-cpu and --wall-clock: how long threads did not run, by the stack on which they stopped.
 * The sources of this, the best first:
 *
 *	sched:sched_switch	samples of the thread that stops, which name the
 *				one that goes on (perf record -e sched:sched_switch -g)
 *	offcpu-time		samples with the time (perf record --off-cpu)
 *	SWITCH records		of threads that stop and go on (perf record
 *				--switch-events); the stack is that of the
 *				thread's last sample
 */
struct offcpu {
	struct samples *samples; /* borrowed */
	struct tracepoint change; /* sched_switch */
	bool has_change;
	bool marks; /* waits end in a place of their own: --wall-clock */
	uint64_t changes; /* of what runs: events and records */
	uint32_t *wait; /* room for the places of a stack with that one */
	size_t wait_room;
	struct off_thread *threads;
	size_t count, room;
	struct idmap tids;
};

void offcpu_init(struct offcpu *offcpu, struct samples *samples);
void offcpu_free(struct offcpu *offcpu);

/* Sets the formats of tracepoints; `tracing` must stay valid. */
void offcpu_learn(struct offcpu *offcpu, fg_str tracing);

/* Handles a sample with its stack; `has_stack` false: a filter drops it. */
void offcpu_sample(struct offcpu *offcpu, const struct event *event,
		   const struct fields *fields, bool swapped, bool has_stack,
		   uint32_t stack);

/* Handles a SWITCH record; `fields` names its thread. */
void offcpu_switch(struct offcpu *offcpu, const struct fields *fields,
		   bool is_out);

#endif
