/* SPDX-License-Identifier: MIT */
#ifndef FG_STAGED_H
#define FG_STAGED_H

#include <stdbool.h>

#include "target.h"

/*
 * A file that is not seen until it is whole. Where the system can do it, the
 * bytes have no name before, and so nothing can leave them behind; elsewhere
 * they lie in a temporary file beside the target, which exits and the usual
 * signals take away.
 *
 *	int fd = staged_open(&staged, &target);
 *	write(fd, ...);
 *	if (!staged_keep(&staged, fd)) ... errno
 *	staged_end(&staged);            what was not kept is gone
 *	close(fd);
 *
 * A new file has the rights that the system gives it (umask, default ACL). One
 * that replaces another is given its owner, its group and its permission bits
 * (0777, never setuid, setgid or sticky). Where it cannot have these, or where
 * one of both has an access control list, or where the folder takes no new
 * file (as /proc), staged_open opens nothing and sets `in_place`: the caller
 * then keeps the bytes, and writes them to what staged_in_place gives.
 */
enum { STAGED_NAME_ROOM = 64 };

struct staged {
	struct target *to; /* a TARGET_FILE; borrowed */
	int old; /* what is to be replaced, open for writing; -1: nothing */
	char name[STAGED_NAME_ROOM]; /* of the temporary file; "": has none */
	const char *in_place; /* why nothing can replace the old file; or NULL */
	struct staged *next;
};

/*
 * A new file, to become the target. -1 and errno on failure, with `in_place`
 * set where the old file is to be written instead. A file that the runner may
 * not write to is never replaced (EACCES).
 */
int staged_open(struct staged *staged, struct target *to);

/* Puts the file in the place of the target. False and errno on failure. */
bool staged_keep(struct staged *staged, int fd);

/*
 * Empties the old file and gives its descriptor, which stays ours. -1 and
 * errno on failure; a setuid or setgid file is never written over (EPERM).
 */
int staged_in_place(struct staged *staged);

/* Takes away what was not kept, and frees; the caller closes the new file. */
void staged_end(struct staged *staged);

#endif
