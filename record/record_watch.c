/* SPDX-License-Identifier: MIT */
/*
 * When a recording is over: the command has ended, the processes have, the
 * time is up, the user presses Ctrl-C, or nothing takes the records any more.
 */
#define _GNU_SOURCE /* wait4 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "orphans.h"
#include "record.h"
#include "signals.h"

enum {
	STEP = 100, /* ms between two looks */
	PATIENCE = 2, /* seconds that a command has to end itself */
};

struct watch {
	struct recording *r;
	int signal_fd;
	double begun; /* with the delay before */
	double start; /* of the recording, behind the delay */
	double now, told; /* when progress was told last */
	bool counting, checked_chains;
	struct fg_diag *diag;
};

static double clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Whether the command has ended; then its status is taken. */
static bool command_ended(struct recording *r)
{
	struct rusage usage;
	int status;

	if (r->child.pid <= 0)
		return r->command != NULL;
	if (wait4(r->child.pid, &status, WNOHANG, &usage) != r->child.pid)
		return false;
	r->exit_status = process_exit_status(status);
	r->user = seconds_of(usage.ru_utime);
	r->system = seconds_of(usage.ru_stime);
	r->child.pid = 0;
	return true;
}

static bool exists(pid_t pid)
{
	return kill(pid, 0) == 0 || errno == EPERM;
}

/* Whether all that was attached to has ended. */
static bool targets_ended(const struct targets *t)
{
	if (t->pid_count + t->tid_count == 0)
		return false;
	for (size_t i = 0; i < t->pid_count; i++) {
		if (exists(t->pids[i]))
			return false;
	}
	for (size_t i = 0; i < t->tid_count; i++) {
		if (exists(t->tids[i]))
			return false;
	}
	return true;
}

/* The reader ends by itself only when nobody takes what it writes. */
static bool reader_ended(struct recording *r)
{
	if (r->reader > 0 && waitpid(r->reader, NULL, WNOHANG) == r->reader)
		r->reader = 0;
	return r->reader == 0;
}

static void begin_counting(struct watch *w)
{
	if (w->counting || w->now - w->start < w->r->delay)
		return;
	if (w->r->delay > 0)
		counters_enable(&w->r->counters, true);
	w->counting = true;
	w->start = w->now;
}

/* After the first second: were all of it to be useless, that is early. */
static void check_chains(struct watch *w)
{
	if (w->checked_chains || !w->counting || w->now - w->start < 1)
		return;
	w->checked_chains = true;
	recording_tell_short(w->r, w->diag);
}

static void tell_progress(struct watch *w)
{
	if (!w->r->progress || w->now - w->told < 1)
		return;
	w->told = w->now;
	w->r->progress(w->r->progress_ctx, w->r->tally, w->now - w->start);
}

static bool is_over(struct watch *w)
{
	struct recording *r = w->r;

	if (command_ended(r) || targets_ended(&r->targets) || reader_ended(r))
		return true;
	return r->seconds > 0 && w->counting && w->now - w->start >= r->seconds;
}

static void pause_for(int signal_fd, int ms)
{
	struct pollfd wait = { .fd = signal_fd, .events = POLLIN };

	(void)poll(&wait, 1, ms);
}

/*
 * The recording is over, the command is not. Ctrl-C at the terminal has
 * reached it already; other signals are passed on. What does not end by
 * itself is ended, so that nothing stays behind.
 */
static void end_command(struct watch *w, struct signals seen)
{
	static const int harder[] = { SIGTERM, SIGKILL };
	struct recording *r = w->r;
	size_t next = 0;

	if (seen.stop != 0 && !seen.by_terminal && r->child.pid > 0)
		(void)kill(r->child.pid, seen.stop);
	if (seen.stop == 0 && r->child.pid > 0)
		(void)kill(r->child.pid, harder[next++]);
	w->start = clock_now();
	while (!command_ended(r)) {
		pause_for(w->signal_fd, STEP);
		if (signals_take().stops == 0 &&
		    clock_now() - w->start < PATIENCE)
			continue;
		w->start = clock_now();
		if (next < 2 && r->child.pid > 0)
			(void)kill(r->child.pid, harder[next++]);
	}
}

/*
 * The command was ended, and its children may not have been. They are ended
 * in the same way, those that a signal does not end by SIGKILL.
 */
static void end_orphans(struct watch *w)
{
	pid_t ours[2 + PICTURES_MAX] = { 0 };
	const struct outputs *o = &w->r->outputs;
	bool is_late = false;
	size_t n = 0, left;

	if (w->r->reader > 0)
		ours[n++] = w->r->reader;
	for (size_t i = 0; i < o->picture_count; i++)
		ours[n++] = o->pictures[i].collapsing.pid;
	w->start = clock_now();
	left = orphans_signal(SIGTERM, ours);
	while (left > 0 && clock_now() - w->start < 2 * PATIENCE) {
		is_late |= clock_now() - w->start >= PATIENCE;
		pause_for(w->signal_fd, STEP);
		is_late |= signals_take().stops > 0;
		left = orphans_signal(is_late ? SIGKILL : 0, ours);
	}
	if (left > 0)
		fg_doubt(w->diag, (struct fg_loc){ 0 },
			 "%zu processes that the command started could not be "
			 "ended",
			 left);
}

/* A command that ended by itself may leave others behind, which go on. */
static void end_what_was_started(struct watch *w, struct signals seen)
{
	bool goes_on = !command_ended(w->r);

	if (goes_on)
		end_command(w, seen);
	if (goes_on || seen.stop != 0)
		end_orphans(w);
	if (goes_on && seen.stop == 0)
		w->r->exit_status = 0; /* it is we who have ended it */
}

void recording_watch(struct recording *r, int signal_fd, struct fg_diag *diag)
{
	struct watch w = { .r = r, .signal_fd = signal_fd, .diag = diag };
	struct signals seen = { 0 };

	w.begun = w.start = w.now = w.told = clock_now();
	w.counting = r->delay <= 0;
	while (seen.stop == 0 && !is_over(&w)) {
		pause_for(signal_fd, STEP);
		seen = signals_take();
		w.now = clock_now();
		begin_counting(&w);
		check_chains(&w);
		tell_progress(&w);
	}
	r->wall = w.counting ? clock_now() - w.start : 0;
	if (r->progress && w.told > w.begun)
		r->progress(r->progress_ctx, NULL, 0);
	r->stopped_by = seen.stop;
	counters_enable(&r->counters, false);
	if (r->command)
		end_what_was_started(&w, seen);
}
