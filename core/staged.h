/* SPDX-License-Identifier: MIT */
#ifndef FG_STAGED_H
#define FG_STAGED_H

#include <stdbool.h>

#include "target.h"

/*
 * A file that becomes visible only when it is complete. Where the system
 * allows it, the bytes have no name before, so nothing can be left behind.
 * Elsewhere they are in a temporary file beside the target, which is removed
 * at exit and by the handlers of the usual signals.
 *
 *	int fd = staged_open(&staged, &target);
 *	write(fd, bytes, n);
 *	if (!staged_keep(&staged, fd))
 *		... errno
 *	staged_end(&staged);            what was not kept is gone
 *	close(fd);
 *
 * A new file has the rights that the system gives it (umask, default ACL). A
 * file that replaces another gets its owner, its group and its permission bits
 * (0777, never setuid, setgid or sticky). In three cases staged_open opens
 * nothing and sets `in_place`: the new file cannot have these; one of both has
 * an access control list; the folder takes no new file (as /proc). The caller
 * then keeps the bytes, and writes them to the descriptor from
 * staged_in_place.
 */
enum { STAGED_NAME_ROOM = 64 };

struct staged {
	struct target *to; /* a TARGET_FILE; borrowed */
	int old; /* the file to replace, open for writing; -1: none */
	char name[STAGED_NAME_ROOM]; /* the temporary file; "": it has none */
	const char *in_place; /* why the old file cannot be replaced; or NULL */
	struct staged *next;
};

/*
 * Opens a new file that will become the target. -1 and errno on failure, with
 * `in_place` set where the old file is to be written instead. A file that the
 * user may not write to is never replaced (EACCES).
 */
int staged_open(struct staged *staged, struct target *to);

/* Puts the file in the place of the target. False and errno on failure. */
bool staged_keep(struct staged *staged, int fd);

/*
 * Empties the old file and returns its descriptor, which stays owned by
 * `staged`. -1 and errno on failure; a setuid or setgid file is never
 * overwritten (EPERM).
 */
int staged_in_place(struct staged *staged);

/*
 * Removes a file that was not kept, and frees; the caller closes the new file.
 */
void staged_end(struct staged *staged);

#endif
