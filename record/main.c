/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record_settings.h"

/* On a terminal: one line, written over each second, and cleared at last. */
static void show_progress(void *ctx, const struct tally *tally, double seconds)
{
	(void)ctx;
	fprintf(stderr,
		"\r%.0f s, %" PRIu64 " samples, %" PRIu64 " lost, %" PRIu64
		" threads started\033[K",
		seconds, tally->samples, tally->lost, tally->threads);
	fflush(stderr);
}

static int record(struct settings *s, struct fg_cli *cli, struct fg_diag *diag,
		  char *const *argv)
{
	struct recording *r = &s->recording;
	bool is_terminal = isatty(STDERR_FILENO) && !s->quiet;
	fg_status status;
	int stop;

	memcpy(&r->command_line, &argv, sizeof argv);
	if (cli->operands.count > 0)
		r->command = cli->operands.items;
	if (is_terminal)
		r->progress = show_progress;
	status = recording_run(r, diag);
	if (is_terminal && r->wall >= 1)
		fputs("\r\033[K", stderr);
	stop = r->exit_status;
	recording_free(r);
	if (status == FG_OK || stop == 0)
		stop = fg_cli_finish(cli, diag, status) ? FG_EXIT_FAILED : stop;
	else
		(void)fg_cli_finish(cli, diag, status);
	return stop;
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
			   "  fg-record -a --seconds 5 -o machine.svg",
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
