/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* syscall */
#include "counters.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attributes.h"
#include "fg/text.h"
#include "refusal.h"

/* What one call opens: a thread (-1: any) on a CPU. */
struct place {
	pid_t tid;
	size_t cpu; /* index */
	unsigned long flags;
};

/* What counters_open() works with. */
struct opening {
	struct counters *counters;
	struct events *events;
	struct sampling *sampling;
	struct fg_diag *diag;
};

static int open_event(struct event *event, const struct counters *counters,
		      const struct place *place)
{
	return (int)syscall(SYS_perf_event_open, &event->attr, place->tid,
			    (int)counters->cpus.numbers[place->cpu], -1,
			    place->flags | PERF_FLAG_FD_CLOEXEC);
}

/* Takes a step down from what the kernel refused; false: there is none. */
static bool ask_for_less(struct opening *o, struct event *event, int error)
{
	struct counters *counters = o->counters;

	/* a CPU that is off; what other CPUs have is to stay the same */
	if (error == ENODEV && counters->count > 0)
		return false;
	switch (error) {
	case EACCES:
	case EPERM:
		if (!attributes_user_only(event))
			return false;
		counters->user_only = true;
		return true;
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
	case EINVAL:
		if (attributes_simpler(event))
			return true;
		if (!o->sampling->is_default || !attributes_use_clock(event))
			return false;
		counters->no_cycles = true;
		return true;
	default:
		return false;
	}
}

static void keep(struct counters *counters, int fd, unsigned event, size_t cpu)
{
	struct counter counter = { .fd = fd, .event = event, .cpu = cpu };

	(void)ioctl(fd, PERF_EVENT_IOC_ID, &counter.id);
	FG_RESERVE(&counters->items, &counters->room, counters->count + 1);
	counters->items[counters->count++] = counter;
	if (counters->ring_fds[cpu] < 0)
		counters->ring_fds[cpu] = fd;
}

/* All events of one place; a thread that is gone has none. */
static fg_status open_place(struct opening *o, const struct place *place)
{
	for (unsigned i = 0; i < o->events->count; i++) {
		struct event *event = &o->events->items[i];
		int fd = open_event(event, o->counters, place);

		while (fd < 0 && ask_for_less(o, event, errno))
			fd = open_event(event, o->counters, place);
		if (fd < 0 &&
		    (errno == ESRCH || (errno == ENODEV && place->cpu > 0)))
			return FG_OK; /* the thread ended, the CPU is off */
		if (fd < 0)
			return refusal_tell(errno, event, o->counters->count,
					    o->diag);
		keep(o->counters, fd, i, place->cpu);
	}
	return FG_OK;
}

static fg_status open_everywhere(struct opening *o, pid_t tid,
				 unsigned long flags)
{
	struct place place = { .tid = tid, .flags = flags };
	fg_status status = FG_OK;

	for (; place.cpu < o->counters->cpus.count && status == FG_OK;
	     place.cpu++)
		status = open_place(o, &place);
	return status;
}

static fg_status open_process(struct opening *o, pid_t pid)
{
	fg_status status = FG_OK;
	struct dirent *entry;
	char path[64];
	uint64_t tid;
	DIR *threads;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	threads = opendir(path);
	if (!threads)
		return refusal_no_process(pid, o->diag);
	while (status == FG_OK && (entry = readdir(threads))) {
		if (fg_parse_u64(fg_from_c(entry->d_name), &tid) &&
		    tid <= INT32_MAX)
			status = open_everywhere(o, (pid_t)tid, 0);
	}
	closedir(threads);
	return status;
}

static fg_status open_thread(struct opening *o, pid_t tid)
{
	size_t before = o->counters->count;
	fg_status status = open_everywhere(o, tid, 0);

	if (status == FG_OK && o->counters->count == before)
		return refusal_no_process(tid, o->diag);
	return status;
}

static fg_status open_targets(struct opening *o, const struct targets *targets)
{
	fg_status status = FG_OK;

	if (targets->all)
		return open_everywhere(o, -1, 0);
	if (targets->cgroup >= 0)
		return open_everywhere(o, targets->cgroup,
				       PERF_FLAG_PID_CGROUP);
	if (targets->command > 0)
		return open_thread(o, targets->command);
	for (size_t i = 0; i < targets->pid_count && status == FG_OK; i++)
		status = open_process(o, targets->pids[i]);
	for (size_t i = 0; i < targets->tid_count && status == FG_OK; i++)
		status = open_thread(o, targets->tids[i]);
	return status;
}

/* Thousands of threads need as many descriptors, times the CPUs. */
static void allow_many_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
		return;
	limit.rlim_cur = limit.rlim_max;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

fg_status counters_open(struct counters *counters, struct events *events,
			const struct targets *targets,
			struct sampling *sampling, struct fg_diag *diag)
{
	struct opening o = { counters, events, sampling, diag };
	fg_status status;

	allow_many_files();
	machine_cpus_read(&counters->cpus);
	counters->ring_fds = fg_malloc(counters->cpus.count * sizeof(int));
	for (size_t i = 0; i < counters->cpus.count; i++)
		counters->ring_fds[i] = -1;
	counters->too_fast = attributes_limit_rate(sampling);
	attributes_complete(events, sampling);
	status = open_targets(&o, targets);
	attributes_name(events);
	return status;
}

void counters_enable(const struct counters *counters, bool on)
{
	for (size_t i = 0; i < counters->count; i++)
		(void)ioctl(counters->items[i].fd,
			    on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE,
			    0);
}

bool counters_share_rings(const struct counters *counters)
{
	for (size_t i = 0; i < counters->count; i++) {
		const struct counter *counter = &counters->items[i];
		int ring = counters->ring_fds[counter->cpu];

		if (counter->fd != ring &&
		    ioctl(counter->fd, PERF_EVENT_IOC_SET_OUTPUT, ring) != 0)
			return false;
	}
	return true;
}

void counters_close(struct counters *counters)
{
	for (size_t i = 0; i < counters->count; i++)
		close(counters->items[i].fd);
	free(counters->items);
	free(counters->ring_fds);
	machine_cpus_free(&counters->cpus);
	*counters = (struct counters){ 0 };
}
