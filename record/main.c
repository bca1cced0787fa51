/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record_settings.h"

/*
 * On a terminal: one line, written over each second, and cleared at last. The
 * cursor stays at its beginning, where a message of another program may come.
 */
static void show_progress(void *ctx, const struct tally *tally, double seconds)
{
	(void)ctx;
	if (tally)
		fprintf(stderr,
			"%.0f s, %" PRIu64 " samples, %" PRIu64
			" lost, %" PRIu64 " threads started",
			seconds, tally->samples, tally->lost, tally->threads);
	fputs("\033[K\r", stderr);
	fflush(stderr);
}

static int record(struct settings *s, struct fg_cli *cli, struct fg_diag *diag,
		  char *const *argv)
{
	struct recording *r = &s->recording;
	bool repeats = settings_is_repeat(s);
	fg_status status;
	int stop, failed;

	memcpy(&r->command_line, &argv, sizeof argv);
	if (cli->operands.count > 0)
		r->command = cli->operands.items;
	if (isatty(STDERR_FILENO) && !s->quiet)
		r->progress = show_progress;
	status = repeats ? repeat_run(&s->repeat, diag)
			 : recording_run(r, diag);
	stop = repeats ? s->repeat.exit_status : r->exit_status;
	if (!repeats) /* else nothing was opened */
		recording_free(r);
	failed = fg_cli_finish(cli, diag, status);
	/* where both failed, what the command said comes first */
	return stop == 0 || (status == FG_OK && failed) ? failed : stop;
}

int main(int argc, char **argv)
{
	struct settings s = settings_defaults();
	struct fg_opt_table table = { 0 };
	struct fg_cli cli = {
		.program = "fg-record",
		.synopsis = "[OPTION]... [--] COMMAND [ARGUMENT]...\n"
			    "       fg-record [OPTION]... -p PID | -t TID | "
			    "-a | --cgroup DIR",
		.summary = "Record where a program spends its time, and draw "
			   "a flame graph of it.",
		.details = "Examples:\n"
			   "  fg-record -- ./program args\n"
			   "  fg-record -p 1234 --seconds 10 -o out.folded\n"
			   "  fg-record -a --seconds 5 -o machine.svg\n"
			   "  fg-record --runs 10 -o before -- ./bench",
		.opts = table.rows,
		.is_wrapper = true,
	};
	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
	int stop;

	settings_add_options(&s, &table);
	stop = fg_cli_parse(&cli, argc, argv);
	if (stop < 0)
		stop = settings_check(&s, &cli, &diag);
	if (stop < 0)
		stop = record(&s, &cli, &diag, argv);
	settings_free(&s);
	return stop;
}
