/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_PATH */
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#include "fg/alloc.h"
#include "fg/text.h"

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

/* The number of links that Linux follows. */
enum { LINKS_MAX = 40 };

/* Moves to the folder of `path`, which is relative to the current folder. */
static bool enter(struct target *t, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t n = slash ? (size_t)(slash - path) + 1 : 0;
	char *folder = fg_str_dup(n ? (fg_str){ path, n } : FG_STR("."));
	int fd = openat(t->folder, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	char *name = fg_str_dup(fg_from_c(path + n));
	int error = errno;

	if (t->folder >= 0)
		close(t->folder);
	free(t->name);
	free(folder);
	t->folder = fd;
	t->name = name;
	errno = error;
	return fd >= 0;
}

/* Whether it is the folder of this process's descriptors. */
static bool shows_descriptors(const struct stat *folder)
{
	static const char *const names[] = {
		"/proc/self/fd",
		"/proc/thread-self/fd",
		"/dev/fd",
	};
	struct stat st;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (stat(names[i], &st) == 0 && st.st_dev == folder->st_dev &&
		    st.st_ino == folder->st_ino)
			return true;
	}
	return false;
}

/* Links in /proc lead to open files, not to names. */
static bool is_in_proc(int folder)
{
#ifdef __linux__
	struct statfs fs;

	return fstatfs(folder, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
#else
	(void)folder;
	return false;
#endif
}

/*
 * Accepts a descriptor that this process was started with. Descriptors that
 * the process opened itself have close-on-exec, so the user cannot have meant
 * them.
 */
static bool take_descriptor(struct target *t)
{
	uint64_t number;
	int flags;

	errno = EBADF;
	if (!fg_parse_u64(fg_from_c(t->name), &number) || number > 1 << 20)
		return false;
	t->kind = TARGET_DESCRIPTOR;
	t->descriptor = (int)number;
	t->exists = fstat(t->descriptor, &t->st) == 0;
	flags = fcntl(t->descriptor, F_GETFD);
	if (!t->exists || flags < 0)
		return false;
	errno = EBADF;
	return !(flags & FD_CLOEXEC) &&
	       (fcntl(t->descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

/* Whether another user may have put this here for us to find. */
static bool is_trap(const struct stat *folder, const struct stat *st)
{
	return (folder->st_mode & S_ISVTX) && (folder->st_mode & S_IWOTH) &&
	       st->st_uid != folder->st_uid && st->st_uid != geteuid();
}

/* Finds what the name stands for, which is not a link. */
static bool take_name(struct target *t)
{
	t->kind = t->exists && !S_ISREG(t->st.st_mode) ? TARGET_DIRECT
						       : TARGET_FILE;
	errno = EISDIR;
	return *t->name && !(t->exists && S_ISDIR(t->st.st_mode));
}

/* The text of a link; the caller frees it. NULL and errno on failure. */
static char *read_link(const struct target *t)
{
	size_t room = (size_t)t->st.st_size + 2;
	char *text = fg_malloc(room);
	ssize_t n = readlinkat(t->folder, t->name, text, room);

	if (n >= 0 && (size_t)n < room) {
		text[n] = '\0';
		return text;
	}
	if (n >= 0)
		errno = EAGAIN; /* it has grown in the meantime */
	free(text);
	return NULL;
}

/*
 * One step: looks at the name. *link is its target, or NULL where it is not a
 * link. False and errno on failure.
 */
static bool look(struct target *t, char **link)
{
	struct stat folder;

	*link = NULL;
	t->in_proc = is_in_proc(t->folder);
	if (fstat(t->folder, &folder) != 0)
		return false;
	if (*t->name && shows_descriptors(&folder))
		return take_descriptor(t);
	if (*t->name)
		t->exists = fstatat(t->folder, t->name, &t->st,
				    t->in_proc ? 0 : AT_SYMLINK_NOFOLLOW) == 0;
	if (*t->name && !t->exists && errno != ENOENT)
		return false;
	t->trap = t->exists && is_trap(&folder, &t->st);
	if (t->trap) {
		errno = EACCES;
		return false;
	}
	if (!t->exists || !S_ISLNK(t->st.st_mode))
		return take_name(t);
	*link = read_link(t);
	return *link != NULL;
}

bool target_find(struct target *t, const char *path)
{
	char *link = NULL;
	bool found;

	*t = (struct target){ .folder = AT_FDCWD, .descriptor = -1 };
	errno = ENOENT;
	if (!*path)
		return false;
	found = enter(t, path) && look(t, &link);
	for (unsigned i = 0; found && link; i++) {
		char *next = link;

		link = NULL;
		found = i < LINKS_MAX && enter(t, next) && look(t, &link);
		if (i == LINKS_MAX)
			errno = ELOOP;
		free(next);
	}
	return found;
}

int target_open(struct target *t, int flags)
{
	bool regular = S_ISREG(t->st.st_mode);
	int fd = openat(t->folder, t->name,
			flags | O_CLOEXEC | O_NOCTTY |
				(regular ? O_NONBLOCK : 0) |
				(t->in_proc ? 0 : O_NOFOLLOW));
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0 && st.st_dev == t->st.st_dev &&
	    st.st_ino == t->st.st_ino) {
		t->st = st;
		return fd;
	}
	close(fd);
	errno = EAGAIN;
	return -1;
}

void target_free(struct target *t)
{
	if (t->folder >= 0)
		close(t->folder);
	free(t->name);
	*t = (struct target){ .folder = -1, .descriptor = -1 };
}
