/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "fg/stacks.h"
#include "fg/text.h"
#include "fg/weight.h"
#include "sample_store.h"

struct ordered {
	uint64_t weight;
	uint32_t stack;
};

struct samples {
	const struct collapse_options *options;
	struct fg_stacks *stacks; /* ids: event, task, places, leaf first */
	struct fg_samples *sums; /* by stack */
	size_t sum_room;
	uint32_t *ids; /* buffer for one of them */
	size_t id_room;
	struct fg_frames *place_keys, *task_keys;
	struct place *places;
	size_t place_room;
	struct task *tasks;
	size_t task_room;
	struct fg_arena texts;
	struct fg_buffer key;
	struct ordered *order; /* with --no-aggregate */
	size_t order_count, order_room;
};

enum { HEAD = 2 }; /* ids of event and task before the places */

struct samples *samples_new(const struct collapse_options *options)
{
	struct samples *samples = fg_calloc(1, sizeof *samples);

	samples->options = options;
	samples->stacks = fg_stacks_new(FG_FOLD);
	samples->place_keys = fg_frames_new();
	samples->task_keys = fg_frames_new();
	return samples;
}

void samples_free(struct samples *samples)
{
	fg_stacks_free(samples->stacks);
	fg_frames_free(samples->place_keys);
	fg_frames_free(samples->task_keys);
	fg_arena_free(&samples->texts);
	free(samples->sums);
	free(samples->ids);
	free(samples->places);
	free(samples->tasks);
	free(samples->key.p);
	free(samples->order);
	free(samples);
}

uint32_t samples_place(struct samples *samples, const struct place *place)
{
	struct {
		uint64_t offset, address;
		uint32_t module, process, mode, is_caller;
	} key = { place->offset,  place->address, place->module,
		  place->process, place->mode,	  place->is_caller };
	size_t known = fg_frames_count(samples->place_keys);
	uint32_t number =
		fg_frames_intern(samples->place_keys,
				 (fg_str){ (const char *)&key, sizeof key });

	if (number == known) {
		FG_RESERVE(&samples->places, &samples->place_room, known + 1);
		samples->places[number] = *place;
	}
	return number;
}

static void append_number(struct fg_buffer *key, int64_t number)
{
	fg_buffer_append(key, (fg_str){ (const char *)&number, sizeof number });
}

/* Makes the key that identifies a root; names have no NUL. */
static void make_key(struct samples *samples, const struct task *task)
{
	const struct collapse_options *o = samples->options;
	struct fg_buffer *key = &samples->key;
	bool processes = o->per_process || o->per_thread;
	bool slices = o->timeline != NULL;

	key->n = 0;
	fg_buffer_append(key, task->comm);
	fg_buffer_append(key, (fg_str){ "", 1 });
	if (processes)
		fg_buffer_append(key, task->process);
	fg_buffer_append(key, (fg_str){ "", 1 });
	if (o->pid || o->tid || processes || task->comm.n == 0)
		append_number(key, task->pid);
	if (o->tid || o->per_thread || task->comm.n == 0 || slices)
		append_number(key, task->tid);
	if (slices) {
		append_number(key, task->has_time);
		append_number(key, task->time);
	}
}

static fg_str keep(struct samples *samples, fg_str text)
{
	if (text.n == 0)
		return (fg_str){ NULL, 0 };
	return (fg_str){ fg_arena_bytes(&samples->texts, text), text.n };
}

uint32_t samples_task(struct samples *samples, const struct task *task)
{
	size_t known = fg_frames_count(samples->task_keys);
	uint32_t number;

	make_key(samples, task);
	number = fg_frames_intern(samples->task_keys,
				  fg_buffer_text(&samples->key));
	if (number == known) {
		FG_RESERVE(&samples->tasks, &samples->task_room, known + 1);
		samples->tasks[number] = (struct task){
			.comm = keep(samples, task->comm),
			.process = keep(samples, task->process),
			.pid = task->pid,
			.tid = task->tid,
			.has_time = task->has_time,
			.time = task->time,
		};
	}
	return number;
}

uint32_t samples_stack(struct samples *samples, const struct sample *sample)
{
	size_t known = fg_stacks_count(samples->stacks), number;
	size_t depth = sample->depth + HEAD;

	FG_RESERVE(&samples->ids, &samples->id_room, depth);
	samples->ids[0] = sample->event;
	samples->ids[1] = sample->task;
	if (sample->depth > 0)
		memcpy(samples->ids + HEAD, sample->places,
		       sample->depth * sizeof *samples->ids);
	number = fg_stacks_add(samples->stacks, samples->ids, depth,
			       (struct fg_weight){ 0, 0 }, 0);
	if (number == known) {
		FG_RESERVE(&samples->sums, &samples->sum_room, known + 1);
		samples->sums[number] = (struct fg_samples){ 0 };
	}
	return (uint32_t)number;
}

void samples_add(struct samples *samples, uint32_t stack, uint64_t weight)
{
	fg_samples_add(&samples->sums[stack], (struct fg_weight){ weight, 0 });
	if (!samples->options->no_aggregate)
		return;
	FG_RESERVE(&samples->order, &samples->order_room,
		   samples->order_count + 1);
	samples->order[samples->order_count++] =
		(struct ordered){ weight, stack };
}

size_t samples_stack_count(const struct samples *samples)
{
	return fg_stacks_count(samples->stacks);
}

struct sample_stack samples_get(const struct samples *samples, size_t i)
{
	struct fg_stack stack = fg_stacks_get(samples->stacks, i);

	return (struct sample_stack){
		.event = stack.ids[0],
		.task = stack.ids[1],
		.places = stack.ids + HEAD,
		.depth = stack.depth - HEAD,
		.sum = samples->sums[i],
	};
}

size_t samples_place_count(const struct samples *samples)
{
	return fg_frames_count(samples->place_keys);
}

struct place samples_place_get(const struct samples *samples, size_t i)
{
	return samples->places[i];
}

size_t samples_task_count(const struct samples *samples)
{
	return fg_frames_count(samples->task_keys);
}

struct task samples_task_get(const struct samples *samples, size_t i)
{
	return samples->tasks[i];
}

bool samples_in_order(const struct samples *samples, size_t i, uint32_t *stack,
		      uint64_t *weight)
{
	if (i >= samples->order_count)
		return false;
	*stack = samples->order[i].stack;
	*weight = samples->order[i].weight;
	return true;
}
