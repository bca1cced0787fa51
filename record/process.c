/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

/* What ends a program that the terminal belongs to. */
static const int endings[] = { SIGINT, SIGQUIT, SIGHUP, SIGTERM };

/* Before the first raise of the limit: what the command is to have. */
static struct rlimit files_at_start;

static void set_signals(bool is_ours)
{
	size_t n = sizeof endings / sizeof *endings;
	sigset_t none;

	/* a program of ours ends by itself, once its input does */
	for (size_t i = 0; i < n - 1; i++)
		signal(endings[i], is_ours ? SIG_IGN : SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	signal(SIGXFSZ, is_ours ? SIG_IGN : SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void take_place(int fd, int standard)
{
	if (fd >= 0 && fd != standard)
		(void)dup2(fd, standard);
}

static void detach(void)
{
	int nothing = open("/dev/null", O_RDWR);

	(void)setsid();
	take_place(nothing, STDIN_FILENO);
	take_place(nothing, STDOUT_FILENO);
	take_place(nothing, STDERR_FILENO);
}

/* Runs in the child, and does not return. */
static void run(const struct start *start, int go, int failure)
{
	char *const *argv;
	int error;
	char token;

	set_signals(start->is_ours);
	if (start->is_detached)
		detach();
	take_place(start->in, STDIN_FILENO);
	take_place(start->out, STDOUT_FILENO);
	if (files_at_start.rlim_max > 0)
		(void)setrlimit(RLIMIT_NOFILE, &files_at_start);
	if (start->waits && read(go, &token, 1) != 1)
		_exit(CANNOT_RUN);
	memcpy(&argv, &start->argv, sizeof argv); /* exec leaves it as it is */
	if (start->path)
		execv(start->path, argv);
	else
		execvp(argv[0], argv);
	error = errno;
	if (write(failure, &error, sizeof error) < 0) {
		/* then the status says it */
	}
	_exit(CANNOT_RUN);
}

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static fg_status cannot(struct fg_diag *diag, const struct start *start,
			int error)
{
	return fg_fail(diag, FG_EIO, (struct fg_loc){ start->argv[0], 0 },
		       "cannot run: %s", strerror(error));
}

/* The ends of both pipes that the other side has are closed on exec. */
static bool make_pipes(int go[2], int failure[2])
{
	if (pipe2(go, O_CLOEXEC) != 0)
		return false;
	if (pipe2(failure, O_CLOEXEC) == 0)
		return true;
	close(go[0]);
	close(go[1]);
	return false;
}

fg_status process_start(const struct start *start, struct process *process,
			struct fg_diag *diag)
{
	int go[2], failure[2], error = 0;

	*process = (struct process){ .go = -1, .failure = -1 };
	if (files_at_start.rlim_max == 0)
		(void)getrlimit(RLIMIT_NOFILE, &files_at_start);
	if (!make_pipes(go, failure))
		return cannot(diag, start, errno);
	process->pid = fork();
	if (process->pid == 0) {
		close(go[1]); /* or it would wait for itself */
		run(start, go[0], failure[1]);
	}
	error = errno;
	close(go[0]);
	close(failure[1]);
	process->go = go[1];
	process->failure = failure[0];
	if (!start->waits)
		close_if_open(&process->go);
	if (process->pid < 0) {
		process->pid = 0;
		process_drop(process);
		return cannot(diag, start, error);
	}
	error = start->waits ? 0 : process_go(process);
	return error == 0 ? FG_OK : cannot(diag, start, error);
}

int process_go(struct process *process)
{
	int error = 0;
	ssize_t n;

	if (process->go >= 0 && write(process->go, "", 1) < 0)
		error = errno;
	close_if_open(&process->go);
	do
		n = read(process->failure, &error, sizeof error);
	while (n < 0 && errno == EINTR);
	close_if_open(&process->failure);
	if (n > 0)
		(void)process_wait(process->pid);
	return n > 0 ? error : 0;
}

void process_drop(struct process *process)
{
	bool held = process->go >= 0;

	close_if_open(&process->go);
	close_if_open(&process->failure);
	if (held && process->pid > 0)
		(void)process_wait(process->pid);
}

pid_t process_fork(int (*work)(void *), void *argument)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	set_signals(true);
	signal(SIGPIPE, SIG_IGN); /* writing tells */
	_exit(work(argument));
}

int process_wait(pid_t pid)
{
	int status;
	pid_t got;

	do
		got = waitpid(pid, &status, 0);
	while (got < 0 && errno == EINTR);
	return got == pid ? status : -1;
}

int process_exit_status(int status)
{
	if (WIFSIGNALED(status))
		return 128 + WTERMSIG(status);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
