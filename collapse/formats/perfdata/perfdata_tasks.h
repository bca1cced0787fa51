/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_TASKS_H
#define PERFDATA_TASKS_H

#include "fg/alloc.h"
#include "fg/frames.h"
#include "input/idmap.h"
#include "perfdata_maps.h"

/*
 * The processes and threads of a recording at the time of the last record that
 * was read: their names, and their memory maps.
 *
 *	struct tasks tasks;
 *	tasks_init(&tasks);
 *	process = tasks_process(&tasks, pid);
 *	thread = tasks_thread(&tasks, pid, tid);
 *	tasks_free(&tasks);
 *
 * The number of a process may be reused later. Its entry then belongs to the
 * new process; samples that were read before store numbers of modules, and so
 * stay right.
 */
struct process {
	uint32_t pid;
	struct maps *maps;
	uint64_t space; /* the state of its maps; unique */
	uint32_t comm; /* of its first thread; 0: not known */
	uint32_t jit_dump; /* the module of its compiler's dump; 0: none */
	uint32_t live; /* number of its threads that did not end */
	bool is_complete; /* all its maps are known, from its start on */
	bool is_waiting; /* it ended, and is in `ended` */
};

struct thread {
	uint32_t tid, process; /* process: the index */
	uint32_t comm; /* the name's number + 1; 0: not known */
	uint32_t late_comm; /* the same, from a record without a time */
	uint32_t task; /* the reader's number + 1; 0: not looked up yet */
	int64_t slice; /* with --timeline, the time that `task` is for */
	bool is_unwanted; /* a filter drops it; valid with `task` */
	bool has_ended;
};

enum { ENDED_KEPT = 256 };

struct tasks {
	struct process *processes;
	size_t process_count, process_room;
	struct thread *threads;
	size_t thread_count, thread_room;
	struct idmap pids, tids;
	struct fg_frames *names;
	uint64_t spaces; /* the last one that was used */
	uint32_t ended[ENDED_KEPT]; /* processes, in a ring: their maps are
				     * still there for late samples */
	size_t next_ended;
};

void tasks_init(struct tasks *tasks);
void tasks_free(struct tasks *tasks);

/* Returns the entry, which is made if necessary; valid until the next call. */
struct process *tasks_process(struct tasks *tasks, uint32_t pid);
struct thread *tasks_thread(struct tasks *tasks, uint32_t pid, uint32_t tid);

/* Handlers of the records. `is_timed`: the record has a time. */
void tasks_comm(struct tasks *tasks, uint32_t pid, uint32_t tid, fg_str comm,
		bool is_exec, bool is_timed);
void tasks_fork(struct tasks *tasks, uint32_t pid, uint32_t ppid, uint32_t tid,
		uint32_t ptid, bool has_maps);
void tasks_exit(struct tasks *tasks, uint32_t pid, uint32_t tid);
void tasks_map(struct tasks *tasks, struct process *process, struct map map,
	       bool is_timed);

/* The name with that number; empty for 0. */
fg_str tasks_name(const struct tasks *tasks, uint32_t comm);

#endif
