/* SPDX-License-Identifier: MIT */
/*
 * survive SHIM KIND STEP PROGRAM ARG...: runs the program once as it is, then
 * again and again with the shim, so that each STEP-th call of that KIND fails
 * once. Each run must end by itself, soon, with one of
 *
 *	0	and the very output of the run without a fault; where a file
 *		beside the input vanished, another one and a warning will do
 *	1	and a message that begins with the program's name
 *
 * or, for a kind that is a signal, by that. A file that `-o made` names holds
 * the whole output or does not exist, and nothing else may be in the folder.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COUNT_FD = 9, SECONDS_MOST = 20, ENVIRONMENT_ROOM = 4096 };

struct trial {
	const char *shim, *kind;
	char **argv;
	char preload[ENVIRONMENT_ROOM], fault[64];
	unsigned long failures;
};

struct text {
	char *p;
	size_t n;
};

/* A file's bytes; p is NULL when there is none. */
static struct text read_file(const char *path)
{
	struct text text = { NULL, 0 };
	struct stat st;
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return text;
	if (fstat(fd, &st) == 0)
		text.p = malloc((size_t)st.st_size + 1);
	while (text.p && text.n < (size_t)st.st_size) {
		ssize_t n =
			read(fd, text.p + text.n, (size_t)st.st_size - text.n);

		if (n <= 0)
			break;
		text.n += (size_t)n;
	}
	if (text.p)
		text.p[text.n] = '\0';
	close(fd);
	return text;
}

static int run(struct trial *t, unsigned long n)
{
	char *env[] = { t->preload, t->fault, (char[]){ "LC_ALL=C" }, NULL };
	posix_spawn_file_actions_t files;
	pid_t child;
	int status;

	snprintf(t->preload, sizeof t->preload, "LD_PRELOAD=%s", t->shim);
	snprintf(t->fault, sizeof t->fault, "FG_FAULT=%s %lu", t->kind, n);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "stdout",
					 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_addopen(&files, 2, "stderr",
					 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (n == 0)
		posix_spawn_file_actions_addopen(&files, COUNT_FD, "count",
						 O_WRONLY | O_CREAT | O_TRUNC,
						 0600);
	if (posix_spawn(&child, t->argv[0], &files, NULL, t->argv, env) != 0 ||
	    waitpid(child, &status, 0) != child) {
		perror(t->argv[0]);
		exit(2);
	}
	posix_spawn_file_actions_destroy(&files);
	return status;
}

static void fail(struct trial *t, const char *what)
{
	struct text said = read_file("stderr");

	t->failures++;
	if (t->failures < 10)
		printf("FAILED: %s: %s\n  stderr: %s", t->fault, what,
		       said.n ? said.p : "\n");
	free(said.p);
}

static bool is_same(struct text a, struct text b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* Of what the runs leave: files of this program, the inputs, the output. */
static bool is_clean(void)
{
	static const char *const known[] = { "stdout", "stderr", "count",
					     "made",   ".",	 ".." };
	DIR *dir = opendir(".");
	struct dirent *entry;
	bool clean = true;

	while (dir && (entry = readdir(dir))) {
		bool found = false;

		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			found |= strcmp(known[i], entry->d_name) == 0;
		clean &= found;
	}
	closedir(dir);
	return clean;
}

/* The signal that a kind is; 0 for others. */
static int signal_of(const char *kind)
{
	static const struct {
		const char *kind;
		int number;
	} rows[] = {
		{ "kill", SIGTERM },
		{ "hup", SIGHUP },
		{ "int", SIGINT },
		{ "quit", SIGQUIT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (strncmp(kind, rows[i].kind, strlen(rows[i].kind)) == 0)
			return rows[i].number;
	}
	return 0;
}

static void check_said(struct trial *t)
{
	const char *slash = strrchr(t->argv[0], '/');
	const char *name = slash ? slash + 1 : t->argv[0];
	struct text said = read_file("stderr");

	if (said.n == 0)
		fail(t, "failed without a message");
	else if (strncmp(said.p, name, strlen(name)) != 0)
		fail(t, "a message without the program's name");
	free(said.p);
}

/* Whether a warning says that the output is not what it could be. */
static bool is_warned(const struct trial *t)
{
	struct text said = read_file("stderr");
	bool is_there = strncmp(t->kind, "vanish", strlen("vanish")) == 0 &&
			said.n > 0 && strstr(said.p, ": warning: ");

	free(said.p);
	return is_there;
}

static void check(struct trial *t, int status, struct text out,
		  struct text made)
{
	struct text got = read_file("stdout"), file = read_file("made");
	bool same = is_same(got, out) && is_same(file, made);
	bool warned = status == 0 && file.n > 0 && is_warned(t);

	if (WIFSIGNALED(status) && WTERMSIG(status) == signal_of(t->kind))
		;
	else if (WIFSIGNALED(status))
		fail(t, strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) > 1)
		fail(t, "a strange status");
	else if (WEXITSTATUS(status) == 1)
		check_said(t);
	else if (!same && !warned)
		fail(t, "another output, and status 0");
	if (file.p && !is_same(file, made) && !warned)
		fail(t, "half a file");
	if (!is_clean())
		fail(t, "something is left behind");
	unlink("made");
	free(got.p);
	free(file.p);
}

int main(int argc, char **argv)
{
	struct rlimit limit = { SECONDS_MOST, SECONDS_MOST };
	struct trial t = { 0 };
	struct text out, made, count;
	unsigned long calls, step, tried = 0;

	if (argc < 5)
		return 2;
	t.shim = argv[1];
	t.kind = argv[2];
	step = strtoul(argv[3], NULL, 10);
	t.argv = argv + 4;
	setrlimit(RLIMIT_CPU, &limit);
	setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
	if (run(&t, 0) != 0)
		fail(&t, "fails without a fault");
	out = read_file("stdout");
	made = read_file("made");
	count = read_file("count");
	unlink("made");
	calls = count.p ? strtoul(count.p, NULL, 10) : 0;
	if (calls == 0)
		fail(&t, "no call that could fail");
	for (unsigned long n = 1; n <= calls; n += step, tried++)
		check(&t, run(&t, n), out, made);
	printf("%s: %lu of %lu calls, %lu failures\n", t.kind, tried, calls,
	       t.failures);
	free(out.p);
	free(made.p);
	free(count.p);
	return t.failures ? 1 : 0;
}
