/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int pipe_ends[2] = { -1, -1 };

/* What goes through the pipe. */
struct note {
	int number;
	bool by_terminal;
};

static void on_signal(int number, siginfo_t *info, void *context)
{
	/* the terminal's come from the kernel, those of kill(1) do not */
	struct note note = { number, info->si_code == SI_KERNEL };
	int error = errno;

	(void)context;
	if (write(pipe_ends[1], &note, sizeof note) < 0) {
		/* full: enough is in it */
	}
	errno = error;
}

int signals_catch(void)
{
	static const int caught[] = { SIGCHLD, SIGINT, SIGTERM, SIGHUP,
				      SIGQUIT };
	struct sigaction old,
		action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO };

	if (pipe_ends[0] >= 0)
		return pipe_ends[0];
	if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0)
		return -1;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) {
		if (sigaction(caught[i], NULL, &old) == 0 &&
		    (old.sa_handler != SIG_IGN || caught[i] == SIGCHLD))
			(void)sigaction(caught[i], &action, NULL);
	}
	return pipe_ends[0];
}

struct signals signals_take(void)
{
	struct signals seen = { 0 };
	struct note note;

	while (read(pipe_ends[0], &note, sizeof note) == sizeof note) {
		if (note.number == SIGCHLD)
			continue;
		seen.stop = note.number;
		seen.by_terminal = note.by_terminal;
		seen.stops++;
	}
	return seen;
}
