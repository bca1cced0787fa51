/* SPDX-License-Identifier: MIT */
#include "fg/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "staged.h"

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

static void out_fail(struct fg_out *out, const char *what)
{
	const char *name = out->path ? out->path : "<stdout>";

	if (!out->failed)
		fg_fail(out->diag, FG_EIO, (struct fg_loc){ name, 0 },
			"cannot %s: %s", what, strerror(errno));
	out->failed = true;
}

/* What the finished file may be: as the old one, or as the umask says. */
static mode_t wanted_mode(const struct stat *old)
{
	mode_t mask = umask(0);

	umask(mask);
	return old ? old->st_mode & 07777 : 0666 & ~mask;
}

static int open_staged(struct fg_out *out, mode_t mode)
{
	out->staged = fg_malloc(sizeof *out->staged);
	return staged_open(out->staged, out->path, mode);
}

struct fg_out *fg_out_open(const char *path, struct fg_diag *diag)
{
	struct fg_out *out = out_new(STDOUT_FILENO, diag);
	struct stat st;
	bool exists;
	char *real;

	if (strcmp(path, "-") == 0)
		return out;
	/* a link stays a link: what it points at is replaced */
	real = realpath(path, NULL);
	out->path = real ? real : fg_str_dup(fg_from_c(path));
	exists = stat(out->path, &st) == 0;
	if (exists && !S_ISREG(st.st_mode))
		out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
	else
		out->fd = open_staged(out, wanted_mode(exists ? &st : NULL));
	if (out->fd >= 0)
		return out;
	out_fail(out, "open");
	return fg_out_close(out, false) == FG_OK ? out : NULL;
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

static void write_all(struct fg_out *out, const char *p, size_t left)
{
	while (left > 0 && !out->failed) {
		ssize_t n = write(out->fd, p, left);

		if (n < 0 && errno == EINTR)
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
 * Closing can be the first to say that the disk is full: here a second
 * descriptor is closed, since the file needs one to get its name by.
 */
static bool arrived(int fd)
{
	int again = dup(fd);

	return again >= 0 && close(again) == 0;
}

/* Gives the file its name, or takes it away. */
static void settle(struct fg_out *out, bool keep)
{
	if (keep && !out->failed) {
		if (!arrived(out->fd))
			out_fail(out, "write");
		else if (!staged_keep(out->staged, out->fd))
			out_fail(out, "rename");
	}
	staged_end(out->staged);
	free(out->staged);
}

/* Standard output is closed by fg_cli_finish. */
fg_status fg_out_close(struct fg_out *out, bool keep)
{
	bool failed;

	if (out->fd >= 0)
		fg_out_flush(out);
	if (out->staged)
		settle(out, keep && out->fd >= 0);
	if (out->fd >= 0 && out->fd != STDOUT_FILENO && close(out->fd) != 0)
		out_fail(out, "write");
	failed = out->failed;
	free(out->path);
	free(out->buffer);
	free(out);
	return failed ? FG_EIO : FG_OK;
}

void fg_out_drop(struct fg_out *out)
{
	if (out && fg_out_close(out, false) != FG_OK) {
		/* the message said so; nobody waits for this file any more */
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
