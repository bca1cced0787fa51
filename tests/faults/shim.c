/* SPDX-License-Identifier: MIT */
/*
 * Loaded before libc, this makes one of its calls fail: FG_FAULT is "KIND N",
 * and the N-th call of that kind after main() has begun is the one. 0 only
 * counts; the number of calls goes to descriptor 9, which was opened before
 * the program lost the right to write elsewhere.
 *
 *	malloc	malloc, calloc, realloc and posix_memalign find no memory
 *	malloc+	nor does any of them from then on
 *	read	read fails with EIO
 *	short	all reads give one byte, from the N-th on
 *	eintr	every other read and write is interrupted, from the N-th on
 *	write	write fails with ENOSPC, from the N-th on
 *	part	all writes take one byte, from the N-th on
 *	vanish	open finds no file
 *	kill	the program gets SIGTERM at the N-th read, write, link or
 *		rename; so with "hup", "int" and "quit"
 *
 * Behind a KIND, "-named" has no file system know files without names.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_FD = 9 };

enum kind {
	NONE,
	MALLOC,
	MALLOC_ON,
	READ,
	SHORT,
	EINTR_BOTH,
	WRITE,
	PART,
	VANISH,
	KILL,
	HUP,
	INT,
	QUIT,
};

static const char *const kinds[] = {
	[NONE] = "none",   [MALLOC] = "malloc", [MALLOC_ON] = "malloc+",
	[READ] = "read",   [SHORT] = "short",	[EINTR_BOTH] = "eintr",
	[WRITE] = "write", [PART] = "part",	[VANISH] = "vanish",
	[KILL] = "kill",   [HUP] = "hup",	[INT] = "int",
	[QUIT] = "quit",
};

static enum kind kind;
static unsigned long wanted;
static atomic_ulong calls;
static atomic_bool begun;
static bool named;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

/* Whether this call is the one, or comes after it. */
static bool is_due(enum kind of, bool and_after)
{
	unsigned long n;

	if (!begun || kind != of)
		return false;
	n = ++calls;
	return wanted > 0 && (and_after ? n >= wanted : n == wanted);
}

static bool no_memory(void)
{
	if (!is_due(MALLOC, false) && !is_due(MALLOC_ON, true))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return no_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return no_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return no_memory() ? NULL : __libc_realloc(old, size);
}

int posix_memalign(void **to, size_t align, size_t size)
{
	if (no_memory())
		return ENOMEM;
	*to = __libc_memalign(align, size);
	return *to ? 0 : ENOMEM;
}

/* dlsym gives an object's address for a function's. */
#define REAL(name)                     \
	__typeof__(name) *real = NULL; \
	*(void **)&real = dlsym(RTLD_NEXT, #name)

static void maybe_kill(void)
{
	static const int signals[] = {
		[KILL] = SIGTERM,
		[HUP] = SIGHUP,
		[INT] = SIGINT,
		[QUIT] = SIGQUIT,
	};

	if (kind >= KILL && is_due(kind, false))
		raise(signals[kind]);
}

ssize_t read(int fd, void *to, size_t n)
{
	REAL(read);

	maybe_kill();
	if (is_due(READ, false)) {
		errno = EIO;
		return -1;
	}
	if (is_due(EINTR_BOTH, true) && calls % 2 == 0) {
		errno = EINTR;
		return -1;
	}
	if (n > 1 && is_due(SHORT, true))
		n = 1;
	return real(fd, to, n);
}

ssize_t write(int fd, const void *from, size_t n)
{
	REAL(write);

	maybe_kill();
	if (fd != STDERR_FILENO && is_due(WRITE, true)) {
		errno = ENOSPC;
		return -1;
	}
	if (is_due(EINTR_BOTH, true) && calls % 2 == 0) {
		errno = EINTR;
		return -1;
	}
	if (n > 1 && is_due(PART, true))
		n = 1;
	return real(fd, from, n);
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
	REAL(linkat);

	maybe_kill();
	return real(from, old, to, new, flags);
}

int renameat(int from, const char *old, int to, const char *new)
{
	REAL(renameat);

	maybe_kill();
	return real(from, old, to, new);
}

static bool no_file(int flags)
{
	if (is_due(VANISH, false)) {
		errno = ENOENT;
		return true;
	}
	if (named && (flags & O_TMPFILE) == O_TMPFILE) {
		errno = EOPNOTSUPP;
		return true;
	}
	return false;
}

int open(const char *path, int flags, ...)
{
	REAL(open);
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	return no_file(flags) ? -1 : real(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
	REAL(openat);
	va_list args;
	mode_t mode;

	va_start(args, flags);
	mode = va_arg(args, mode_t);
	va_end(args);
	return no_file(flags) ? -1 : real(folder, path, flags, mode);
}

static int (*program)(int, char **, char **);

static void tell_count(void)
{
	begun = false;
	dprintf(COUNT_FD, "%lu\n", (unsigned long)calls);
}

static int main_with_faults(int argc, char **argv, char **env)
{
	begun = true;
	return program(argc, argv, env);
}

static void choose(void)
{
	const char *fault = getenv("FG_FAULT"), *blank;

	blank = fault ? strchr(fault, ' ') : NULL;
	named = blank && strstr(fault, "-named ");
	for (size_t i = 0; blank && i < sizeof kinds / sizeof *kinds; i++) {
		size_t n = (size_t)(blank - fault) - (named ? 6 : 0);

		if (strlen(kinds[i]) == n && memcmp(kinds[i], fault, n) == 0)
			kind = (enum kind)i;
	}
	wanted = blank ? strtoul(blank, NULL, 10) : 0;
	if (wanted == 0)
		atexit(tell_count);
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
		      int (*init)(int, char **, char **), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv,
		      int (*init)(int, char **, char **), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end)
{
	REAL(__libc_start_main);

	program = main;
	choose();
	return real(main_with_faults, argc, argv, init, fini, rtld_fini,
		    stack_end);
}
