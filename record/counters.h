/* SPDX-License-Identifier: MIT */
#ifndef RECORD_COUNTERS_H
#define RECORD_COUNTERS_H

#include <sys/types.h>

#include "event_list.h"
#include "machine.h"

/*
 * Open performance events: each event, of each thread that is recorded, on
 * each CPU. All of a CPU write to one ring, that of the first.
 *
 *	struct counters counters = { 0 };
 *	status = counters_open(&counters, &events, &targets, &how, diag);
 *	counters_enable(&counters, true);
 *	... rings of counters.rings[cpu].fd ...
 *	counters_close(&counters);
 */

/* Whom to record. */
struct targets {
	bool all; /* everything on all CPUs */
	int cgroup; /* its folder, open; -1: none */
	pid_t command; /* not running yet, and not counted before its exec */
	const pid_t *pids; /* processes, with all their threads */
	size_t pid_count;
	const pid_t *tids;
	size_t tid_count;
};

enum chains { CHAINS_FRAME_POINTERS, CHAINS_DWARF, CHAINS_LBR };

/* How to record. */
struct sampling {
	uint64_t frequency; /* samples a second; 0: go by period */
	uint64_t period;
	enum chains chains;
	uint32_t stack_size; /* bytes of stack a sample, CHAINS_DWARF */
	bool switches; /* tell when threads stop and go on */
	bool on_exec; /* count from the command's exec on */
	bool is_default; /* the user named no event: another one may do */
};

struct counter {
	int fd;
	unsigned event; /* index */
	size_t cpu; /* index */
	uint64_t id; /* in its samples */
};

struct counters {
	struct counter *items;
	size_t count, room;
	struct machine_cpus cpus;
	int *ring_fds; /* by index of the CPU; -1: nothing is open there */
	bool user_only; /* the kernel's part is not allowed */
	bool no_cycles; /* cpu-clock is counted in place of cycles */
	bool too_fast; /* the rate is lowered to what the kernel allows */
};

/*
 * Completes the events' attributes, and opens them; what the kernel refuses
 * is tried with less (without the kernel's part, cpu-clock for cycles), which
 * shows in *counters and the events' names. A thread that ends meanwhile is
 * left out. After an error, counters_close() is still to be called.
 */
fg_status counters_open(struct counters *counters, struct events *events,
			const struct targets *targets,
			struct sampling *sampling, struct fg_diag *diag);

/* Starts or stops all of them. */
void counters_enable(const struct counters *counters, bool on);

/*
 * Has all counters of a CPU write to its ring, once these are mapped. False,
 * with errno, when the kernel refuses.
 */
bool counters_share_rings(const struct counters *counters);

void counters_close(struct counters *counters);

#endif
