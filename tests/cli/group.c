/* SPDX-License-Identifier: MIT */
/*
 * Loaded before libc, this has a program believe that it runs in a control
 * group with a limit of $FG_GROUP_LIMIT bytes, and that the group uses what
 * the program itself does and $FG_GROUP_USED bytes more. At its end the
 * program leaves with status 99 if it went over the limit, where the kernel
 * would have killed it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static long long from_environment(const char *name)
{
	const char *value = getenv(name);

	return value ? atoll(value) : 0;
}

static int real_open(const char *path, int flags, mode_t mode)
{
	int (*next)(const char *, int, ...) = NULL;

	*(void **)&next = dlsym(RTLD_NEXT, "open");
	return next(path, flags, mode);
}

/* Bytes in memory, and how many of them are of files. */
static void resident(long long *all, long long *shared)
{
	char text[256];
	int fd = real_open("/proc/self/statm", O_RDONLY, 0);
	ssize_t n = read(fd, text, sizeof text - 1);

	close(fd);
	text[n > 0 ? n : 0] = '\0';
	if (sscanf(text, "%*d %lld %lld", all, shared) != 2)
		abort();
	*all *= sysconf(_SC_PAGESIZE);
	*shared *= sysconf(_SC_PAGESIZE);
}

/* In memory; made at the start, because the sandbox allows no new files. */
static int memory_file = -1;

__attribute__((constructor)) static void prepare(void)
{
	memory_file = memfd_create("group", MFD_CLOEXEC);
}

/* A descriptor that reads as this number or text. */
static int with_text(const char *text)
{
	ssize_t n = (ssize_t)strlen(text);
	char path[64];

	if (ftruncate(memory_file, 0) != 0 ||
	    pwrite(memory_file, text, (size_t)n, 0) != n)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", memory_file);
	return real_open(path, O_RDONLY | O_CLOEXEC, 0);
}

static int with_number(long long number)
{
	char text[32];

	snprintf(text, sizeof text, "%lld\n", number);
	return with_text(text);
}

static int open_group(const char *name)
{
	long long all, shared;

	if (strcmp(name, "/test/memory.max") == 0)
		return with_number(from_environment("FG_GROUP_LIMIT"));
	if (strcmp(name, "/test/memory.current") == 0) {
		resident(&all, &shared);
		return with_number(from_environment("FG_GROUP_USED") + all -
				   shared);
	}
	if (strcmp(name, "/test/memory.swap.max") == 0)
		return with_number(0);
	errno = ENOENT;
	return -1;
}

int open(const char *path, int flags, ...)
{
	const char *groups = "/sys/fs/cgroup";
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
	va_end(args);
	if (strcmp(path, "/proc/self/cgroup") == 0)
		return with_text("0::/test\n");
	if (strncmp(path, groups, strlen(groups)) == 0)
		return open_group(path + strlen(groups));
	return real_open(path, flags, mode);
}

__attribute__((destructor)) static void judge(void)
{
	long long all, shared;
	struct rusage usage;

	resident(&all, &shared);
	getrusage(RUSAGE_SELF, &usage);
	if (usage.ru_maxrss * 1024LL - shared +
		    from_environment("FG_GROUP_USED") >
	    from_environment("FG_GROUP_LIMIT"))
		_exit(99);
}
