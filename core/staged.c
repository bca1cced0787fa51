/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_TMPFILE, fgetxattr */
#include "staged.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

enum { TRIES = 100, PROC_NAME_ROOM = 32, PERMISSIONS = 0777 };

static const int endings[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM };

/*
 * Files that have a name and are not finished. It is global, because signal
 * handlers and atexit get no context. Changed with all signals blocked.
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
		unlinkat(s->to->folder, s->name, 0);
}

/*
 * Removes the files. The signal then ends the program, as it would without
 * this handler.
 */
static void end(int number)
{
	take_away();
	signal(number, SIG_DFL);
	raise(number);
}

/* Catches only signals that would end the program: nohup stays nohup. */
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

/*
 * Makes a name that no other file should have. It is short, so that a target
 * may have the longest possible name.
 */
static void invent_name(char name[STAGED_NAME_ROOM])
{
	static unsigned count;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	snprintf(name, STAGED_NAME_ROOM, ".fg-%lx-%lx-%x",
		 (unsigned long)getpid(), (unsigned long)now.tv_nsec, count++);
}

/* Called with all signals blocked. */
static int create_named(struct staged *staged, mode_t mode)
{
	int fd = -1;

	for (unsigned i = 0; i < TRIES && fd < 0; i++) {
		invent_name(staged->name);
		fd = openat(staged->to->folder, staged->name,
			    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
				    O_CLOEXEC,
			    mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0) {
		staged->name[0] = '\0';
		return -1;
	}
	staged->next = unfinished;
	unfinished = staged;
	return fd;
}

static int open_named(struct staged *staged, mode_t mode)
{
	sigset_t before;
	int fd, error;

	if (!unfinished)
		catch_signals();
	block(&before);
	fd = create_named(staged, mode);
	error = errno;
	unblock(&before);
	errno = error;
	return fd;
}

#if defined(O_TMPFILE)

/* The name of the descriptor in /proc. */
static void name_of(int fd, char name[PROC_NAME_ROOM])
{
	snprintf(name, PROC_NAME_ROOM, "/proc/self/fd/%d", fd);
}

/* Whether the file can get its name later, which needs /proc. */
static bool can_be_named(int fd)
{
	char name[PROC_NAME_ROOM];
	struct stat a, b;

	name_of(fd, name);
	return fstat(fd, &a) == 0 && stat(name, &b) == 0 &&
	       a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

static int open_nameless(int folder, mode_t mode)
{
	int fd = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);

	if (fd >= 0 && !can_be_named(fd)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static bool link_to(int fd, int folder, const char *name)
{
	char from[PROC_NAME_ROOM];

	name_of(fd, from);
	return linkat(AT_FDCWD, from, folder, name, AT_SYMLINK_FOLLOW) == 0;
}

#else

static int open_nameless(int folder, mode_t mode)
{
	(void)folder;
	(void)mode;
	return -1;
}

static bool link_to(int fd, int folder, const char *name)
{
	(void)fd;
	(void)folder;
	(void)name;
	return false;
}

#endif

/*
 * linkat cannot replace a file. So the file first gets a temporary name beside
 * the target, which is then renamed.
 */
static bool replace(const struct target *to, int fd)
{
	for (unsigned i = 0; i < TRIES; i++) {
		char name[STAGED_NAME_ROOM];
		bool linked, done;
		int error;

		invent_name(name);
		linked = link_to(fd, to->folder, name);
		done = linked &&
		       renameat(to->folder, name, to->folder, to->name) == 0;
		error = errno;
		if (linked && !done)
			unlinkat(to->folder, name, 0);
		errno = error;
		if (linked || error != EEXIST)
			return done;
	}
	return false;
}

/*
 * Whether the file has an access control list. With a list, the group's bits
 * of the mode are the mask of the list and not the rights of the group, so
 * they cannot be copied alone.
 */
static bool has_access_list(int fd)
{
#ifdef __linux__
	return fgetxattr(fd, "system.posix_acl_access", NULL, 0) > 0;
#else
	(void)fd;
	return false;
#endif
}

/*
 * Gives the new file the owner, group and permissions of the old one, in this
 * order, so that nobody gets rights that were meant for another. Returns NULL,
 * or the name of what it cannot give.
 */
static const char *make_alike(int fd, int old)
{
	struct stat is, was;

	if (fstat(old, &was) != 0 || fstat(fd, &is) != 0)
		return "with its owner";
	if (is.st_uid != was.st_uid && fchown(fd, was.st_uid, was.st_gid) != 0)
		return "with its owner";
	if (is.st_uid == was.st_uid && is.st_gid != was.st_gid &&
	    fchown(fd, (uid_t)-1, was.st_gid) != 0)
		return "with its group";
	if (has_access_list(fd) || has_access_list(old))
		return "with its access control list";
	/*
	 * on a file system without modes this fails, and all modes are the
	 * same
	 */
	if (fchmod(fd, was.st_mode & PERMISSIONS) == 0 ||
	    (fstat(fd, &is) == 0 &&
	     !((is.st_mode ^ was.st_mode) & PERMISSIONS)))
		return NULL;
	return "with its permissions";
}

static void forget_name(struct staged *staged)
{
	forget(staged);
	staged->name[0] = '\0';
}

static void take_name_away(struct staged *staged)
{
	if (!*staged->name)
		return;
	unlinkat(staged->to->folder, staged->name, 0);
	forget_name(staged);
}

static int open_new(struct staged *staged, mode_t mode)
{
	int fd = open_nameless(staged->to->folder, mode);

	return fd >= 0 ? fd : open_named(staged, mode);
}

/*
 * Whether the old file may be overwritten. A setuid or setgid file must not
 * get our bytes: writing clears these bits, but not when the user is
 * privileged.
 */
static bool can_be_written_over(int old)
{
	struct stat st;

	if (fstat(old, &st) != 0)
		return false;
	errno = EPERM;
	return !(st.st_mode & (S_ISUID | S_ISGID));
}

int staged_open(struct staged *staged, struct target *to)
{
	int fd;

	*staged = (struct staged){ .to = to, .old = -1 };
	if (!to->exists)
		return open_new(staged, 0666); /* the umask applies */
	staged->old = target_open(to, O_WRONLY);
	if (staged->old < 0)
		return -1;
	fd = to->in_proc ? -1 : open_new(staged, 0600);
	if (fd >= 0)
		staged->in_place = make_alike(fd, staged->old);
	else if (to->in_proc || errno == EACCES || errno == EPERM)
		staged->in_place = "in its folder";
	if (!staged->in_place)
		return fd;
	take_name_away(staged);
	if (fd >= 0)
		close(fd);
	if (!can_be_written_over(staged->old))
		staged->in_place = NULL;
	return -1;
}

bool staged_keep(struct staged *staged, int fd)
{
	const struct target *to = staged->to;
	sigset_t before;
	bool done;

	block(&before);
	if (*staged->name)
		done = renameat(to->folder, staged->name, to->folder,
				to->name) == 0;
	else
		done = link_to(fd, to->folder, to->name) ||
		       (errno == EEXIST && replace(to, fd));
	if (*staged->name && done)
		forget_name(staged);
	unblock(&before);
	return done;
}

int staged_in_place(struct staged *staged)
{
	if (!can_be_written_over(staged->old) || ftruncate(staged->old, 0) != 0)
		return -1;
	return staged->old;
}

void staged_end(struct staged *staged)
{
	if (staged->old >= 0)
		close(staged->old);
	staged->old = -1;
	take_name_away(staged);
}
