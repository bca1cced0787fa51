/* SPDX-License-Identifier: MIT */
#include "naming.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/text.h"

/* ids[start] to ids[start + count - 1] of the naming. */
struct named_place {
	size_t start;
	uint32_t count;
	uint32_t module; /* the module of a place without a name */
	bool wanted, is_named, is_unknown;
};

void naming_init(struct naming *naming, struct collapse *c)
{
	size_t count = samples_place_count(naming->samples);

	naming->options = c->options;
	stackbuf_init(&naming->stack, c);
	sample_namer_init(&naming->namer, c->options, fg_stacks_frames(c->out));
	naming->places = fg_calloc(2 * count, sizeof *naming->places);
}

void naming_free(struct naming *naming)
{
	stackbuf_free(&naming->stack);
	sample_namer_free(&naming->namer);
	free(naming->places);
	free(naming->ids);
	free(naming->source.p);
	free(naming->modules);
}

static fg_str hex(char *to, size_t room, uint64_t number)
{
	int n = snprintf(to, room, "%" PRIx64, number);

	return (fg_str){ to, (size_t)n };
}

/* "a.c:12", with the base name of the file, as perf prints it. */
static fg_str source_of(struct naming *naming, const struct native_frame *frame)
{
	struct fg_buffer *source = &naming->source;
	char line[24];

	source->n = 0;
	if (frame->file.n == 0)
		return (fg_str){ NULL, 0 };
	fg_buffer_append(source, native_base_name(frame->file));
	snprintf(line, sizeof line, ":%" PRIu64, frame->line);
	fg_buffer_append(source, fg_from_c(line));
	return fg_buffer_text(source);
}

/* Finds the ids of one function of a place; the namer has them root first. */
static void name_function(struct naming *naming, const struct place *place,
			  const struct place_names *names, size_t i, bool java)
{
	const struct native_frame *function = &names->frames[i];
	struct sample_namer *namer = &naming->namer;
	char address[24];
	struct sample_frame frame = {
		.symbol = function->name,
		.module = names->module,
		.inlined = i + 1 < names->count,
		.unknown = function->name.n == 0,
		.mark = names->mark,
	};

	sample_namer_frame(namer, &frame,
			   hex(address, sizeof address, place->address), java);
	FG_RESERVE(&naming->ids, &naming->id_room,
		   naming->id_count + namer->count);
	for (size_t k = namer->count; k-- > 0;) {
		fg_frame id = namer->ids[k];

		if (naming->options->srcline && k + 1 == namer->count)
			id = sample_namer_source(namer, id,
						 source_of(naming, function));
		naming->ids[naming->id_count++] = id;
	}
}

static void name_place(struct naming *naming, size_t number, bool java)
{
	struct place place = samples_place_get(naming->samples, number);
	struct named_place *named = &naming->places[2 * number + java];
	struct place_names names = { 0 };

	naming->look_up(naming->reader, &place, &names);
	named->start = naming->id_count;
	for (size_t i = 0; i < names.count; i++)
		name_function(naming, &place, &names, i, java);
	named->count = (uint32_t)(naming->id_count - named->start);
	named->is_unknown = names.count == 1 && names.frames[0].name.n == 0;
	named->module = names.module_number;
	named->is_named = true;
}

/* A place with its sort key. */
struct order {
	uint64_t offset;
	uint32_t module, number;
};

static int by_offset(const void *a, const void *b)
{
	const struct order *x = a, *y = b;

	if (x->module != y->module)
		return x->module < y->module ? -1 : 1;
	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static bool is_java(const struct naming *naming, uint32_t task)
{
	return fg_starts_with(samples_task_get(naming->samples, task).comm,
			      FG_STR("java"));
}

/* Names all places, sorted, so that binaries are read from start to end. */
static void name_all(struct naming *naming)
{
	size_t places = 2 * samples_place_count(naming->samples), count = 0;
	struct order *order = fg_malloc(places * sizeof *order);

	for (size_t i = 0; i < places; i++) {
		struct place place = samples_place_get(naming->samples, i / 2);

		if (naming->places[i].wanted)
			order[count++] = (struct order){ place.offset,
							 place.module,
							 (uint32_t)i };
	}
	if (count > 1)
		qsort(order, count, sizeof *order, by_offset);
	for (size_t i = 0; i < count; i++)
		name_place(naming, order[i].number / 2, order[i].number % 2);
	free(order);
}

static void mark_wanted(struct naming *naming)
{
	size_t count = samples_stack_count(naming->samples);

	for (size_t i = 0; i < count; i++) {
		struct sample_stack stack = samples_get(naming->samples, i);
		bool java;

		if (stack.sum.count == 0 ||
		    !naming->wants_event(naming->reader, stack.event))
			continue;
		java = is_java(naming, stack.task);
		for (size_t k = 0; k < stack.depth; k++)
			naming->places[2 * stack.places[k] + java].wanted =
				true;
	}
}

static fg_str decimal(char *to, size_t room, int64_t number)
{
	int n = snprintf(to, room, "%" PRId64, number);

	return (fg_str){ to, (size_t)n };
}

/* The name of a thread; ":1234" where it is not known, as perf has it. */
static fg_str comm_of(struct naming *naming, const struct task *task,
		      char *room, size_t size)
{
	fg_str comm = task->comm;

	if (comm.n == 0)
		comm = naming->late_comm(naming->reader, task);
	if (comm.n == 0)
		comm = (fg_str){ room, (size_t)snprintf(room, size, ":%" PRId64,
							task->tid) };
	return comm;
}

static void push_root(struct naming *naming, fg_str comm,
		      const struct task *task)
{
	char pid[24], tid[24];
	fg_frame root;

	if (sample_namer_root(&naming->namer, comm,
			      decimal(pid, sizeof pid, task->pid),
			      decimal(tid, sizeof tid, task->tid), &root))
		stackbuf_push_id(&naming->stack, root);
}

/* The slice of --timeline. */
static void set_slice(struct naming *naming, const struct task *task,
		      fg_str comm)
{
	char tid[24];

	if (!naming->stack.slicer.timeline)
		return;
	slicer_task(&naming->stack.slicer, comm,
		    decimal(tid, sizeof tid, task->tid));
	if (task->has_time)
		stackbuf_time(&naming->stack, task->time, task->time);
}

static void push_task(struct naming *naming, uint32_t number)
{
	const struct collapse_options *o = naming->options;
	struct task task = samples_task_get(naming->samples, number);
	char room[24];
	fg_str comm = comm_of(naming, &task, room, sizeof room);

	if (o->timeline)
		set_slice(naming, &task, comm);
	if (o->no_comm)
		return;
	if (o->per_process || o->per_thread)
		push_root(naming, task.process.n ? task.process : comm, &task);
	if (o->per_thread || !o->per_process)
		push_root(naming, comm, &task);
}

static void push_event(struct naming *naming, uint32_t event)
{
	fg_str key = naming->event_root(naming->reader, event);

	if (key.p)
		stackbuf_push_id(&naming->stack,
				 sample_namer_event(&naming->namer, key));
}

/* Counts a stack's samples once for each module that lacks a name in it. */
static void count_unnamed(struct naming *naming, uint32_t module,
			  uint64_t samples)
{
	uint64_t stack = naming->folded + naming->filtered + 1;

	FG_RESERVE(&naming->modules, &naming->module_room, (size_t)module + 1);
	while (naming->module_count <= module)
		naming->modules[naming->module_count++] =
			(struct unnamed_module){ 0 };
	if (naming->modules[module].last != stack)
		naming->modules[module].samples += samples;
	naming->modules[module].last = stack;
}

/*
 * Adds to a separate profile of nanoseconds, which has the frame ids of the
 * profile.
 */
static void flush_ns(struct naming *naming, struct fg_weight weight)
{
	fg_frame *ids = naming->stack.ids;
	size_t depth = naming->stack.depth;

	if (filter_apply(&naming->stack.filter, &ids, &depth))
		fg_stacks_add(naming->ns, ids, depth, weight, 0);
	else
		naming->stack.dropped++;
	stackbuf_clear(&naming->stack);
}

/* Folds a stack from its root to its leaf. */
static void fold(struct naming *naming, const struct sample_stack *stack,
		 const struct fg_samples *sum)
{
	bool java = is_java(naming, stack->task);
	uint64_t count = sum->count;
	struct fg_weight weight = { count, 0 };
	uint64_t dropped = naming->stack.dropped;

	push_event(naming, stack->event);
	push_task(naming, stack->task);
	naming->frames += stack->depth * count;
	for (size_t k = stack->depth; k-- > 0;) {
		const struct named_place *named =
			&naming->places[2 * stack->places[k] + java];

		naming->unknown += named->is_unknown ? count : 0;
		if (named->is_unknown)
			count_unnamed(naming, named->module, count);
		for (size_t i = named->count; i-- > 0;)
			stackbuf_push_id(&naming->stack,
					 naming->ids[named->start + i]);
	}
	if (naming->stack.depth == 0)
		stackbuf_push(&naming->stack, FG_STR("[unknown]"));
	if (!naming->count_samples)
		weight.units = sum->weight < UINT64_MAX ? (uint64_t)sum->weight
							: UINT64_MAX;
	if (naming->ns)
		flush_ns(naming, weight);
	else
		stackbuf_flush(&naming->stack, ROOT_FIRST, weight);
	if (naming->stack.dropped > dropped) {
		naming->filtered += count;
		return;
	}
	naming->folded += count;
	if (!naming->count_samples && !naming->ns && !naming->mixes)
		fg_samples_join(fg_stacks_samples(naming->stack.out, 0), sum);
}

static void fold_in_order(struct naming *naming)
{
	uint32_t number;
	uint64_t weight;

	for (size_t i = 0;
	     samples_in_order(naming->samples, i, &number, &weight); i++) {
		struct sample_stack stack =
			samples_get(naming->samples, number);
		struct fg_samples one = { 0 };

		fg_samples_add(&one, (struct fg_weight){ weight, 0 });
		if (naming->wants_event(naming->reader, stack.event))
			fold(naming, &stack, &one);
	}
}

void naming_fold(struct naming *naming)
{
	size_t count = samples_stack_count(naming->samples);

	mark_wanted(naming);
	name_all(naming);
	if (naming->options->no_aggregate) {
		fold_in_order(naming);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct sample_stack stack = samples_get(naming->samples, i);

		if (stack.sum.count > 0 &&
		    naming->wants_event(naming->reader, stack.event))
			fold(naming, &stack, &stack.sum);
	}
}
