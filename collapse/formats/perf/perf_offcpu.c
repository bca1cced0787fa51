/* SPDX-License-Identifier: MIT */
#include "perf_offcpu.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "options.h"
#include "sample/off_time.h"

struct thread {
	fg_frame *ids; /* the stack on which it stopped */
	size_t depth, room;
	bool off; /* the thread is not running */
	bool timed;
	uint64_t since; /* ns */
};

enum kind { SWITCH, DELAY };

struct perf_offcpu {
	struct fg_stacks *ns; /* sums; the ids are those of the profile */
	struct fg_frames *names; /* a thread's number is the id of its pid */
	struct thread *threads;
	size_t room;
	struct perf_off_counts counts; /* without `open` */

	/* The sample at hand. */
	enum kind kind;
	fg_frame stops, runs; /* numbers of threads */
	uint64_t delay;
	bool timed;
	uint64_t now;
};

struct perf_offcpu *perf_offcpu_new(void)
{
	struct perf_offcpu *off = fg_calloc(1, sizeof *off);

	off->ns = fg_stacks_new(FG_FOLD);
	off->names = fg_frames_new();
	return off;
}

void perf_offcpu_free(struct perf_offcpu *off)
{
	if (!off)
		return;
	for (size_t i = 0; i < fg_frames_count(off->names); i++)
		free(off->threads[i].ids);
	free(off->threads);
	fg_frames_free(off->names);
	fg_stacks_free(off->ns);
	free(off);
}

/* The number of the thread with this pid. */
static fg_frame thread_of(struct perf_offcpu *off, fg_str pid)
{
	size_t known = fg_frames_count(off->names);
	fg_frame id = fg_frames_intern(off->names, pid);

	if (id == known) {
		FG_RESERVE(&off->threads, &off->room, known + 1);
		off->threads[id] = (struct thread){ 0 };
	}
	return id;
}

/*
 * Finds the text between `label` and the next blank; *before is the text
 * before it.
 */
static bool value_of(fg_str text, fg_str label, fg_str *before, fg_str *value)
{
	size_t at = fg_find(text, label);
	fg_str rest;

	if (at == text.n)
		return false;
	*before = fg_slice(text, 0, at);
	rest = fg_slice(text, at + label.n, text.n);
	*value = fg_cut(&rest, ' ');
	return value->n > 0;
}

/* "prev_comm=a b prev_pid=1 prev_prio=... ==> next_comm=c next_pid=2 ..." */
static bool parse_labelled(fg_str left, fg_str right, struct perf_header *task,
			   fg_str *next)
{
	const fg_str label = FG_STR("prev_comm=");
	fg_str before;

	if (!fg_starts_with(left, label) ||
	    !value_of(left, FG_STR(" prev_pid="), &before, &task->tid) ||
	    !value_of(right, FG_STR(" next_pid="), &(fg_str){ 0 }, next))
		return false;
	task->comm = fg_slice(before, label.n, before.n);
	return true;
}

/* "a b:1 [120] S", as newer kernels print one side of a switch. */
static bool parse_side(fg_str side, fg_str *comm, fg_str *pid)
{
	size_t colon, bracket = fg_find(side, FG_STR(" ["));

	side = fg_trim(fg_slice(side, 0, bracket));
	colon = fg_rfind_char(side, ':');
	if (colon == side.n)
		return false;
	*comm = fg_slice(side, 0, colon);
	*pid = fg_slice(side, colon + 1, side.n);
	return pid->n > 0;
}

static bool parse_switch(fg_str payload, struct perf_header *task, fg_str *next)
{
	const fg_str arrow = FG_STR("==>");
	size_t at = fg_find(payload, arrow);
	fg_str left, right, comm;

	if (at == payload.n)
		return false;
	left = fg_slice(payload, 0, at);
	right = fg_slice(payload, at + arrow.n, payload.n);
	return parse_labelled(left, right, task, next) ||
	       (parse_side(left, &task->comm, &task->tid) &&
		parse_side(right, &comm, next));
}

/* "comm=a b pid=1 delay=4999 [ns]" */
static bool parse_delay(fg_str payload, struct perf_header *task, uint64_t *ns)
{
	const fg_str label = FG_STR("comm=");
	fg_str before, delay;

	if (!fg_starts_with(payload, label) ||
	    !value_of(payload, FG_STR(" delay="), &before, &delay) ||
	    !fg_parse_u64(delay, ns) ||
	    !value_of(before, FG_STR(" pid="), &before, &task->tid))
		return false;
	task->comm = fg_slice(before, label.n, before.n);
	return true;
}

bool perf_offcpu_begin(struct perf_offcpu *off, const struct perf_header *h,
		       struct perf_header *task)
{
	fg_str next;

	*task = *h;
	if (fg_equal(h->event, FG_STR("sched:sched_switch"))) {
		if (!parse_switch(h->payload, task, &next))
			return false;
		off->kind = SWITCH;
		off->runs = thread_of(off, next);
	} else if (fg_equal(h->event, FG_STR("sched:sched_stat_sleep")) ||
		   fg_equal(h->event, FG_STR("sched:sched_stat_blocked"))) {
		if (!parse_delay(h->payload, task, &off->delay))
			return false;
		off->kind = DELAY;
	} else {
		return false;
	}
	if (!fg_equal(task->tid, h->tid))
		task->pid = (fg_str){ NULL, 0 };
	off->stops = thread_of(off, task->tid);
	off->timed = options_seconds(h->time, &off->now);
	return true;
}

static void remember(struct perf_offcpu *off, const fg_frame *ids, size_t depth)
{
	struct thread *thread = &off->threads[off->stops];

	off->counts.stops++;
	off->counts.lost += thread->off;
	FG_RESERVE(&thread->ids, &thread->room, depth);
	memcpy(thread->ids, ids, depth * sizeof *ids);
	thread->depth = depth;
	thread->timed = off->timed;
	thread->since = off->now;
	thread->off = true;
}

/* Ends the thread's time off the CPU, if it has one. */
static bool wake(struct thread *thread, uint64_t ns, struct perf_off_time *time)
{
	if (!thread->off)
		return false;
	thread->off = false;
	*time = (struct perf_off_time){ thread->ids, thread->depth, ns };
	return true;
}

bool perf_offcpu_end(struct perf_offcpu *off, const fg_frame *ids, size_t depth,
		     bool kept, struct perf_off_time *time)
{
	fg_str pid = fg_frames_name(off->names, off->stops);
	struct thread *runs;
	bool awake;

	if (off->kind == DELAY)
		return wake(&off->threads[off->stops], off->delay, time);
	/* the idle task never waits for anything */
	if (kept && depth > 0 && !fg_equal(pid, FG_STR("0")))
		remember(off, ids, depth);
	else
		off->threads[off->stops].off = false;
	if (off->runs == off->stops)
		return false;
	runs = &off->threads[off->runs];
	awake = wake(runs, off->now - runs->since, time);
	return awake && runs->timed && off->timed && off->now >= runs->since;
}

struct perf_off_counts perf_offcpu_counts(const struct perf_offcpu *off)
{
	struct perf_off_counts counts = off->counts;

	for (size_t i = 0; i < fg_frames_count(off->names); i++)
		counts.open += off->threads[i].off;
	return counts;
}

void perf_offcpu_add(struct perf_offcpu *off, struct perf_off_time time)
{
	fg_stacks_add(off->ns, time.ids, time.depth,
		      (struct fg_weight){ time.ns, 0 }, 0);
}

void perf_offcpu_finish(struct perf_offcpu *off, struct fg_stacks *to)
{
	off_time_add(off->ns, to);
}
