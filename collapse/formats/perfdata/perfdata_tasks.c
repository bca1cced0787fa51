/* SPDX-License-Identifier: MIT */
#include "perfdata_tasks.h"

#include <stdlib.h>

void tasks_init(struct tasks *tasks)
{
	*tasks = (struct tasks){ .names = fg_frames_new() };
	for (size_t i = 0; i < ENDED_KEPT; i++)
		tasks->ended[i] = IDMAP_NONE;
	/* the idle task has no record of its name */
	tasks_comm(tasks, 0, 0, FG_STR("swapper"), false, true);
}

void tasks_free(struct tasks *tasks)
{
	for (size_t i = 0; i < tasks->process_count; i++)
		maps_free(tasks->processes[i].maps);
	free(tasks->processes);
	free(tasks->threads);
	idmap_free(&tasks->pids);
	idmap_free(&tasks->tids);
	fg_frames_free(tasks->names);
}

static uint64_t new_space(struct tasks *tasks)
{
	return ++tasks->spaces;
}

static uint32_t process_index(struct tasks *tasks, uint32_t pid)
{
	uint32_t index = idmap_find(&tasks->pids, pid);

	if (index != IDMAP_NONE)
		return index;
	index = (uint32_t)tasks->process_count++;
	FG_RESERVE(&tasks->processes, &tasks->process_room,
		   tasks->process_count);
	tasks->processes[index] =
		(struct process){ .pid = pid, .space = new_space(tasks) };
	idmap_add(&tasks->pids, pid, index);
	return index;
}

struct process *tasks_process(struct tasks *tasks, uint32_t pid)
{
	return &tasks->processes[process_index(tasks, pid)];
}

/* A thread that was not seen before counts as living. */
struct thread *tasks_thread(struct tasks *tasks, uint32_t pid, uint32_t tid)
{
	uint32_t process = process_index(tasks, pid);
	uint32_t index = idmap_find(&tasks->tids, tid);
	struct thread *thread;

	if (index != IDMAP_NONE && tasks->threads[index].process == process)
		return &tasks->threads[index];
	if (index == IDMAP_NONE) {
		index = (uint32_t)tasks->thread_count++;
		FG_RESERVE(&tasks->threads, &tasks->thread_room,
			   tasks->thread_count);
		idmap_add(&tasks->tids, tid, index);
	}
	thread = &tasks->threads[index];
	*thread = (struct thread){ .tid = tid, .process = process };
	tasks->processes[process].live++;
	return thread;
}

fg_str tasks_name(const struct tasks *tasks, uint32_t comm)
{
	return comm ? fg_frames_name(tasks->names, comm - 1)
		    : (fg_str){ NULL, 0 };
}

static void drop_maps(struct tasks *tasks, struct process *process)
{
	maps_free(process->maps);
	process->maps = NULL;
	process->space = new_space(tasks);
}

void tasks_comm(struct tasks *tasks, uint32_t pid, uint32_t tid, fg_str comm,
		bool is_exec, bool is_timed)
{
	struct thread *thread = tasks_thread(tasks, pid, tid);
	struct process *process = &tasks->processes[thread->process];
	uint32_t number = fg_frames_intern(tasks->names, comm) + 1;

	if (is_exec) {
		drop_maps(tasks, process);
		process->jit_dump = 0;
		process->is_complete = true;
	}
	if (!is_timed)
		thread->late_comm = number;
	thread->comm = number;
	thread->task = 0;
	if (pid == tid)
		process->comm = number;
}

/* A new process begins with the memory of its parent. */
static void begin_process(struct tasks *tasks, uint32_t pid, uint32_t ppid,
			  bool has_maps)
{
	uint32_t from = process_index(tasks, ppid);
	uint32_t to = process_index(tasks, pid);
	struct process *child = &tasks->processes[to];
	const struct process *parent = &tasks->processes[from];

	maps_free(child->maps);
	child->maps = has_maps ? maps_share(parent->maps) : NULL;
	child->space = has_maps ? parent->space : new_space(tasks);
	child->is_complete = has_maps && parent->is_complete;
	child->jit_dump = has_maps ? parent->jit_dump : 0;
	child->comm = parent->comm;
	child->live = 0;
}

void tasks_fork(struct tasks *tasks, uint32_t pid, uint32_t ppid, uint32_t tid,
		uint32_t ptid, bool has_maps)
{
	struct thread *thread;
	uint32_t comm, index;

	comm = tasks_thread(tasks, ppid, ptid)->comm;
	if (pid != ppid)
		begin_process(tasks, pid, ppid, has_maps);
	index = idmap_find(&tasks->tids, tid);
	thread = tasks_thread(tasks, pid, tid);
	if (index != IDMAP_NONE && (thread->has_ended || pid != ppid)) {
		thread->has_ended = false;
		tasks->processes[thread->process].live++;
	}
	thread->comm = comm;
	thread->task = 0;
}

/*
 * Ends a process. Its maps are freed only after some more processes have
 * ended.
 */
static void end_process(struct tasks *tasks, uint32_t index)
{
	uint32_t *place = &tasks->ended[tasks->next_ended];

	if (*place != IDMAP_NONE) {
		struct process *old = &tasks->processes[*place];

		old->is_waiting = false;
		if (old->live == 0)
			drop_maps(tasks, old);
	}
	*place = index;
	tasks->processes[index].is_waiting = true;
	tasks->next_ended = (tasks->next_ended + 1) % ENDED_KEPT;
}

void tasks_exit(struct tasks *tasks, uint32_t pid, uint32_t tid)
{
	struct thread *thread = tasks_thread(tasks, pid, tid);
	struct process *process = &tasks->processes[thread->process];

	if (thread->has_ended)
		return;
	thread->has_ended = true;
	if (process->live > 0)
		process->live--;
	if (process->live == 0 && !process->is_waiting)
		end_process(tasks, thread->process);
}

void tasks_map(struct tasks *tasks, struct process *process, struct map map,
	       bool is_timed)
{
	maps_add(&process->maps, map);
	process->space = new_space(tasks);
	process->is_complete |= !is_timed;
}
