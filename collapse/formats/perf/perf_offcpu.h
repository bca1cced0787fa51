/* SPDX-License-Identifier: MIT */
#ifndef PERF_OFFCPU_H
#define PERF_OFFCPU_H

#include "fg/stacks.h"
#include "perf_header.h"

/*
 * --off-cpu: how long threads did not run, by the stack on which they
 * stopped, from the scheduler's events.
 *
 *	app 42 [1] 5.1: sched:sched_switch: prev_comm=app prev_pid=42 ...
 *	  	 prev_state=S ==> next_comm=db next_pid=7 next_prio=120
 *		the stack of app when it stopped
 *
 *	db 7 [1] 5.6: sched:sched_stat_sleep: comm=app pid=42 delay=4999 [ns]
 *
 * The time is what a sched_stat_sleep or _blocked event says; without these,
 * it is what passed until a switch has the thread as its next one.
 */
struct perf_offcpu;

struct perf_offcpu *perf_offcpu_new(void);
void perf_offcpu_free(struct perf_offcpu *off); /* NULL is allowed */

/*
 * A sample begins. False when its event is none of these; otherwise *task is
 * the thread that stops, for the root frame and the filters.
 */
bool perf_offcpu_begin(struct perf_offcpu *off, const struct perf_header *h,
		       struct perf_header *task);

/* Time that a stack was off the CPU; ids are borrowed, and may be changed. */
struct perf_off_time {
	fg_frame *ids;
	size_t depth;
	uint64_t ns;
};

/*
 * The sample ends, with its stack, root first. True when some thread's time
 * off the CPU is known by it. `kept` false: the thread that stops is not
 * wanted.
 */
bool perf_offcpu_end(struct perf_offcpu *off, const fg_frame *ids, size_t depth,
		     bool kept, struct perf_off_time *time);

/*
 * How many times a wanted thread stopped, and how many of these have no end:
 * the thread stopped again and was not seen to run in between, or the input
 * ended first. Call it before perf_offcpu_finish().
 */
struct perf_off_counts {
	uint64_t stops, lost, open;
};
struct perf_off_counts perf_offcpu_counts(const struct perf_offcpu *off);

/* Notes such a time; perf_offcpu_finish() adds the sums to a profile. */
void perf_offcpu_add(struct perf_offcpu *off, struct perf_off_time time);

/* Adds whole microseconds of each stack. */
void perf_offcpu_finish(struct perf_offcpu *off, struct fg_stacks *to);

#endif
