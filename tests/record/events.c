/* SPDX-License-Identifier: MIT */
/*
 * Loaded before libc, this plays the kernel's performance events, for tests
 * where the real ones are not allowed, and for refusals that cannot be had at
 * will:
 *
 *	FG_EVENTS_RING=FILE	what the ring of the first CPU holds, in each
 *				recording; those of others are empty
 *	FG_EVENTS_REFUSE="ERROR WHAT..."   perf_event_open fails with this
 *				error for: all, kernel (counted, too), hardware
 *				(events), system (wide), after:N (calls),
 *				cpu:N
 *	FG_EVENTS_PAGES=N	larger rings cannot be mapped (EPERM)
 *	FG_EVENTS_ROOT=DIR	files of /proc/sys/kernel are these, also kallsyms
 *				and the list of CPUs (online)
 *
 * A ring is a file in memory: a page of head and tail, then the bytes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, RING_MAX = 1 << 28, IDS = 1000 };

static int calls; /* of perf_event_open */
static int first_cpu = -1; /* that an event was opened on */

static const struct {
	const char *name;
	int number;
} errors[] = {
	{ "EACCES", EACCES }, { "EPERM", EPERM },   { "ENOSYS", ENOSYS },
	{ "ENOENT", ENOENT }, { "EMFILE", EMFILE }, { "EBUSY", EBUSY },
	{ "EINVAL", EINVAL }, { "ESRCH", ESRCH },   { "ENODEV", ENODEV },
};

static bool is_refused(const struct perf_event_attr *attr, int pid, int cpu,
		       const char *what)
{
	if (strncmp(what, "cpu:", 4) == 0)
		return cpu == atoi(what + 4);
	if (strncmp(what, "after:", 6) == 0)
		return calls > atoi(what + 6);
	return strcmp(what, "all") == 0 ||
	       (strcmp(what, "kernel") == 0 && !attr->exclude_kernel) ||
	       (strcmp(what, "hardware") == 0 &&
		attr->type == PERF_TYPE_HARDWARE) ||
	       (strcmp(what, "buildid") == 0 && attr->build_id) ||
	       (strcmp(what, "system") == 0 && pid == -1);
}

/* The error that the test wants, or 0. */
static int refusal(const struct perf_event_attr *attr, int pid, int cpu)
{
	const char *wanted = getenv("FG_EVENTS_REFUSE");
	char text[256], *rest = text, *name, *what;

	if (!wanted)
		return 0;
	snprintf(text, sizeof text, "%s", wanted);
	name = strsep(&rest, " ");
	while ((what = strsep(&rest, " "))) {
		if (!is_refused(attr, pid, cpu, what))
			continue;
		for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
			if (strcmp(errors[i].name, name) == 0)
				return errors[i].number;
		}
		abort();
	}
	return 0;
}

/* Copies the file to the ring, and says how far it is written. */
static void fill(int fd, const char *path)
{
	struct perf_event_mmap_page page = { .data_tail = 0 };
	int from = open(path, O_RDONLY);
	char bytes[1 << 16];
	ssize_t n;

	if (from < 0)
		abort();
	while ((n = read(from, bytes, sizeof bytes)) > 0) {
		if (pwrite(fd, bytes, (size_t)n,
			   PAGE + (off_t)page.data_head) != n)
			abort();
		page.data_head += (uint64_t)n;
	}
	close(from);
	if (pwrite(fd, &page, sizeof page, 0) != sizeof page)
		abort();
}

static long open_event(const struct perf_event_attr *attr, int pid, int cpu)
{
	const char *path = getenv("FG_EVENTS_RING");
	int error = (calls++, refusal(attr, pid, cpu)), fd;

	if (error != 0) {
		errno = error;
		return -1;
	}
	fd = memfd_create("fg-event", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, RING_MAX) != 0)
		abort();
	if (first_cpu < 0)
		first_cpu = cpu;
	if (path && cpu == first_cpu)
		fill(fd, path);
	return fd;
}

long syscall(long number, ...)
{
	long (*next)(long, ...) = NULL;
	long a[6];
	va_list args;

	va_start(args, number);
	for (size_t i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (number == SYS_perf_event_open)
		return open_event((const void *)a[0], (int)a[1], (int)a[2]);
	*(void **)&next = dlsym(RTLD_NEXT, "syscall");
	return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int ioctl(int fd, unsigned long request, ...)
{
	int (*next)(int, unsigned long, ...) = NULL;
	void *argument;
	va_list args;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (request == PERF_EVENT_IOC_ID) {
		*(uint64_t *)argument = (uint64_t)(IDS + calls);
		return 0;
	}
	if ((request >> 8 & 0xff) == '$')
		return 0;
	*(void **)&next = dlsym(RTLD_NEXT, "ioctl");
	return next(fd, request, argument);
}

static bool is_ring(int fd)
{
	char path[64], target[64];
	ssize_t n;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	n = readlink(path, target, sizeof target - 1);
	target[n > 0 ? n : 0] = '\0';
	return strstr(target, "memfd:fg-event") != NULL;
}

void *mmap(void *at, size_t size, int protection, int flags, int fd,
	   off_t offset)
{
	void *(*next)(void *, size_t, int, int, int, off_t) = NULL;
	const char *pages = getenv("FG_EVENTS_PAGES");

	if (fd >= 0 && pages && is_ring(fd) &&
	    size > (size_t)(atoi(pages) + 1) * PAGE) {
		errno = EPERM;
		return MAP_FAILED;
	}
	*(void **)&next = dlsym(RTLD_NEXT, "mmap");
	return next(at, size, protection, flags, fd, offset);
}

/* The test's own file in place of the system's, or the path as it is. */
static const char *played(const char *path, char *other, size_t size)
{
	static const char *const files[] = { "/proc/kallsyms", "/sys/devices/"
							       "system/cpu/"
							       "online" };
	static const char settings[] = "/proc/sys/kernel/";
	const char *root = getenv("FG_EVENTS_ROOT");
	const char *name = strrchr(path, '/');
	bool is_played = strncmp(path, settings, sizeof settings - 1) == 0;

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		is_played |= strcmp(path, files[i]) == 0;
	if (!root || !is_played)
		return path;
	snprintf(other, size, "%s%s", root, name);
	if (strncmp(path, settings, sizeof settings - 1) != 0 &&
	    access(other, F_OK) != 0)
		return path;
	return other;
}

FILE *fopen(const char *path, const char *mode)
{
	FILE *(*next)(const char *, const char *) = NULL;
	char other[4096];

	*(void **)&next = dlsym(RTLD_NEXT, "fopen");
	return next(played(path, other, sizeof other), mode);
}

int open(const char *path, int flags, ...)
{
	int (*next)(const char *, int, ...) = NULL;
	char other[4096];
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	*(void **)&next = dlsym(RTLD_NEXT, "open");
	return next(played(path, other, sizeof other), flags, mode);
}
