/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, memfd_create, F_SETPIPE_SZ */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/text.h"
#include "programs.h"

enum { PIPE_SIZE = 1 << 20 };

/*
 * The recording is written under its name from the start: what was recorded
 * is there even if everything dies. Others do not get to read it.
 */
static fg_status open_data(struct outputs *o, struct fg_diag *diag)
{
	struct fg_loc loc = { o->data, 0 };
	int fd;

	if (strcmp(o->data, "-") == 0) {
		o->fds[o->count++] = dup(STDOUT_FILENO);
		return FG_OK;
	}
	fd = open(o->data, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return fg_fail(diag, FG_EIO, loc, "cannot write: %s",
			       strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
		close(fd);
		return fg_fail(diag, FG_EIO, loc,
			       "another fg-record is writing to it");
	}
	if (ftruncate(fd, 0) != 0 && errno != EINVAL) {
		close(fd);
		return fg_fail(diag, FG_EIO, loc, "cannot write: %s",
			       strerror(errno));
	}
	o->fds[o->count++] = fd;
	return FG_OK;
}

/* In /tmp if there is one, else in memory. */
static int open_nameless(void)
{
	const char *folder = getenv("TMPDIR");
	int fd = open(folder && *folder ? folder : "/tmp",
		      O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd >= 0 ? fd : memfd_create("fg-record", MFD_CLOEXEC);
}

static fg_status start_collapse(struct outputs *o, struct fg_diag *diag)
{
	const char *words[] = { "fg-collapse", "--format=perfdata", NULL, NULL,
				NULL };
	struct start start = { .path = o->collapse, .is_ours = true };
	size_t n = 2;
	fg_status status;
	int ends[2];

	if (o->quiet)
		words[n++] = "--quiet";
	if (o->off_cpu)
		words[n++] = "--off-cpu";
	if (pipe2(ends, O_CLOEXEC) != 0)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ 0 },
			       "cannot make a pipe: %s", strerror(errno));
	(void)fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE);
	start.argv = words;
	start.in = ends[0];
	start.out = o->text;
	status = process_start(&start, &o->collapsing, diag);
	close(ends[0]);
	if (status == FG_OK)
		o->fds[o->count++] = ends[1];
	else
		close(ends[1]);
	return status;
}

static fg_status find(char **path, const char *name, struct fg_diag *diag)
{
	*path = programs_find(name, "'-o recording.data' records without it",
			      diag);
	return *path ? FG_OK : FG_EIO;
}

fg_status outputs_check(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	o->text = -1;
	o->count = 0;
	if (o->folded || o->svg)
		status = find(&o->collapse, "fg-collapse", diag);
	if (status == FG_OK && o->svg)
		status = find(&o->render, "fg-render", diag);
	return status;
}

fg_status outputs_start(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = o->data ? open_data(o, diag) : FG_OK;

	if (status != FG_OK || !o->collapse)
		return status;
	o->text = open_nameless();
	if (o->text < 0)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ 0 },
			       "cannot make a temporary file: %s",
			       strerror(errno));
	return start_collapse(o, diag);
}

static void let_go(struct outputs *o)
{
	for (size_t i = 0; i < o->count; i++)
		close(o->fds[i]);
	o->count = 0;
}

FILE *outputs_text(const struct outputs *o)
{
	int fd = o->text >= 0 ? dup(o->text) : -1;
	FILE *text = fd >= 0 ? fdopen(fd, "r") : NULL;

	if (text)
		rewind(text);
	else if (fd >= 0)
		close(fd);
	return text;
}

/* fg-collapse's header with our own keys behind its own; any other line. */
static void put_first_line(struct fg_out *out, fg_str line,
			   const struct fg_header *ours)
{
	struct fg_header header = { 0 };
	bool damaged = false;

	if (ours->count > 0 &&
	    fg_header_parse(fg_trim_end(line), &header, &damaged)) {
		for (size_t i = 0; i < ours->count; i++)
			fg_header_set(&header, ours->keys[i].name,
				      fg_from_c(ours->keys[i].value));
		fg_header_write(out, &header);
	} else {
		fg_out_puts(out, line);
	}
	fg_header_free(&header);
}

static bool copy_text(const struct outputs *o, struct fg_out *out)
{
	FILE *text = outputs_text(o);
	char bytes[1 << 16], *line = NULL;
	size_t room = 0;
	ssize_t first;
	bool failed;
	size_t n;

	if (!text)
		return false;
	first = getline(&line, &room, text);
	if (first > 0)
		put_first_line(out, (fg_str){ line, (size_t)first },
			       &o->header);
	while ((n = fread(bytes, 1, sizeof bytes, text)) > 0)
		fg_out_write(out, bytes, n);
	failed = ferror(text) != 0;
	free(line);
	fclose(text);
	return !failed;
}

/* Copies the folded text to a file, which appears once it is whole. */
static fg_status save_text(const struct outputs *o, const char *path,
			   struct fg_diag *diag)
{
	struct fg_out *out = fg_out_open(path, diag);
	fg_status status = FG_OK;

	if (!out)
		return FG_EIO;
	if (!copy_text(o, out))
		status = fg_fail(diag, FG_EIO, (struct fg_loc){ path, 0 },
				 "cannot copy to it: %s", strerror(errno));
	return fg_out_close(out, status == FG_OK) == FG_OK ? status : FG_EIO;
}

static fg_status draw(struct outputs *o, struct fg_diag *diag)
{
	const char *words[8] = { "fg-render", "--output", o->svg };
	size_t n = 3;
	struct start start = { .path = o->render,
			       .argv = words,
			       .in = o->text,
			       .out = -1,
			       .is_ours = true };
	struct process drawing;
	fg_status status;

	if (o->title) {
		words[n++] = "--title";
		words[n++] = o->title;
	}
	if (o->off_cpu)
		words[n++] = "--colors=io";
	(void)lseek(o->text, 0, SEEK_SET);
	status = process_start(&start, &drawing, diag);
	if (status != FG_OK)
		return status;
	return process_wait(drawing.pid) == 0 ? FG_OK : FG_EIO;
}

/* "flame.svg" is saved as "flame.folded" when it cannot be drawn. */
static void rescue(const struct outputs *o, struct fg_diag *diag)
{
	struct fg_buffer path = { 0 };
	fg_str name = fg_from_c(o->svg);

	if (o->folded || strcmp(o->svg, "-") == 0)
		return;
	if (fg_ends_with(name, FG_STR(".svg")))
		name.n -= 4;
	fg_buffer_append(&path, name);
	fg_buffer_append(&path, (fg_str){ ".folded", 8 });
	if (save_text(o, path.p, diag) == FG_OK)
		fg_note(diag, (struct fg_loc){ path.p, 0 },
			"the stacks are here; fg-render draws them");
	free(path.p);
}

fg_status outputs_finish(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	let_go(o);
	if (o->text < 0)
		return FG_OK;
	if (process_wait(o->collapsing.pid) != 0)
		status = FG_EIO; /* it has said why */
	o->collapsing.pid = 0;
	if (status == FG_OK && o->folded)
		status = save_text(o, o->folded, diag);
	if (status == FG_OK && o->svg) {
		status = draw(o, diag);
		if (status != FG_OK)
			rescue(o, diag);
	}
	return status;
}

void outputs_remove(const struct outputs *o)
{
	struct stat st;

	if (o->data && o->count > 0 && fstat(o->fds[0], &st) == 0 &&
	    S_ISREG(st.st_mode))
		(void)unlink(o->data);
}

void outputs_free(struct outputs *o)
{
	if (o->collapsing.pid > 0) {
		(void)kill(o->collapsing.pid, SIGKILL);
		(void)process_wait(o->collapsing.pid);
	}
	let_go(o);
	if (o->text >= 0)
		close(o->text);
	fg_header_free(&o->header);
	free(o->collapse);
	free(o->render);
	o->collapse = o->render = NULL;
	o->text = -1;
}
