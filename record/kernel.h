/* SPDX-License-Identifier: MIT */
#ifndef RECORD_KERNEL_H
#define RECORD_KERNEL_H

#include "fg/base.h"

/*
 * What the running kernel says of itself in /proc and /sys, in small files.
 *
 *	struct kernel_text text;
 *	if (kernel_read("/proc/sys/kernel/osrelease", &text))
 *		use(kernel_line(&text));
 */
struct kernel_text {
	char bytes[4096];
	size_t n;
};

/*
 * Reads up to 4095 bytes of a file. False, with errno, when it cannot be
 * read.
 */
bool kernel_read(const char *path, struct kernel_text *text);

/* The first line, without blanks around it; borrowed from `text`. */
fg_str kernel_line(const struct kernel_text *text);

/* The number in a file, which may be negative; `otherwise` without one. */
int64_t kernel_number(const char *path, int64_t otherwise);

/* The settings of /proc/sys/kernel that say who may record what. */
struct kernel_limits {
	int64_t paranoid; /* perf_event_paranoid; -2: no perf events at all */
	int64_t kptr_restrict;
	int64_t mlock_kb; /* of rings, a user and CPU */
	int64_t max_rate; /* samples a second */
};

enum { KERNEL_NO_EVENTS = -2 };

struct kernel_limits kernel_limits(void);

/* Numbers of the CPUs that are on, ascending. */
struct kernel_cpus {
	uint32_t *numbers;
	size_t count, room;
};

/* Those of /sys/devices/system/cpu/online; without it, 0 to n - 1. */
void kernel_cpus_read(struct kernel_cpus *cpus);

/* Reads "0-3,8"; what is no number ends it. At most 2^16 CPUs. */
void kernel_cpus_parse(struct kernel_cpus *cpus, fg_str list);

void kernel_cpus_free(struct kernel_cpus *cpus);

#endif
