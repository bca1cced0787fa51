/* SPDX-License-Identifier: MIT */
#ifndef FG_STAGED_H
#define FG_STAGED_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * A file that is not seen until it is whole. Where the system can do it, the
 * bytes have no name before, and so nothing can leave them behind; elsewhere
 * they lie in a temporary file beside the target, which exits and the usual
 * signals take away.
 *
 *	int fd = staged_open(&staged, "out.svg", 0644);
 *	write(fd, ...);
 *	if (!staged_keep(&staged, fd)) ... errno
 *	staged_end(&staged);            what was not kept is gone
 *	close(fd);
 */
struct staged {
	const char *path; /* the target; borrowed */
	char *name; /* of the temporary file; NULL: it has none yet */
	struct staged *next;
};

/* A new file with that mode, to become `path`. -1 and errno on failure. */
int staged_open(struct staged *staged, const char *path, mode_t mode);

/* Puts the file in the place of `path`. False and errno on failure. */
bool staged_keep(struct staged *staged, int fd);

/* Takes away what was not kept, and frees; the caller closes the file. */
void staged_end(struct staged *staged);

#endif
