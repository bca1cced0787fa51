/* SPDX-License-Identifier: MIT */
#ifndef PERF_OFFCPU_H
#define PERF_OFFCPU_H

#include "fg/stacks.h"
#include "perf_header.h"

/*
 * --off-cpu: computes from the scheduler's events how long threads did not
 * run, by the stack on which they stopped.
 *
 *	app 42 [1] 5.1: sched:sched_switch: prev_comm=app prev_pid=42 ...
 *	  	 prev_state=S ==> next_comm=db next_pid=7 next_prio=120
 *		the stack of app when it stopped
 *
 *	db 7 [1] 5.6: sched:sched_stat_sleep: comm=app pid=42 delay=4999 [ns]
 *
 * The time is that of a sched_stat_sleep or _blocked event. Without these
 * events, it lasts until a switch has the thread as its next one.
 */
struct perf_offcpu;

struct perf_offcpu *perf_offcpu_new(void);
void perf_offcpu_free(struct perf_offcpu *off); /* NULL is allowed */

/*
 * Begins a sample. Returns false when its event is not one of these; otherwise
 * *task is the thread that stops, for the root frame and the filters.
 */
bool perf_offcpu_begin(struct perf_offcpu *off, const struct perf_header *h,
		       struct perf_header *task);

/* A time off the CPU with its stack; ids are borrowed, and may be changed. */
struct perf_off_time {
	fg_frame *ids;
	size_t depth;
	uint64_t ns;
};

/*
 * Ends the sample, with its stack, root first. Returns true when this sample
 * ends some thread's time off the CPU. `kept` false: the options drop the
 * thread that stops.
 */
bool perf_offcpu_end(struct perf_offcpu *off, const fg_frame *ids, size_t depth,
		     bool kept, struct perf_off_time *time);

/*
 * How many times a wanted thread stopped, and how many of these times have no
 * end: the thread stopped again and was not seen to run in between, or the
 * input ended first. Call it before perf_offcpu_finish().
 */
struct perf_off_counts {
	uint64_t stops, lost, open;
};
struct perf_off_counts perf_offcpu_counts(const struct perf_offcpu *off);

/* Adds such a time; perf_offcpu_finish() adds the sums to a profile. */
void perf_offcpu_add(struct perf_offcpu *off, struct perf_off_time time);

/* Adds the whole microseconds of each stack to a profile. */
void perf_offcpu_finish(struct perf_offcpu *off, struct fg_stacks *to);

#endif
