/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_TRACE_THREADS_H
#define COLLAPSE_TRACE_THREADS_H

#include "fold/stackbuf.h"
#include "input/idmap.h"

/*
 * The threads and processes of a trace, which have numbers or words for ids,
 * and names only if an event says so.
 *
 *	uint32_t thread = trace_thread(&threads, pid, tid);
 *	trace_name_process(&threads, thread, name);
 *	if (trace_thread_wanted(&threads, c->options, thread))
 *		count = trace_thread_roots(&threads, c->options, thread,
 *					   &stack, roots);
 *
 * Zero-initialise all but `texts`.
 */
#define TRACE_NONE UINT32_MAX

/* Of the roots of one thread. */
enum { TRACE_ROOTS = 2 };

struct trace_threads {
	struct fg_frames *texts;
	struct trace_thread {
		uint32_t process;
		fg_frame tid, name; /* in texts; name may be TRACE_NONE */
	} * items;
	struct trace_process {
		fg_frame pid, name;
	} * processes;
	size_t count, room, process_count, process_room;
	struct idmap ids, pids;
};

uint32_t trace_thread(struct trace_threads *threads, fg_str pid, fg_str tid);

/* Sets a name. An empty name is ignored; the last one counts. */
void trace_name_thread(struct trace_threads *threads, uint32_t thread,
		       fg_str name);
void trace_name_process(struct trace_threads *threads, uint32_t thread,
			fg_str name);

/* Whether --thread, --process and similar options want it. */
bool trace_thread_wanted(const struct trace_threads *threads,
			 const struct collapse_options *options,
			 uint32_t thread);

/*
 * The root frames of its stacks, the outermost first; returns their number.
 * They are those of --per-process and --per-thread, otherwise those that have
 * names, and none with --no-comm.
 */
size_t trace_thread_roots(const struct trace_threads *threads,
			  const struct collapse_options *options,
			  uint32_t thread, struct stackbuf *stack,
			  fg_frame roots[TRACE_ROOTS]);

void trace_threads_free(struct trace_threads *threads);

#endif
