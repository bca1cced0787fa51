/* SPDX-License-Identifier: MIT */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "counters.h"
#include "fg/header.h"
#include "outputs.h"
#include "reader.h"

/*
 * One recording, from the first event to the finished picture.
 *
 *	struct recording r = { .events = events, .targets = targets,
 *			       .outputs = outputs };
 *	status = recording_run(&r, diag);
 *	... r.exit_status, r.tally ...
 *	recording_free(&r);
 *
 * This process opens the events, starts and watches the others, and decides
 * when it is over: the reader (reader.h), fg-collapse and fg-render
 * (outputs.h), and the command.
 */
struct recording {
	/* In. */
	struct events events;
	struct sampling sampling;
	struct targets targets;
	struct outputs outputs;
	const char *const *command; /* words, NULL at the end; NULL: none */
	const char *const *command_line; /* our own words, for the recording */
	const char *version;
	double seconds; /* to record; 0: until it ends */
	double delay; /* seconds before it begins */
	size_t pages; /* of a ring, a power of two */
	bool pages_given;
	bool no_sandbox;
	bool opens; /* the first picture is opened at the end */
	unsigned run; /* of several, from 1; 0: there is but one */

	/*
	 * Called about once a second, with the seconds so far, and with no tally
	 * at the end; may be NULL.
	 */
	void (*progress)(void *ctx, const struct tally *tally, double seconds);
	void *progress_ctx;

	/* Out. */
	int exit_status; /* of the command, as shells tell it */
	double wall; /* seconds recorded */
	double user,
		system; /* processor time of the command, its children's too */
	int stopped_by; /* the signal that ended the recording; 0: none */
	struct tally *tally; /* NULL before the reader is started */

	/* Its own. */
	struct counters counters;
	struct process child;
	pid_t reader;
	bool has_run; /* what is to be recorded was let go */
	int control; /* closed, it ends the reader; -1: it is */
};

/*
 * Records, and writes what r->outputs asks for. A command that fails is no
 * failure of ours: see r->exit_status.
 */
fg_status recording_run(struct recording *r, struct fg_diag *diag);

void recording_free(struct recording *r);

/* The wait of a recording for its end; record_watch.c. */
void recording_watch(struct recording *r, int signal_fd, struct fg_diag *diag);

/* Adds how it was recorded, and what it took, to a header; record_describe.c. */
void recording_describe(const struct recording *r, struct fg_header *header);

/* What the user is to know of what was recorded; record_tell.c. */
void recording_tell_start(const struct recording *r, struct fg_diag *diag);
void recording_tell_end(const struct recording *r, struct fg_diag *diag);
fg_status recording_tell_none(const struct recording *r, struct fg_diag *diag);
void recording_tell_short(const struct recording *r, struct fg_diag *diag);

/* Whether most chains are so short that frame pointers must be missing. */
bool recording_is_short(const struct tally *tally);

#endif
