/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_TMPFILE */
#include "staged.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"

enum { TRIES = 100, SUFFIX_ROOM = 32 };

static const int endings[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };

/*
 * Named files that are not finished: a signal's handler and atexit have no
 * other way to them. Changed with all signals blocked.
 */
static struct staged *unfinished;

static void block(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, before);
}

static void unblock(const sigset_t *before)
{
	sigprocmask(SIG_SETMASK, before, NULL);
}

static void take_away(void)
{
	for (struct staged *s = unfinished; s; s = s->next)
		unlink(s->name);
}

/* The signal then ends the program, as it would have without us. */
static void end(int number)
{
	take_away();
	signal(number, SIG_DFL);
	raise(number);
}

/* Only what would end the program: nohup stays nohup. */
static void catch_signals(void)
{
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		struct sigaction action;

		if (sigaction(endings[i], NULL, &action) != 0 ||
		    action.sa_handler != SIG_DFL)
			continue;
		action.sa_handler = end;
		sigaction(endings[i], &action, NULL);
	}
	atexit(take_away);
}

static void forget(struct staged *staged)
{
	struct staged **at = &unfinished;
	sigset_t before;

	block(&before);
	while (*at && *at != staged)
		at = &(*at)->next;
	if (*at)
		*at = staged->next;
	unblock(&before);
}

static char *with_suffix(const char *path, const char *suffix)
{
	size_t n = strlen(path), more = strlen(suffix) + 1;
	char *name = fg_malloc(n + more);

	memcpy(name, path, n);
	memcpy(name + n, suffix, more);
	return name;
}

static int open_named(struct staged *staged)
{
	sigset_t before;
	int fd;

	if (!unfinished)
		catch_signals();
	staged->name = with_suffix(staged->path, ".XXXXXX");
	block(&before);
	fd = mkstemp(staged->name);
	if (fd >= 0) {
		staged->next = unfinished;
		unfinished = staged;
	} else {
		free(staged->name);
		staged->name = NULL;
	}
	unblock(&before);
	return fd;
}

#if defined(O_TMPFILE)

/* How the descriptor is called in the file system. */
static void name_of(int fd, char name[SUFFIX_ROOM])
{
	snprintf(name, SUFFIX_ROOM, "/proc/self/fd/%d", fd);
}

/* Without /proc a file could never be given its name. */
static bool can_be_named(int fd)
{
	char name[SUFFIX_ROOM];
	struct stat a, b;

	name_of(fd, name);
	return fstat(fd, &a) == 0 && stat(name, &b) == 0 &&
	       a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static int open_nameless(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t n = slash ? (size_t)(slash - path) + 1 : 0;
	char *folder = fg_str_dup(n ? (fg_str){ path, n } : FG_STR("."));
	int fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);

	free(folder);
	if (fd >= 0 && !can_be_named(fd)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool link_to(int fd, const char *path)
{
	char name[SUFFIX_ROOM];

	name_of(fd, name);
	return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

#else

static int open_nameless(const char *path)
{
	(void)path;
	return -1;
}

static bool link_to(int fd, const char *path)
{
	(void)fd;
	(void)path;
	return false;
}

#endif

/* A link cannot replace a file: so it gets a name beside it first. */
static bool replace(const char *path, int fd)
{
	for (unsigned i = 0; i < TRIES; i++) {
		char suffix[SUFFIX_ROOM], *name;
		struct timespec now;
		bool linked, done;
		int error;

		clock_gettime(CLOCK_REALTIME, &now);
		snprintf(suffix, sizeof suffix, ".%lx%lx",
			 (unsigned long)getpid(), (unsigned long)now.tv_nsec);
		name = with_suffix(path, suffix);
		linked = link_to(fd, name);
		done = linked && rename(name, path) == 0;
		error = errno;
		if (linked && !done)
			unlink(name);
		free(name);
		errno = error;
		if (linked || error != EEXIST)
			return done;
	}
	return false;
}

int staged_open(struct staged *staged, const char *path, mode_t mode)
{
	int fd = -1;

	*staged = (struct staged){ .path = path };
	if (*path)
		fd = open_nameless(path);
	else
		errno = ENOENT;
	if (*path && fd < 0)
		fd = open_named(staged);
	if (fd >= 0 && fchmod(fd, mode) != 0) {
		/* a file system without modes; the file is still right */
	}
	return fd;
}

bool staged_keep(struct staged *staged, int fd)
{
	sigset_t before;
	bool done;

	block(&before);
	if (staged->name)
		done = rename(staged->name, staged->path) == 0;
	else
		done = link_to(fd, staged->path) ||
		       (errno == EEXIST && replace(staged->path, fd));
	unblock(&before);
	if (staged->name && done) {
		forget(staged);
		free(staged->name);
		staged->name = NULL;
	}
	return done;
}

void staged_end(struct staged *staged)
{
	if (!staged->name)
		return;
	unlink(staged->name);
	forget(staged);
	free(staged->name);
	staged->name = NULL;
}
