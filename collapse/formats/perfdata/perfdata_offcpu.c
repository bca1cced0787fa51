/* SPDX-License-Identifier: MIT */
#include "perfdata_offcpu.h"

#include <stdlib.h>
#include <string.h>

#include "fg/text.h"

struct off_thread {
	uint64_t since; /* when it stopped */
	uint32_t stack; /* of its last sample */
	bool has_stack, is_off;
};

void offcpu_init(struct offcpu *offcpu, struct samples *samples)
{
	*offcpu = (struct offcpu){ .samples = samples };
}

void offcpu_free(struct offcpu *offcpu)
{
	free(offcpu->threads);
	free(offcpu->wait);
	idmap_free(&offcpu->tids);
}

void offcpu_learn(struct offcpu *offcpu, fg_str tracing)
{
	offcpu->has_change |= tracepoint_find(tracing, FG_STR("sched_switch"),
					      &offcpu->change);
}

static struct off_thread *thread_of(struct offcpu *offcpu, uint32_t tid)
{
	uint32_t index = idmap_find(&offcpu->tids, tid);

	if (index == IDMAP_NONE) {
		index = (uint32_t)offcpu->count++;
		FG_RESERVE(&offcpu->threads, &offcpu->room, offcpu->count);
		offcpu->threads[index] = (struct off_thread){ 0 };
		idmap_add(&offcpu->tids, tid, index);
	}
	return &offcpu->threads[index];
}

/* Begins a time off the CPU. The idle task, number 0, never waits. */
static void stop(struct offcpu *offcpu, uint32_t tid, uint64_t time)
{
	struct off_thread *thread = thread_of(offcpu, tid);

	thread->since = time;
	thread->is_off = thread->has_stack && tid != 0;
}

/* The same stack, with the place at its leaf that says that it waited there. */
static uint32_t waiting(struct offcpu *offcpu, uint32_t number)
{
	struct sample_stack stack = samples_get(offcpu->samples, number);
	struct sample sample = { .event = stack.event, .task = stack.task };

	FG_RESERVE(&offcpu->wait, &offcpu->wait_room, stack.depth + 1);
	offcpu->wait[0] = samples_place(offcpu->samples,
					&(struct place){ .mode = PLACE_WAIT });
	if (stack.depth > 0)
		memcpy(offcpu->wait + 1, stack.places,
		       stack.depth * sizeof *stack.places);
	sample.places = offcpu->wait;
	sample.depth = stack.depth + 1;
	return samples_stack(offcpu->samples, &sample);
}

static void go_on(struct offcpu *offcpu, uint32_t tid, uint64_t time)
{
	struct off_thread *thread = thread_of(offcpu, tid);
	uint32_t stack = thread->stack;

	offcpu->changes++;
	if (thread->is_off && time > thread->since) {
		if (offcpu->marks)
			stack = waiting(offcpu, stack);
		samples_add(offcpu->samples, stack, time - thread->since);
	}
	thread->is_off = false;
}

static bool is_change(const struct offcpu *offcpu, const struct event *event)
{
	enum { TRACEPOINT = 2 };

	return offcpu->has_change && event->type == TRACEPOINT &&
	       event->config == offcpu->change.id;
}

/*
 * Whether they are perf's own samples of this kind, which a BPF program
 * writes.
 */
static bool is_off_time(const struct event *event)
{
	enum { SOFTWARE = 1, BPF_OUTPUT = 10 };

	return event->type == SOFTWARE && event->config == BPF_OUTPUT;
}

void offcpu_sample(struct offcpu *offcpu, const struct event *event,
		   const struct fields *fields, bool swapped, bool has_stack,
		   uint32_t stack)
{
	struct off_thread *thread = thread_of(offcpu, fields->tid);
	uint64_t next;

	thread->stack = stack;
	thread->has_stack = has_stack;
	if (is_off_time(event) && has_stack) {
		samples_add(offcpu->samples, stack, fields->period);
		return;
	}
	if (!is_change(offcpu, event) ||
	    !tracepoint_number(&offcpu->change, FG_STR("next_pid"), fields->raw,
			       swapped, &next))
		return;
	stop(offcpu, fields->tid, fields->time);
	if ((uint32_t)next != fields->tid)
		go_on(offcpu, (uint32_t)next, fields->time);
}

void offcpu_switch(struct offcpu *offcpu, const struct fields *fields,
		   bool is_out)
{
	if (offcpu->has_change || !fields->has_tid || !fields->has_time)
		return;
	if (is_out)
		stop(offcpu, fields->tid, fields->time);
	else
		go_on(offcpu, fields->tid, fields->time);
}
