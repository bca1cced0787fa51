/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, MAP_ANONYMOUS */
#include "record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "fg/text.h"
#include "signals.h"
#include "viewer.h"

static const struct fg_loc nowhere = { 0 };

enum { CANNOT_RUN = 126, NOT_FOUND = 127 };

static fg_status no_pipe(struct fg_diag *diag)
{
	return fg_fail(diag, FG_EIO, nowhere, "cannot make a pipe: %s",
		       strerror(errno));
}

static fg_status start_command(struct recording *r, struct fg_diag *diag)
{
	const char *data = r->outputs.data, *folded = r->outputs.folded;
	const char *svg = r->outputs.svg;
	bool has_our_output = (data && strcmp(data, "-") == 0) ||
			      (folded && strcmp(folded, "-") == 0) ||
			      (svg && strcmp(svg, "-") == 0);
	struct start start = {
		.argv = r->command,
		.in = -1,
		.out = has_our_output ? STDERR_FILENO : -1,
		.waits = true,
	};
	fg_status status;

	/* what the command leaves behind becomes ours: see orphans.h */
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	status = process_start(&start, &r->child, diag);

	r->targets.command = r->child.pid;
	return status;
}

/* Waits until the reader has mapped the rings; false: it has failed. */
static bool is_ready(int ready)
{
	char byte;
	ssize_t n;

	do
		n = read(ready, &byte, 1);
	while (n < 0 && errno == EINTR);
	close(ready);
	return n == 1;
}

static struct tally *share_tally(void)
{
	void *memory = mmap(NULL, sizeof(struct tally), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		fg_out_of_memory(sizeof(struct tally));
	return memory;
}

static fg_status start_reader(struct recording *r, struct fg_diag *diag)
{
	int ready[2], control[2];
	struct reader reader = {
		.counters = &r->counters,
		.events = &r->events,
		.targets = &r->targets,
		.pages = r->pages,
		.pages_given = r->pages_given,
		.no_sandbox = r->no_sandbox,
		.command_line = r->command_line,
		.version = r->version,
		.diag = diag,
	};

	if (pipe2(ready, O_CLOEXEC) != 0 || pipe2(control, O_CLOEXEC) != 0)
		return no_pipe(diag);
	r->tally = share_tally();
	reader.tally = r->tally;
	reader.ready = ready[1];
	reader.control = control[0];
	reader.stream.count = r->outputs.count;
	_Static_assert((int)OUTPUTS_MAX == (int)STREAM_OUTPUTS, "all outputs "
								"are streamed "
								"to");
	memcpy(reader.stream.fds, r->outputs.fds, sizeof r->outputs.fds);
	r->control = control[1];
	reader.closes = control[1];
	r->reader = process_fork(reader_run, &reader);
	close(ready[1]);
	close(control[0]);
	if (r->reader < 0)
		return fg_fail(diag, FG_EIO, nowhere,
			       "cannot start a process: %s", strerror(errno));
	return is_ready(ready[0]) ? FG_OK : FG_EIO;
}

/* From here on samples come. */
static fg_status let_go(struct recording *r, struct fg_diag *diag)
{
	int error;

	if (!r->sampling.on_exec && r->delay <= 0)
		counters_enable(&r->counters, true);
	if (!r->command)
		return FG_OK;
	error = process_go(&r->child);
	if (error == 0)
		return FG_OK;
	r->child.pid = 0;
	outputs_remove(&r->outputs);
	r->exit_status = error == ENOENT ? NOT_FOUND : CANNOT_RUN;
	return fg_fail(diag, FG_EIO, (struct fg_loc){ r->command[0], 0 },
		       "cannot run: %s", strerror(error));
}

/* Says what kept the reader from its work, where it is not fg-collapse. */
static fg_status check_outputs(const struct recording *r, struct fg_diag *diag)
{
	int error = r->outputs.data ? r->tally->errors[0] : 0;

	if (r->tally->damaged)
		fg_doubt(diag, nowhere,
			 "a ring buffer had a record of impossible size; what "
			 "was behind it is missing");
	if (error == 0)
		return FG_OK;
	return fg_fail(diag, FG_EIO, (struct fg_loc){ r->outputs.data, 0 },
		       "cannot write: %s; the recording ends there",
		       strerror(error));
}

static void end_reader(struct recording *r)
{
	if (r->control >= 0)
		close(r->control);
	r->control = -1;
	if (r->reader > 0)
		(void)process_wait(r->reader);
	r->reader = 0;
}

static fg_status record(struct recording *r, struct fg_diag *diag)
{
	int signal_fd;
	fg_status status = counters_open(&r->counters, &r->events, &r->targets,
					 &r->sampling, diag);

	if (status == FG_OK)
		status = outputs_start(&r->outputs, diag);
	if (status == FG_OK)
		status = start_reader(r, diag);
	if (status != FG_OK)
		return status;
	signal_fd = signals_catch();
	if (r->run < 2)
		recording_tell_start(r, diag);
	status = signal_fd < 0 ? no_pipe(diag) : let_go(r, diag);
	if (status != FG_OK)
		return status;
	r->has_run = true;
	recording_watch(r, signal_fd, diag);
	end_reader(r);
	return check_outputs(r, diag);
}

fg_status recording_run(struct recording *r, struct fg_diag *diag)
{
	fg_status status, finished;

	r->control = -1;
	r->sampling.on_exec = r->command && r->delay <= 0;
	status = outputs_check(&r->outputs, diag);
	if (status == FG_OK && r->command)
		status = start_command(r, diag);
	if (status == FG_OK)
		status = record(r, diag);
	if (!r->has_run || (status != FG_OK && r->tally->samples == 0))
		return status;
	if (r->tally->samples == 0)
		return recording_tell_none(r, diag);
	if (r->run > 0)
		recording_describe(r, &r->outputs.style.header);
	finished = outputs_finish(&r->outputs, diag);
	recording_tell_end(r, diag);
	if (r->opens && finished == FG_OK)
		viewer_open(picture_result(&r->outputs.pictures[0]), diag);
	return status == FG_OK ? finished : status;
}

void recording_free(struct recording *r)
{
	process_drop(&r->child);
	end_reader(r);
	outputs_free(&r->outputs);
	counters_close(&r->counters);
	events_free(&r->events);
	if (r->tally)
		munmap(r->tally, sizeof *r->tally);
}
