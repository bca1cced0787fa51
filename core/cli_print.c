/* SPDX-License-Identifier: MIT */
/*
 * Output to the terminal: messages go to stderr as "program: file:line:
 * message", one line each. stdout is checked at the end, because a full disk
 * must not look like success.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/text.h"
#include "fg/weight.h"

#include "cli_private.h"

void cli_free_lists(struct fg_cli *cli)
{
	for (const struct fg_opt *o = cli->opts; !cli_is_end(o); o++) {
		if (o->list) {
			free(o->list->items);
			*o->list = (struct fg_list){ 0 };
		}
	}
	free(cli->operands.items);
	cli->operands = (struct fg_list){ 0 };
}

/*
 * If a standard stream is closed, the next file that is opened would get its
 * number, and messages would end up in somebody's data. So another descriptor
 * is opened in its place, which fails as the closed stream would.
 */
static void hold_standard_files(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		int mode = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
		    open("/dev/null", mode) != fd)
			return;
	}
}

/* Writes one line, safe for a terminal, in one write. */
FG_PRINTF(1, 2) static void complain(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = fg_format_message(fmt, args);
	va_end(args);
	fprintf(stderr, "%s\n", text);
	free(text);
}

/*
 * The program's name for the handler, which gets no context. One process runs
 * one program.
 */
static const char *out_of_memory_in;

/*
 * Several threads may run out of memory together; only the first one says so
 * and ends the program.
 */
static atomic_flag out_of_memory_told = ATOMIC_FLAG_INIT;

/* Must not allocate, because there is no memory. */
static void out_of_memory(size_t size)
{
	static _Thread_local bool again;
	char text[160];
	int n;

	if (again) /* the process is about to end */
		_exit(FG_EXIT_FAILED);
	again = true;
	while (atomic_flag_test_and_set(&out_of_memory_told))
		pause();
	if (size < SIZE_MAX)
		n = snprintf(text, sizeof text,
			     "%s: out of memory (%zu bytes more wanted)\n",
			     out_of_memory_in, size);
	else
		n = snprintf(text, sizeof text, "%s: out of memory\n",
			     out_of_memory_in);
	if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0) {
		/* then only the exit status tells it */
	}
	exit(FG_EXIT_FAILED);
}

void cli_prepare(const struct fg_cli *cli)
{
	out_of_memory_in = cli->program;
	fg_set_oom_handler(out_of_memory);
	/* writing past a limit then fails like a full disk */
	signal(SIGXFSZ, SIG_IGN);
	hold_standard_files();
}

/*
 * fg_out closes descriptor 1 itself; a closed descriptor alone is not an
 * error.
 */
fg_status cli_close_stdout(const struct fg_cli *cli)
{
	bool failed = ferror(stdout) != 0 || fflush(stdout) != 0;
	int error = errno;

	if (fclose(stdout) != 0 && errno != EBADF && !failed) {
		failed = true;
		error = errno;
	}
	if (!failed)
		return FG_OK;
	complain("%s: <stdout>: cannot write: %s", cli->program,
		 strerror(error));
	return FG_EIO;
}

int fg_cli_misuse(struct fg_cli *cli, const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = fg_format_message(fmt, args);
	va_end(args);
	complain("%s: %s", cli->program, text);
	complain("Try '%s --help'.", cli->program);
	free(text);
	cli_free_lists(cli);
	return FG_EXIT_USAGE;
}

int fg_cli_check_output(struct fg_cli *cli, const char *output,
			const char *const *inputs)
{
	static const char *const standard_input[] = { "-", NULL };
	const char *same =
		fg_out_is_input(output, inputs ? inputs : standard_input);

	if (!same)
		return -1;
	if (strcmp(same, "-") == 0)
		same = "<stdin>";
	return fg_cli_misuse(cli,
			     "the output '%s' is the same file as the input "
			     "'%s'; write to another file",
			     output, same);
}

void fg_cli_note_terminal(const struct fg_cli *cli)
{
	if (cli->operands.count == 0 && !cli->quiet && isatty(STDIN_FILENO))
		complain("%s: <stdin>: note: reading from the terminal; "
			 "'%s --help' tells how to name files",
			 cli->program, cli->program);
}

void fg_cli_print(void *ctx, enum fg_level level, struct fg_loc loc,
		  const char *message)
{
	static const char *const kinds[] = {
		[FG_NOTE] = "note: ",
		[FG_WARNING] = "warning: ",
		[FG_DOUBT] = "warning: ",
		[FG_ERROR] = "",
	};
	const struct fg_cli *cli = ctx;

	if (cli->quiet && level < FG_DOUBT)
		return;
	if (!loc.file)
		complain("%s: %s%s", cli->program, kinds[level], message);
	else if (loc.line == 0)
		complain("%s: %s: %s%s", cli->program, loc.file, kinds[level],
			 message);
	else
		complain("%s: %s:%" PRIu64 ": %s%s", cli->program, loc.file,
			 loc.line, kinds[level], message);
}

/* "500M" as bytes; K, M and G are powers of 1024. False for none, and 0. */
static bool parse_bytes(fg_str text, uint64_t *bytes)
{
	static const char suffixes[] = "KMG";
	const char *suffix = NULL;
	bool saturated = false;
	unsigned shift = 0;

	if (text.n > 0)
		suffix = memchr(suffixes, text.p[text.n - 1],
				sizeof suffixes - 1);
	if (suffix) {
		shift = 10 * (unsigned)(suffix - suffixes + 1);
		text.n--;
	}
	if (!fg_parse_u64(text, bytes))
		return false;
	*bytes = fg_mul_sat(*bytes, UINT64_C(1) << shift, &saturated);
	return !saturated && *bytes > 0;
}

int fg_cli_limit_memory(struct fg_cli *cli, const char *text)
{
	struct rlimit limit;
	uint64_t size;

	if (!text)
		return -1;
	if (!parse_bytes(fg_from_c(text), &size) ||
	    getrlimit(RLIMIT_DATA, &limit) != 0)
		return fg_cli_misuse(cli, "--limit-memory: bad size '%s'",
				     text);
	if (limit.rlim_max == RLIM_INFINITY || size < limit.rlim_max)
		limit.rlim_cur = size;
	if (setrlimit(RLIMIT_DATA, &limit) != 0)
		return fg_cli_misuse(cli, "--limit-memory: cannot limit to %s",
				     text);
	return -1;
}

void fg_cli_say(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
}

int fg_cli_finish(struct fg_cli *cli, struct fg_diag *diag, fg_status status)
{
	fg_diag_finish(diag);
	cli_free_lists(cli);
	if (cli_close_stdout(cli) != FG_OK && status == FG_OK)
		status = FG_EIO;
	if (status == FG_EUSAGE)
		return FG_EXIT_USAGE;
	return status == FG_OK ? FG_EXIT_OK : FG_EXIT_FAILED;
}
