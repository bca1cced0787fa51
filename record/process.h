/* SPDX-License-Identifier: MIT */
#ifndef RECORD_PROCESS_H
#define RECORD_PROCESS_H

#include <sys/types.h>

#include "fg/diag.h"

/*
 * Starting processes: the command that is recorded, the other programs of fg,
 * and the reader.
 *
 *	struct process command;
 *	status = process_start(&(struct start){ .argv = words, .waits = true },
 *			       &command, diag);
 *	... open events on command.pid ...
 *	error = process_go(&command);
 */
struct start {
	const char *path; /* NULL: argv[0] is looked for in PATH */
	const char *const *argv; /* ends with NULL */
	int in, out; /* take the place of its standard ones; -1: as they are */
	bool is_ours; /* Ctrl-C and a closed terminal do not end it */
	bool is_detached; /* not of the terminal; it goes on after us, silent */
	bool waits; /* execs only after process_go() */
};

struct process {
	pid_t pid; /* 0: none */
	int go, failure; /* pipes; -1: closed */
};

/* Without `waits`, also says why it cannot be run. */
fg_status process_start(const struct start *start, struct process *process,
			struct fg_diag *diag);

/* Lets it exec. Returns 0, or errno where that failed. */
int process_go(struct process *process);

/* Ends one that has not been let go; harmless for one that was. */
void process_drop(struct process *process);

/*
 * Forks; the child runs `work` with its argument, keeps standard error open,
 * and ends with its result. Ctrl-C does not end it. Returns its number, or -1
 * with errno.
 */
pid_t process_fork(int (*work)(void *), void *argument);

/* Waits for its end; the status as of waitpid(2), -1: there is none. */
int process_wait(pid_t pid);

/* As shells tell it: the exit status, or 128 and the signal. */
int process_exit_status(int status);

#endif
