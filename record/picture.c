/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, memfd_create, F_SETPIPE_SZ */
#include "picture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/text.h"

enum { PIPE_SIZE = 1 << 20, WORDS = 8 };

/* In /tmp if there is one, else in memory. */
static int open_nameless(void)
{
	const char *folder = getenv("TMPDIR");
	int fd = open(folder && *folder ? folder : "/tmp",
		      O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd >= 0 ? fd : memfd_create("fg-record", MFD_CLOEXEC);
}

static void set_words(const struct picture *p, const char *words[WORDS])
{
	size_t n = 0;

	words[n++] = "fg-collapse";
	words[n++] = "--format=perfdata";
	/* of several events, each leaves out the others */
	if (p->style->quiet || p->event)
		words[n++] = "--quiet";
	if (p->style->shown == SHOWN_OFF)
		words[n++] = "--off-cpu";
	if (p->style->shown == SHOWN_BOTH)
		words[n++] = "--wall-clock";
	if (p->event) {
		words[n++] = "--event";
		words[n++] = p->event;
	}
	words[n] = NULL;
}

static fg_status start_collapse(struct picture *p, struct fg_diag *diag)
{
	const char *words[WORDS];
	struct start start = { .path = p->style->collapse,
			       .argv = words,
			       .out = p->text,
			       .is_ours = true };
	fg_status status;
	int ends[2];

	set_words(p, words);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ 0 },
			       "cannot make a pipe: %s", strerror(errno));
	(void)fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE);
	start.in = ends[0];
	status = process_start(&start, &p->collapsing, diag);
	close(ends[0]);
	if (status == FG_OK)
		p->in = ends[1];
	else
		close(ends[1]);
	return status;
}

fg_status picture_start(struct picture *p, struct fg_diag *diag)
{
	p->text = open_nameless();
	if (p->text < 0)
		return fg_fail(diag, FG_EIO, (struct fg_loc){ 0 },
			       "cannot make a temporary file: %s",
			       strerror(errno));
	return start_collapse(p, diag);
}

FILE *picture_text(const struct picture *p)
{
	int fd = p->text >= 0 ? dup(p->text) : -1;
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

static bool copy_text(const struct picture *p, struct fg_out *out)
{
	FILE *text = picture_text(p);
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
			       &p->style->header);
	while ((n = fread(bytes, 1, sizeof bytes, text)) > 0)
		fg_out_write(out, bytes, n);
	failed = ferror(text) != 0;
	free(line);
	fclose(text);
	return !failed;
}

/* Copies the folded text to a file, which appears once it is whole. */
static fg_status save_text(const struct picture *p, const char *path,
			   struct fg_diag *diag)
{
	struct fg_out *out = fg_out_open(path, diag);
	fg_status status = FG_OK;

	if (!out)
		return FG_EIO;
	if (!copy_text(p, out))
		status = fg_fail(diag, FG_EIO, (struct fg_loc){ path, 0 },
				 "cannot copy to it: %s", strerror(errno));
	return fg_out_close(out, status == FG_OK) == FG_OK ? status : FG_EIO;
}

static fg_status draw(struct picture *p, struct fg_diag *diag)
{
	const struct picture_style *style = p->style;
	const char *words[10] = { "fg-render", "--output", p->svg };
	size_t n = 3;
	struct start start = { .path = style->render,
			       .argv = words,
			       .in = p->text,
			       .out = -1,
			       .is_ours = true };
	struct process drawing;
	fg_status status;

	if (style->title) {
		words[n++] = "--title";
		words[n++] = style->title;
	}
	if (style->shown == SHOWN_OFF)
		words[n++] = "--colors=io";
	if (style->shown == SHOWN_BOTH) {
		words[n++] = "--colors=waiting";
		words[n++] = "--subtitle=Blue: waiting, not running";
	}
	(void)lseek(p->text, 0, SEEK_SET);
	status = process_start(&start, &drawing, diag);
	if (status != FG_OK)
		return status;
	return process_wait(drawing.pid) == 0 ? FG_OK : FG_EIO;
}

/* "flame.svg" is saved as "flame.folded" when it cannot be drawn. */
static void rescue(const struct picture *p, struct fg_diag *diag)
{
	struct fg_buffer path = { 0 };
	fg_str name = fg_from_c(p->svg);

	if (p->folded || strcmp(p->svg, "-") == 0)
		return;
	if (fg_ends_with(name, FG_STR(".svg")))
		name.n -= 4;
	fg_buffer_append(&path, name);
	fg_buffer_append(&path, (fg_str){ ".folded", 8 });
	if (save_text(p, path.p, diag) == FG_OK)
		fg_note(diag, (struct fg_loc){ path.p, 0 },
			"the stacks are here; fg-render draws them");
	free(path.p);
}

fg_status picture_finish(struct picture *p, struct fg_diag *diag)
{
	int ended = process_wait(p->collapsing.pid);
	fg_status status = FG_OK;

	p->collapsing.pid = 0;
	if (ended != 0)
		return FG_EIO; /* it has said why */
	if (p->folded)
		status = save_text(p, p->folded, diag);
	if (status != FG_OK || !p->svg)
		return status;
	status = draw(p, diag);
	if (status != FG_OK)
		rescue(p, diag);
	return status;
}

const char *picture_result(const struct picture *p)
{
	const char *path = p->svg ? p->svg : p->folded;

	return strcmp(path, "-") == 0 ? "<stdout>" : path;
}

void picture_free(struct picture *p)
{
	if (p->collapsing.pid > 0) {
		(void)kill(p->collapsing.pid, SIGKILL);
		(void)process_wait(p->collapsing.pid);
	}
	if (p->text >= 0)
		close(p->text);
	free(p->folded);
	free(p->svg);
	*p = (struct picture){ .text = -1 };
}
