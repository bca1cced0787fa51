/* SPDX-License-Identifier: MIT */
#include "diff.h"
#include "diff_settings.h"
#include "fg/sandbox.h"
#include "hints.h"
#include "history.h"
#include "noise.h"
#include "normalize.h"
#include "report.h"
#include "summary.h"

/* Compares and closes `out`. *code is the exit status when all went well. */
static fg_status compare(struct fg_out *out, const struct settings *s,
			 int *code, struct fg_diag *diag)
{
	struct diff diff;
	fg_status status = diff_read(&diff, &s->diff, diag), closed;

	if (status == FG_OK) {
		summary_tell(&diff, diag);
		hints_tell_strangers(&diff, diag);
		status = s->diff.whole_runs ? check_sides(&diff, diag) : FG_OK;
	}
	if (status == FG_OK && diff.normalize == FG_NORMALIZE_MEDIAN)
		normalize_by_median(&diff);
	if (status == FG_OK && (!s->report_wanted || s->exit_code))
		diff_scale(&diff, diag);
	if (status == FG_OK && !s->report_wanted && !s->diff.no_header)
		noise_find(&diff, s->unit, diag);
	if (status == FG_OK && s->report_wanted)
		status = report_write(out, &diff, &s->report, diag);
	else if (status == FG_OK)
		status = diff_write_folded(out, &diff, &s->diff, diag);
	if (status == FG_OK && s->exit_code &&
	    diff_differs(&diff, s->diff.min_delta))
		*code = FG_EXIT_FAILED;
	if (s->check.broken > 0)
		*code = FG_EXIT_REGRESSION;
	closed = fg_out_close(out, status == FG_OK);
	diff_free(&diff);
	return status == FG_OK ? closed : status;
}

/* The same for --trend. The folder was listed before. */
static fg_status follow(struct fg_out *out, const struct settings *s,
			const struct history *history, struct fg_diag *diag)
{
	fg_status status = trend_write(out, history, &s->trend, diag);
	fg_status closed = fg_out_close(out, status == FG_OK);

	return status == FG_OK ? closed : status;
}

/* Opens the output, gives up all other rights, and compares. */
static fg_status work(const struct settings *s, int *code, struct fg_diag *diag)
{
	const char *outputs[] = { s->output, NULL };
	struct fg_out *out = fg_out_open(s->output, diag);
	struct fg_sandbox held = { .known = false };
	struct history history = { 0 };
	fg_status status = FG_OK;

	if (!out)
		return FG_EIO;
	if (s->trend_folder)
		status =
			history_list(&history, s->trend_folder, s->order, diag);
	if (!s->no_sandbox)
		held = fg_sandbox_enter(outputs);
	if (s->verbose)
		fg_sandbox_report(&held, diag);
	if (status != FG_OK)
		fg_out_drop(out);
	else if (s->trend_folder)
		status = follow(out, s, &history, diag);
	else
		status = compare(out, s, code, diag);
	history_free(&history);
	return status;
}

int main(int argc, char **argv)
{
	struct settings s = settings_defaults();
	struct fg_opt_table table = { 0 };
	struct fg_cli cli = {
		.program = "fg-diff",
		.synopsis = "[OPTION]... BEFORE AFTER",
		.summary = "Join two folded profiles for a differential flame "
			   "graph, or compare them.",
		.details = "Examples:\n"
			   "  fg-diff before.folded after.folded | fg-render > "
			   "diff.svg\n"
			   "  fg-diff --table --top 10 before.folded "
			   "after.folded\n"
			   "  fg-diff --check --fail-if 'total(parse.*) > +5%' "
			   "before.folded after.folded",
		.opts = table.rows,
	};
	struct fg_diag diag = { .emit = fg_cli_print, .ctx = &cli };
	int code = FG_EXIT_OK, stop;

	settings_add_options(&s, &table);
	stop = fg_cli_parse(&cli, argc, argv);
	if (stop < 0)
		stop = settings_check(&s, &cli, &diag);
	if (stop < 0) {
		stop = fg_cli_finish(&cli, &diag, work(&s, &code, &diag));
		if (stop == FG_EXIT_OK)
			stop = code;
	}
	settings_free(&s);
	return stop;
}
