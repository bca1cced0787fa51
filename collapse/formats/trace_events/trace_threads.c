/* SPDX-License-Identifier: MIT */
#include "trace_threads.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

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

static bool matches(const struct trace_threads *threads,
		    struct fg_regex *pattern, fg_frame id, fg_frame name)
{
	if (!pattern ||
	    fg_regex_matches(pattern, fg_frames_name(threads->texts, id)))
		return true;
	return name != TRACE_NONE &&
	       fg_regex_matches(pattern, fg_frames_name(threads->texts, name));
}

bool trace_thread_wanted(const struct trace_threads *threads,
			 const struct collapse_options *options,
			 uint32_t thread)
{
	const struct trace_thread *t = &threads->items[thread];
	const struct trace_process *p = &threads->processes[t->process];

	return matches(threads, options->thread, t->tid, t->name) &&
	       matches(threads, options->process, p->pid, p->name);
}

/* "NAME ID", or "WHAT ID" where there is no name. */
static fg_frame make_root(const struct trace_threads *threads,
			  struct stackbuf *stack, const char *what, fg_frame id,
			  fg_frame name)
{
	struct fg_buffer text = { 0 };
	fg_frame frame;

	fg_buffer_append(&text, name == TRACE_NONE
					? fg_from_c(what)
					: fg_frames_name(threads->texts, name));
	if (id != TRACE_NONE) {
		fg_buffer_append(&text, FG_STR(" "));
		fg_buffer_append(&text, fg_frames_name(threads->texts, id));
	}
	frame = stackbuf_intern(stack, fg_buffer_text(&text));
	free(text.p);
	return frame;
}

size_t trace_thread_roots(const struct trace_threads *threads,
			  const struct collapse_options *options,
			  uint32_t thread, struct stackbuf *stack,
			  fg_frame roots[TRACE_ROOTS])
{
	const struct trace_thread *t = &threads->items[thread];
	const struct trace_process *p = &threads->processes[t->process];
	bool own = !options->per_process && !options->per_thread;
	size_t count = 0;

	if (own ? p->name != TRACE_NONE : options->per_process)
		roots[count++] =
			make_root(threads, stack, "process", p->pid, p->name);
	if (own && t->name != TRACE_NONE)
		roots[count++] =
			make_root(threads, stack, "", TRACE_NONE, t->name);
	else if (options->per_thread)
		roots[count++] =
			make_root(threads, stack, "thread", t->tid, t->name);
	return count;
}

void trace_threads_free(struct trace_threads *threads)
{
	free(threads->items);
	free(threads->processes);
	idmap_free(&threads->ids);
	idmap_free(&threads->pids);
}
