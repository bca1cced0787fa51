/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "fg/sandbox.h"
#include "fg/threads.h"

#include "report.h"
#include "run.h"
#include "settings.h"

static void list_formats(void)
{
	int width = 0;

	for (const struct format *const *f = formats; *f; f++) {
		int n = (int)strlen((*f)->name);

		width = n > width ? n : width;
	}
	for (const struct format *const *f = formats; *f; f++)
		fg_cli_say("%-*s  %s\n", width, (*f)->name, (*f)->summary);
}

static fg_status write_out(const struct settings *s, const struct run *run,
			   const struct fg_stacks *stacks, bool keep,
			   struct fg_diag *diag)
{
	struct fg_out *out = fg_out_open(s->output ? s->output : "-", diag);

	if (!out)
		return FG_EIO;
	if (s->options.list_metrics) {
		report_metrics(out, run);
	} else {
		if (s->header)
			report_header(out, run);
		fg_out_folded(out, stacks, s->options.threads);
	}
	return fg_out_close(out, keep);
}

/* What comes of a run that is over. */
static fg_status report(const struct settings *s, const struct run *run,
			const struct fg_stacks *stacks, fg_status status,
			struct fg_diag *diag)
{
	fg_status written = FG_OK;

	if (s->strict && diag->warnings > 0 && status == FG_OK)
		return fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
			       "nothing written, because of --strict");
	if (status == FG_OK || !run_is_useless(run))
		written = run_check_text(run);
	if (written == FG_OK && (status == FG_OK || !run_is_useless(run)))
		written = write_out(s, run, stacks, status == FG_OK, diag);
	return status == FG_OK ? written : status;
}

static fg_status collapse(const struct fg_cli *cli, const struct settings *s,
			  struct fg_diag *diag)
{
	const struct format *format = s->format ? format_by_name(s->format)
						: NULL;
	struct fg_stacks *stacks = fg_stacks_new(
		s->options.no_aggregate ? FG_KEEP_ORDER : FG_FOLD);
	struct run *run = run_new(stacks, &s->options, diag);
	fg_status status;

	for (size_t i = 0; i < cli->operands.count; i++)
		run_file(run, cli->operands.items[i], format);
	if (cli->operands.count == 0) {
		fg_cli_note_terminal(cli);
		run_file(run, "-", format);
	}
	status = report(s, run, stacks, run_finish(run), diag);
	run_free(run);
	fg_stacks_free(stacks);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = { .threads = fg_threads_available() };
	struct fg_opt_table table = { 0 };
	struct fg_cli cli = {
		.program = "fg-collapse",
		.synopsis = "[OPTION]... [FILE]...",
		.summary = "Turn a profiler's output into folded stacks.",
		.details = "Examples:\n"
			   "  perf script | fg-collapse | fg-render > out.svg\n"
			   "  fg-collapse --metric alloc_space heap.pb.gz > "
			   "heap.folded\n"
			   "  fg-collapse monday.folded tuesday.folded.gz > "
			   "week.folded",
		.opts = table.rows,
	};
	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
	fg_status status = FG_OK;
	int stop;

	settings_add_options(&s, &table);
	stop = fg_cli_parse(&cli, argc, argv);
	cli.quiet = s.quiet;
	if (stop < 0)
		stop = settings_check(&s, &cli);
	if (stop < 0)
		fg_sandbox_enter((const char *[]){ s.output, NULL });
	if (stop < 0 && s.list_formats)
		list_formats();
	else if (stop < 0)
		status = settings_compile(&s, &diag) ? collapse(&cli, &s, &diag)
						     : FG_EUSAGE;
	settings_free(&s);
	if (stop >= 0)
		return stop;
	return fg_cli_finish(&cli, &diag, status);
}
