/* SPDX-License-Identifier: MIT */
#include "fg/out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "staged.h"
#include "target.h"

enum { BUFFER_SIZE = 1 << 16 };

static struct fg_out *out_new(int fd, struct fg_diag *diag)
{
	struct fg_out *out = fg_calloc(1, sizeof *out);

	out->room = BUFFER_SIZE;
	out->buffer = fg_malloc(out->room);
	out->fd = fd;
	out->diag = diag;
	return out;
}

static void out_refuse(struct fg_out *out, const char *message)
{
	const char *name = out->path ? out->path : "<stdout>";

	if (!out->failed)
		fg_fail(out->diag, FG_EIO, (struct fg_loc){ name, 0 }, "%s",
			message);
	out->failed = true;
}

static void out_fail(struct fg_out *out, const char *what)
{
	char message[256]; /* system messages are short */

	snprintf(message, sizeof message, "cannot %s: %s", what,
		 strerror(errno));
	out_refuse(out, message);
}

/* Opens the file of a descriptor at its current position. */
static bool open_descriptor(struct fg_out *out)
{
	int fd = out->target->descriptor;

	/* standard output is closed, and checked, by fg_cli_finish */
	out->fd = fd == STDOUT_FILENO ? fd : fcntl(fd, F_DUPFD_CLOEXEC, 0);
	return out->fd >= 0;
}

static bool open_staged(struct fg_out *out)
{
	const char *what;

	out->staged = fg_malloc(sizeof *out->staged);
	out->fd = staged_open(out->staged, out->target);
	what = out->staged->in_place;
	if (what && out->diag)
		fg_note(out->diag, (struct fg_loc){ out->path, 0 },
			"written over, not replaced: there cannot be a new "
			"file %s",
			what);
	return out->fd >= 0 || what;
}

static bool open_target(struct fg_out *out)
{
	out->target = fg_malloc(sizeof *out->target);
	if (!target_find(out->target, out->path))
		return false;
	switch (out->target->kind) {
	case TARGET_DESCRIPTOR:
		return open_descriptor(out);
	case TARGET_DIRECT:
		out->fd = target_open(out->target, O_WRONLY);
		return out->fd >= 0;
	default:
		return open_staged(out);
	}
}

struct fg_out *fg_out_open(const char *path, struct fg_diag *diag)
{
	struct fg_out *out = out_new(STDOUT_FILENO, diag);

	if (strcmp(path, "-") == 0)
		return out;
	out->fd = -1;
	out->path = fg_str_dup(fg_from_c(path));
	if (open_target(out))
		return out;
	if (out->target->trap)
		out_refuse(out, "cannot open: another user's, in a folder that "
				"everybody may write to");
	else
		out_fail(out, "open");
	return fg_out_close(out, false) == FG_OK ? out : NULL;
}

static bool can_be_spoilt(const struct stat *st)
{
	return S_ISREG(st->st_mode) || S_ISBLK(st->st_mode) ||
	       S_ISFIFO(st->st_mode);
}

const char *fg_out_is_input(const char *path, const char *const *inputs)
{
	struct stat out, in;

	if (strcmp(path, "-") == 0 || stat(path, &out) != 0 ||
	    !can_be_spoilt(&out))
		return NULL;
	for (; *inputs; inputs++) {
		int found = strcmp(*inputs, "-") == 0 ? fstat(STDIN_FILENO, &in)
						      : stat(*inputs, &in);

		if (found == 0 && in.st_dev == out.st_dev &&
		    in.st_ino == out.st_ino)
			return *inputs;
	}
	return NULL;
}

struct fg_out *fg_out_memory(void)
{
	return out_new(-1, NULL);
}

void fg_out_free(struct fg_out *memory)
{
	free(memory->buffer);
	free(memory);
}

/* Waits for a pipe that somebody else made non-blocking. */
static bool waited(int fd)
{
	struct pollfd wanted = { fd, POLLOUT, 0 };

	if (errno != EAGAIN && errno != EWOULDBLOCK)
		return false;
	return poll(&wanted, 1, -1) >= 0 || errno == EINTR;
}

static void write_all(struct fg_out *out, const char *p, size_t left)
{
	while (left > 0 && !out->failed) {
		ssize_t n = write(out->fd, p, left);

		if (n < 0 && (errno == EINTR || waited(out->fd)))
			continue;
		if (n < 0) {
			out_fail(out, "write");
			break;
		}
		p += n;
		left -= (size_t)n;
	}
}

void fg_out_flush(struct fg_out *out)
{
	if (out->fd < 0)
		return;
	write_all(out, out->buffer, out->used);
	out->used = 0;
}

/*
 * close() may be the first call that reports a full disk. The file needs its
 * descriptor to get its name, so a second descriptor is closed here.
 */
static bool arrived(int fd)
{
	int again = dup(fd);

	return again >= 0 && close(again) == 0;
}

/* Gives the new file its name. */
static void put_in_place(struct fg_out *out)
{
	if (!arrived(out->fd))
		out_fail(out, "write");
	else if (!staged_keep(out->staged, out->fd))
		out_fail(out, "rename");
}

/* Writes the bytes from memory over the old file. */
static void write_over(struct fg_out *out)
{
	out->fd = staged_in_place(out->staged);
	if (out->fd < 0) {
		out_fail(out, "write");
		return;
	}
	fg_out_flush(out);
	if (!out->failed && !arrived(out->fd))
		out_fail(out, "write");
	out->fd = -1;
}

static void finish_file(struct fg_out *out, bool keep)
{
	if (keep && !out->failed && out->staged->in_place)
		write_over(out);
	else if (keep && !out->failed)
		put_in_place(out);
	staged_end(out->staged);
	free(out->staged);
}

/* fg_cli_finish closes standard output. */
fg_status fg_out_close(struct fg_out *out, bool keep)
{
	bool failed;

	fg_out_flush(out);
	if (out->staged)
		finish_file(out, keep);
	if (out->fd >= 0 && out->fd != STDOUT_FILENO && close(out->fd) != 0)
		out_fail(out, "write");
	if (out->target)
		target_free(out->target);
	failed = out->failed;
	free(out->target);
	free(out->path);
	free(out->buffer);
	free(out);
	return failed ? FG_EIO : FG_OK;
}

void fg_out_drop(struct fg_out *out)
{
	if (out && fg_out_close(out, false) != FG_OK) {
		/* the message was given; nobody waits for this file now */
	}
}

void fg_out_write(struct fg_out *out, const char *p, size_t n)
{
	if (out->fd < 0) {
		FG_RESERVE(&out->buffer, &out->room, out->used + n);
	} else if (n > out->room - out->used) {
		fg_out_flush(out);
		if (n >= out->room) {
			write_all(out, p, n);
			return;
		}
	}
	if (n > 0)
		memcpy(out->buffer + out->used, p, n);
	out->used += n;
}

void fg_out_printf(struct fg_out *out, const char *fmt, ...)
{
	va_list args, again;
	char *text;
	int n;

	va_start(args, fmt);
	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	text = fg_malloc((size_t)(n < 0 ? 0 : n) + 1);
	if (n > 0) {
		vsnprintf(text, (size_t)n + 1, fmt, args);
		fg_out_write(out, text, (size_t)n);
	}
	free(text);
	va_end(args);
}

void fg_out_shown(struct fg_out *out, fg_str text)
{
	while (text.n > 0) {
		size_t n = fg_shown_length(text);

		if (n > 0)
			fg_out_write(out, text.p, n);
		else
			fg_out_char(out, '?');
		text = fg_slice(text, n ? n : 1, text.n);
	}
}

void fg_out_number(struct fg_out *out, fg_wide units, unsigned scale)
{
	char text[FG_NUMBER_ROOM];
	size_t n = fg_write_number(text, units, scale);

	fg_out_puts(out, (fg_str){ text, n });
}
