/* SPDX-License-Identifier: MIT */
#include "trace_threads.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "sample/stack_owner.h"

static uint32_t find_process(struct trace_threads *threads, fg_frame pid)
{
	uint32_t process = idmap_find(&threads->pids, pid);

	if (process != IDMAP_NONE)
		return process;
	process = (uint32_t)threads->process_count++;
	FG_RESERVE(&threads->processes, &threads->process_room,
		   threads->process_count);
	threads->processes[process] = (struct trace_process){ pid, TRACE_NONE };
	(void)idmap_add(&threads->pids, pid, process);
	return process;
}

uint32_t trace_thread(struct trace_threads *threads, fg_str pid, fg_str tid)
{
	fg_frame p = fg_frames_intern(threads->texts, pid);
	fg_frame t = fg_frames_intern(threads->texts, tid);
	uint64_t key = (uint64_t)p << 32 | t;
	uint32_t thread = idmap_find(&threads->ids, key);

	if (thread != IDMAP_NONE)
		return thread;
	thread = (uint32_t)threads->count++;
	FG_RESERVE(&threads->items, &threads->room, threads->count);
	threads->items[thread] = (struct trace_thread){
		.process = find_process(threads, p),
		.tid = t,
		.name = TRACE_NONE,
	};
	(void)idmap_add(&threads->ids, key, thread);
	return thread;
}

static void set_name(struct trace_threads *threads, fg_frame *to, fg_str name)
{
	if (name.n > 0)
		*to = fg_frames_intern(threads->texts, name);
}

void trace_name_thread(struct trace_threads *threads, uint32_t thread,
		       fg_str name)
{
	set_name(threads, &threads->items[thread].name, name);
}

void trace_name_process(struct trace_threads *threads, uint32_t thread,
			fg_str name)
{
	uint32_t process = threads->items[thread].process;

	set_name(threads, &threads->processes[process].name, name);
}

static fg_str text_of(const struct trace_threads *threads, fg_frame text)
{
	if (text == TRACE_NONE)
		return FG_STR("");
	return fg_frames_name(threads->texts, text);
}

bool trace_thread_wanted(const struct trace_threads *threads,
			 const struct collapse_options *options,
			 uint32_t thread)
{
	const struct trace_thread *t = &threads->items[thread];
	const struct trace_process *p = &threads->processes[t->process];
	struct owner of_thread = { 0 }, of_process = { 0 };
	bool wanted;

	owner_set(&of_thread, text_of(threads, t->name),
		  text_of(threads, t->tid));
	owner_set(&of_process, text_of(threads, p->name),
		  text_of(threads, p->pid));
	wanted = owners_wanted(options, &of_process, &of_thread);
	owner_free(&of_thread);
	owner_free(&of_process);
	return wanted;
}

/* The four texts in a row. */
static fg_frame join(struct stackbuf *stack, fg_str a, fg_str b, fg_str c,
		     fg_str d)
{
	const fg_str parts[] = { a, b, c, d };
	struct fg_buffer text = { 0 };
	fg_frame frame;

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		fg_buffer_append(&text, parts[i]);
	frame = stackbuf_intern(stack, fg_buffer_text(&text));
	free(text.p);
	return frame;
}

/* "Renderer 7", or "process 7" when it has no name. */
static fg_frame process_root(const struct trace_threads *threads,
			     const struct trace_process *p,
			     struct stackbuf *stack)
{
	fg_str name = p->name == TRACE_NONE ? FG_STR("process")
					    : text_of(threads, p->name);

	return join(stack, name, FG_STR(" "), text_of(threads, p->pid),
		    FG_STR(""));
}

/* "worker [8]", or "thread 8" when it has no name. */
static fg_frame thread_root(const struct trace_threads *threads,
			    const struct trace_thread *t,
			    struct stackbuf *stack)
{
	fg_str number = text_of(threads, t->tid);

	if (t->name == TRACE_NONE)
		return join(stack, FG_STR("thread "), number, FG_STR(""),
			    FG_STR(""));
	return join(stack, text_of(threads, t->name), FG_STR(" ["), number,
		    FG_STR("]"));
}

size_t trace_thread_roots(const struct trace_threads *threads,
			  const struct collapse_options *options,
			  uint32_t thread, struct stackbuf *stack,
			  fg_frame roots[TRACE_ROOTS])
{
	const struct trace_thread *t = &threads->items[thread];
	const struct trace_process *p = &threads->processes[t->process];
	bool asked = options->per_process || options->per_thread;
	size_t count = 0;

	if (options->no_comm)
		return 0;
	if (asked || p->name != TRACE_NONE)
		roots[count++] = process_root(threads, p, stack);
	if (options->per_thread)
		roots[count++] = thread_root(threads, t, stack);
	else if (!asked && t->name != TRACE_NONE)
		roots[count++] =
			stackbuf_intern(stack, text_of(threads, t->name));
	return count;
}

void trace_threads_free(struct trace_threads *threads)
{
	free(threads->items);
	free(threads->processes);
	idmap_free(&threads->ids);
	idmap_free(&threads->pids);
}
