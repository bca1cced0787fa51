/* SPDX-License-Identifier: MIT */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "programs.h"

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

static fg_status find(char **path, const char *name, struct fg_diag *diag)
{
	*path = programs_find(name, "'-o recording.data' records without it",
			      diag);
	return *path ? FG_OK : FG_EIO;
}

fg_status outputs_check(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	o->count = o->picture_count = 0;
	if (o->folded || o->svg)
		status = find(&o->style.collapse, "fg-collapse", diag);
	if (status == FG_OK && o->svg)
		status = find(&o->style.render, "fg-render", diag);
	return status;
}

/*
 * The path of the picture of an event: "flame.svg" for the first, and
 * "flame.page-faults.svg" for another. The caller frees it.
 */
static char *path_of(const char *path, const char *event, size_t number)
{
	fg_str name = fg_from_c(path);
	size_t dot = fg_rfind_char(name, '.'), slash = fg_rfind_char(name, '/');
	struct fg_buffer text = { 0 };

	if (!path || number == 0)
		return path ? fg_str_dup(name) : NULL;
	if (dot == name.n || (slash < name.n && slash > dot))
		dot = name.n;
	fg_buffer_append(&text, fg_slice(name, 0, dot));
	fg_buffer_append(&text, FG_STR("."));
	for (; *event; event++)
		fg_buffer_append(&text, strchr("/:,=", *event)
						? FG_STR("-")
						: (fg_str){ event, 1 });
	fg_buffer_append(&text, fg_slice(name, dot, name.n));
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

static fg_status start_picture(struct outputs *o, size_t i,
			       struct fg_diag *diag)
{
	const char *event = o->event_count > 0 ? o->events[i] : NULL;
	struct picture *picture = &o->pictures[o->picture_count++];
	fg_status status;

	*picture = (struct picture){
		.style = &o->style,
		.event = event,
		.folded = path_of(o->folded, event, i),
		.svg = path_of(o->svg, event, i),
	};
	status = picture_start(picture, diag);
	if (status == FG_OK)
		o->fds[o->count++] = picture->in;
	return status;
}

fg_status outputs_start(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = o->data ? open_data(o, diag) : FG_OK;
	size_t count = o->event_count > 0 ? o->event_count : 1;

	if (!o->style.collapse)
		return status;
	for (size_t i = 0; i < count && status == FG_OK; i++)
		status = start_picture(o, i, diag);
	return status;
}

static void let_go(struct outputs *o)
{
	for (size_t i = 0; i < o->count; i++)
		close(o->fds[i]);
	o->count = 0;
}

fg_status outputs_finish(struct outputs *o, struct fg_diag *diag)
{
	fg_status status = FG_OK;

	let_go(o);
	for (size_t i = 0; i < o->picture_count; i++) {
		fg_status one = picture_finish(&o->pictures[i], diag);

		if (status == FG_OK)
			status = one;
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
	let_go(o);
	for (size_t i = 0; i < o->picture_count; i++)
		picture_free(&o->pictures[i]);
	o->picture_count = 0;
	fg_header_free(&o->style.header);
	free(o->style.collapse);
	free(o->style.render);
	o->style.collapse = o->style.render = NULL;
}
