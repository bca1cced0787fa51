/* SPDX-License-Identifier: MIT */
#ifndef RECORD_MACHINE_H
#define RECORD_MACHINE_H

#include "fg/base.h"

/*
 * What the running kernel says of itself in /proc and /sys, in small files.
 *
 *	struct machine_text text;
 *	if (machine_read("/proc/sys/kernel/osrelease", &text))
 *		use(machine_line(&text));
 */
struct machine_text {
	char bytes[4096];
	size_t n;
};

/*
 * Reads up to 4095 bytes of a file. False, with errno, when it cannot be
 * read.
 */
bool machine_read(const char *path, struct machine_text *text);

/* The first line, without blanks around it; borrowed from `text`. */
fg_str machine_line(const struct machine_text *text);

/* The number in a file, which may be negative; `otherwise` without one. */
int64_t machine_number(const char *path, int64_t otherwise);

/* The settings of /proc/sys/kernel that say who may record what. */
struct machine_limits {
	int64_t paranoid; /* perf_event_paranoid; -2: no perf events at all */
	int64_t kptr_restrict;
	int64_t mlock_kb; /* of rings, a user and CPU */
	int64_t max_rate; /* samples a second */
};

enum { MACHINE_NO_EVENTS = -2 };

struct machine_limits machine_limits(void);

/* Numbers of the CPUs that are on, ascending. */
struct machine_cpus {
	uint32_t *numbers;
	size_t count, room;
};

/* Those of /sys/devices/system/cpu/online; without it, 0 to n - 1. */
void machine_cpus_read(struct machine_cpus *cpus);

/* Reads "0-3,8"; what is no number ends it. At most 2^16 CPUs. */
void machine_cpus_parse(struct machine_cpus *cpus, fg_str list);

void machine_cpus_free(struct machine_cpus *cpus);

#endif
