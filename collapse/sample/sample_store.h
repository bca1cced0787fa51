/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_SAMPLE_STORE_H
#define SAMPLE_SAMPLE_STORE_H

#include "fg/alloc.h"
#include "fg/samples.h"
#include "options.h"

/*
 * The store of samples: the recorded data, before it has names.
 *
 *	reader -> wanted.h: whose, where, when -> samples: equal stacks are one
 *	       -> naming.h: each place is named once -> stackbuf -> the profile
 *
 * A reader of addresses (perf.data) adds its samples here:
 *
 *	struct samples *samples = samples_new(options);
 *	uint32_t place = samples_place(samples, &(struct place){ ... });
 *	uint32_t task = samples_task(samples, &(struct task){ ... });
 *	struct sample sample = { .event = 0, .task = task, .weight = 1,
 *				 .places = &place, .depth = 1 };
 *	samples_add(samples, samples_stack(samples, &sample), 1);
 *	... naming.h ...
 *	samples_free(samples);
 *
 * Stacks are compared by the numbers of their places. So the memory depends on
 * the number of distinct stacks, and no name is looked up while samples are
 * read.
 */
struct samples;

/* Which part of the system ran there. */
enum place_mode {
	PLACE_USER,
	PLACE_KERNEL,
	PLACE_OTHER, /* a guest or a hypervisor */
	PLACE_CUT, /* not a place: the stack was cut here */
	PLACE_WAIT, /* not a place: the thread did not run */
};

/* A place in code: one frame, before it has a name. */
struct place {
	uint64_t offset; /* in the module's file; an address in a kernel */
	uint64_t address; /* in memory; 0 where names do not show it */
	uint32_t module; /* the reader's number; 0: not known */
	uint32_t process; /* the reader's, if the module may be found later */
	uint8_t mode; /* enum place_mode */
	bool is_caller; /* it is a return address */
};

/* The owner of a sample. */
struct task {
	fg_str comm, process; /* names of the thread and of its process */
	int64_t pid, tid;
	bool has_time; /* with --timeline, it is the owner at: */
	int64_t time; /* the start of a slice, in ns */
};

struct sample {
	uint32_t event; /* the reader's number */
	uint32_t task; /* from samples_task() */
	uint64_t weight;
	const uint32_t *places; /* from samples_place(), leaf first */
	size_t depth;
};

struct samples *samples_new(const struct collapse_options *options);
void samples_free(struct samples *samples);

/* The number of a place; equal places have the same number. */
uint32_t samples_place(struct samples *samples, const struct place *place);

/*
 * The number of a task; tasks with the same root frames have the same number.
 * A task without a name may get one later.
 */
uint32_t samples_task(struct samples *samples, const struct task *task);

/* The number of a stack: of its event, its task and its places. O(depth). */
uint32_t samples_stack(struct samples *samples, const struct sample *sample);

/* Adds a sample of that stack. O(1). */
void samples_add(struct samples *samples, uint32_t stack, uint64_t weight);

/* Read by naming.h. Numbers go up from 0. */
struct sample_stack {
	uint32_t event, task;
	const uint32_t *places; /* leaf first; valid until the next stack */
	size_t depth;
	struct fg_samples sum; /* sum of its samples */
};

size_t samples_stack_count(const struct samples *samples);
struct sample_stack samples_get(const struct samples *samples, size_t i);
size_t samples_place_count(const struct samples *samples);
struct place samples_place_get(const struct samples *samples, size_t i);
struct task samples_task_get(const struct samples *samples, size_t i);
size_t samples_task_count(const struct samples *samples);

/*
 * With --no-aggregate, the samples in the order in which they were added:
 * stack and weight of number `i`; false past the last one, or without the
 * option.
 */
bool samples_in_order(const struct samples *samples, size_t i, uint32_t *stack,
		      uint64_t *weight);

#endif
