/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "fg/sandbox.h"
#include "fg/threads.h"

#include "collapse_settings.h"
#include "export.h"
#include "fg/folded.h"
#include "profiles.h"
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
			      const struct profiles *profiles,
			      struct fg_diag *diag)
{
	const struct profile *profile = &profiles->items[0];
	struct exported exported = { .stacks = profile->stacks,
				     .header = &profile->header,
				     .srcline = s->options.srcline };

	if (profiles->count > 1 || profile->slices.count > 0)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ 0 },
			       "--to %s writes one metric without slices of "
			       "time; leave out --metric all and --timeline",
			       s->to);
	return export_write(out, &exported, export_find(s->to), diag);
}

static fg_status write_out(struct fg_out *out, const struct settings *s,
			   const struct profiles *profiles,
			   struct fg_diag *diag)
{
	if (export_find(s->to) != EXPORT_FOLDED)
		return write_export(out, s, profiles, diag);
	profiles_write(profiles, out, !s->no_header);
	return FG_OK;
}

/* Writes what was read. Closes `out`. */
static fg_status report(struct fg_out *out, const struct settings *s,
			const struct profiles *profiles, fg_status status,
			struct fg_diag *diag)
{
	fg_status closed, written = FG_OK;

	if (s->strict && diag->warnings > 0 && status == FG_OK)
		status = fg_fail(diag, FG_EINPUT, (struct fg_loc){ 0 },
				 "nothing written, because of --strict");
	else if (s->options.list_metrics && status == FG_OK)
		report_metrics(out, profiles->run);
	else if (!profiles->is_useless && !s->options.list_metrics)
		written = write_out(out, s, profiles, diag);
	if (status == FG_OK)
		status = written;
	closed = fg_out_close(out, status == FG_OK);
	return status == FG_OK ? closed : status;
}

/* Closes `out`. */
static fg_status collapse(struct fg_out *out, const struct fg_cli *cli,
			  const struct settings *s, struct fg_diag *diag)
{
	static const char *const standard_input[] = { "-", NULL };
	struct profiles profiles = {
		.options = &s->options,
		.files = cli->operands.count ? cli->operands.items
					     : standard_input,
		.format = s->format ? format_by_name(s->format) : NULL,
	};
	fg_status status;

	if (cli->operands.count == 0)
		fg_cli_note_terminal(cli);
	status = profiles_read(&profiles, diag);
	status = report(out, s, &profiles, status, diag);
	profiles_free(&profiles);
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
