/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_OFFCPU_H
#define PERFDATA_OFFCPU_H

#include "perfdata_fold.h"
#include "perfdata_tracepoint.h"

/*
 * --off-cpu: how long threads did not run, by the stack on which they stopped.
 * What tells it, the best first:
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
	struct off_thread *threads;
	size_t count, room;
	struct idmap tids;
};

void offcpu_init(struct offcpu *offcpu, struct samples *samples);
void offcpu_free(struct offcpu *offcpu);

/* Tells the formats of tracepoints; `tracing` must stay. */
void offcpu_learn(struct offcpu *offcpu, fg_str tracing);

/* A sample, and its stack; `has_stack` false: a filter keeps it out. */
void offcpu_sample(struct offcpu *offcpu, const struct event *event,
		   const struct fields *fields, bool swapped, bool has_stack,
		   uint32_t stack);

/* A SWITCH record of the thread `fields` tells of. */
void offcpu_switch(struct offcpu *offcpu, const struct fields *fields,
		   bool is_out);

#endif
