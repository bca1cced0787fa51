/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "fg/sandbox.h"
#include "fg/threads.h"

#include "collapse_settings.h"
#include "export.h"
#include "fg/folded.h"
#include "run.h"
#include "run_report.h"

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

/* Writes the profile in another format than folded text. */
static fg_status write_export(struct fg_out *out, const struct settings *s,
			      const struct run *run,
			      const struct fg_stacks *stacks,
			      struct fg_diag *diag)
{
	struct fg_header header = { 0 };
	struct exported exported = { .stacks = stacks,
				     .header = &header,
				     .srcline = s->options.srcline };
	fg_status status;

	run_header(run, &header);
	status = export_write(out, &exported, export_find(s->to), diag);
	fg_header_free(&header);
	return status;
}

static fg_status write_out(struct fg_out *out, const struct settings *s,
			   const struct run *run,
			   const struct fg_stacks *stacks, struct fg_diag *diag)
{
	if (s->options.list_metrics) {
		report_metrics(out, run);
		return FG_OK;
	}
	if (export_find(s->to) != EXPORT_FOLDED)
		return write_export(out, s, run, stacks, diag);
	if (!s->no_header)
		report_header(out, run);
	fg_out_folded(out, stacks, s->options.threads);
	return FG_OK;
}

/* Writes the result of a finished run. Closes `out`. */
static fg_status report(struct fg_out *out, const struct settings *s,
			const struct run *run, const struct fg_stacks *stacks,
			fg_status status, struct fg_diag *diag)
{
	fg_status closed, fits = FG_EINPUT;

	if (s->strict && diag->warnings > 0 && status == FG_OK)
		status = fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
				 "nothing written, because of --strict");
	else if (status == FG_OK || !run_is_useless(run))
		fits = run_check_text(run);
	if (fits == FG_OK)
		fits = write_out(out, s, run, stacks, diag);
	if (status == FG_OK)
		status = fits;
	closed = fg_out_close(out, status == FG_OK);
	return status == FG_OK ? closed : status;
}

/* Closes `out`. */
static fg_status collapse(struct fg_out *out, const struct fg_cli *cli,
			  const struct settings *s, struct fg_diag *diag)
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
	status = report(out, s, run, stacks, run_finish(run), diag);
	run_free(run);
	fg_stacks_free(stacks);
	return status;
}

/* Opens the output, gives up all other rights, and does the work. */
static fg_status work(const struct fg_cli *cli, struct settings *s,
		      struct fg_diag *diag)
{
	const char *outputs[] = { s->output ? s->output : "-", NULL };
	struct fg_out *out;
	struct fg_sandbox held = { .known = false };

	if (!settings_compile(s, diag))
		return FG_EUSAGE;
	out = fg_out_open(outputs[0], diag);
	if (!out)
		return FG_EIO;
	if (!s->no_sandbox)
		held = fg_sandbox_enter(outputs);
	if (s->options.verbose)
		fg_sandbox_report(&held, diag);
	return collapse(out, cli, s, diag);
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
			   "week.folded\n"
			   "  fg-collapse --to pprof perf.data > cpu.pb",
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
	if (stop < 0 && s.list_formats)
		list_formats();
	else if (stop < 0)
		status = work(&cli, &s, &diag);
	settings_free(&s);
	if (stop >= 0)
		return stop;
	return fg_cli_finish(&cli, &diag, status);
}
