/* SPDX-License-Identifier: MIT */
#ifndef FG_TARGET_H
#define FG_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

/*
 * Finds what the path of an output file stands for. Links are followed one by
 * one up to the last name, so a dangling link leads to the file that it names.
 * The folder of that name is kept open, so later changes of links have no
 * effect.
 *
 *	struct target t;
 *
 *	if (!target_find(&t, "out.svg")) ... t.trap, or errno
 *	fd = target_open(&t, O_WRONLY);
 *	target_free(&t);
 *
 * In a folder where everybody may write, but only owners may remove (the
 * sticky bit, as of /tmp), links, files and FIFOs of other users are not used:
 * whoever made them would choose the file that we write to. The owner of the
 * folder is trusted. Linux has the same rules (fs.protected_symlinks,
 * fs.protected_regular, fs.protected_fifos; proc_sys_fs(5)), but they depend
 * on the machine's settings.
 */
enum target_kind {
	TARGET_FILE, /* a regular file, or nothing yet */
	TARGET_DIRECT, /* a device, a FIFO */
	TARGET_DESCRIPTOR, /* /dev/fd/3 and similar: already open */
};

struct target {
	enum target_kind kind;
	int folder; /* a descriptor for openat; negative: none */
	char *name; /* in that folder; NULL: none */
	bool exists;
	bool in_proc; /* a name that the kernel made for a file elsewhere */
	bool trap; /* it failed because others could have set it up */
	struct stat st; /* valid if `exists` */
	int descriptor; /* of TARGET_DESCRIPTOR; not ours to close */
};

/*
 * Finds `path`. False and errno on failure; EISDIR for a folder. Changes
 * nothing in the file system. Call target_free in either case.
 */
bool target_find(struct target *t, const char *path);

/*
 * Opens an existing file; does not wait where it is a regular file. Fails with
 * EAGAIN where it is no longer the file that target_find saw. -1 and errno on
 * failure.
 */
int target_open(struct target *t, int flags);

void target_free(struct target *t);

#endif
