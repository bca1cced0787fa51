/* SPDX-License-Identifier: MIT */
#ifndef FG_OUT_H
#define FG_OUT_H

#include <string.h>

#include "fg/diag.h"
#include "fg/stacks.h"

/*
 * Output: a buffered file that remembers its first error.
 *
 *	struct fg_out *out = fg_out_open("-", diag);
 *	fg_out_puts(out, FG_STR("hello\n"));
 *	status = fg_out_close(out, true);
 *
 * The kind of file decides how it is written. Links are followed, also to
 * files that do not exist yet; core/target.h says which links are not
 * followed.
 *
 * - A regular file, or none: the bytes go to a file without a name.
 *   fg_out_close gives it its name when all went well. Otherwise it vanishes,
 *   however the program ends, so nobody sees half a file. It has the owner,
 *   the group and the permission bits (0777) of the file that it replaces.
 *   Other names of that file (hard links) keep the old bytes; extended
 *   attributes are not copied.
 * - A regular file whose owner, group or access control list a new one cannot
 *   have, or in a folder that takes no new file: the bytes stay in memory, and
 *   fg_out_close writes them over the old ones. It stays the same file. A note
 *   says so, because a kill during the write leaves half of the bytes.
 * - /dev/stdout, /dev/fd/N, /proc/self/fd/N: the bytes go to that descriptor.
 *   A file there is neither replaced nor emptied, and ">>" appends.
 * - Anything else (/dev/null, a FIFO): written directly.
 *
 * fg_out_open does all calls that need a right, before the sandbox: openat
 * (O_PATH, O_TMPFILE, O_CREAT, O_WRONLY), fgetxattr, fchown, fchmod. In the
 * sandbox (fg/sandbox.h) these are left: write, poll, dup, close, fstat,
 * ftruncate of the file that is written over, and linkat (from /proc/self/fd),
 * renameat and unlinkat in the folder of the target.
 */
struct fg_out {
	char *buffer;
	size_t used, room;
	int fd; /* -1: the bytes stay in memory */
	bool failed;
	char *path; /* as given; NULL for standard output */
	struct target *target; /* NULL for standard output and memory */
	struct staged *staged; /* NULL: written directly */
	struct fg_diag *diag;
};

/* "-" is standard output. NULL after an error message. */
struct fg_out *fg_out_open(const char *path, struct fg_diag *diag);

/*
 * Returns the first of `inputs` that is the same file as `path`, and so would
 * be lost: the named file, or the file that a link leads to. The list ends
 * with NULL. "-" among the inputs is standard input. NULL: none. Terminals and
 * the like (character devices, sockets) may be both input and output.
 */
const char *fg_out_is_input(const char *path, const char *const *inputs);

/*
 * Keeps the bytes in memory (buffer, used); used = 0 empties it. For texts
 * under construction, and for tests.
 */
struct fg_out *fg_out_memory(void);
void fg_out_free(struct fg_out *memory); /* never fails */

/*
 * Writes the rest of the buffer and frees; reports an error once. With `keep`
 * false, a file under construction is removed.
 */
FG_MUST_USE fg_status fg_out_close(struct fg_out *out, bool keep);

/* Closes an output that is no longer wanted; NULL is allowed. */
void fg_out_drop(struct fg_out *out);

/*
 * Writes the buffer out. After an error, this and all later calls do nothing;
 * fg_out_close returns the error.
 */
void fg_out_flush(struct fg_out *out);

/* Appends `n` bytes, a formatted text, a text, a character. */
void fg_out_write(struct fg_out *out, const char *p, size_t n);
void fg_out_printf(struct fg_out *out, const char *fmt, ...) FG_PRINTF(2, 3);

static inline void fg_out_puts(struct fg_out *out, fg_str s)
{
	if (FG_LIKELY(s.n > 0 && s.n <= out->room - out->used)) {
		memcpy(out->buffer + out->used, s.p, s.n);
		out->used += s.n;
	} else {
		fg_out_write(out, s.p, s.n);
	}
}

static inline void fg_out_char(struct fg_out *out, char c)
{
	fg_out_puts(out, (fg_str){ &c, 1 });
}

/* Appends text for people: control characters become '?'. */
void fg_out_shown(struct fg_out *out, fg_str text);

/* A weight in units of 10^-scale, exactly, without needless zeros. */
void fg_out_number(struct fg_out *out, fg_wide units, unsigned scale);

/*
 * Writes `count` items in order, with up to `threads` threads (0 is 1):
 * put(ctx, to, i) writes item `i` to `to`, which may be memory of a thread.
 */
typedef void (*fg_put_fn)(const void *ctx, struct fg_out *to, size_t i);
void fg_out_items(struct fg_out *out, size_t count, unsigned threads,
		  fg_put_fn put, const void *ctx);

#endif
