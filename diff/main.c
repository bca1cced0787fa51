/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"
#include "fg/cli.h"
#include "fg/sandbox.h"
#include "fg/text.h"
#include "report.h"

/* What the command line holds, before it is looked at. */
struct args {
	struct fg_list before, after, renames, rules;
	const char *normalize, *scale_before, *min_delta, *by, *format;
	const char *color, *unit, *output;
	uint64_t top;
	double significance;
	bool swap, strip_hex, strip_suffixes, only_before, only_after;
	bool only_common, header, table, check, exit_code, quiet, strict;
};

struct job {
	struct diff_options diff;
	struct report_options report;
	struct check check;
	bool report_wanted;
};

enum { TOP_FOR_PEOPLE = 20 };

static fg_status bad_value(struct fg_diag *diag, const char *option,
			   const char *expected, const char *value)
{
	return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ option, 0 },
		       "expected %s, got '%s'", expected, value);
}

static fg_status set_scale(struct diff_options *diff, const struct args *args,
			   struct fg_diag *diag)
{
	fg_str normalize = fg_from_c(args->normalize);

	if (normalize.p)
		diff->normalize = FG_NORMALIZE_AFTER;
	if (normalize.n > 0)
		(void)fg_normalize_find(normalize, &diff->normalize);
	if (!args->scale_before)
		return FG_OK;
	if (normalize.p)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--scale-before and --normalize exclude each "
			       "other");
	diff->normalize = FG_NORMALIZE_FACTOR;
	if (factor_parse(fg_from_c(args->scale_before), &diff->scale_before))
		return FG_OK;
	return bad_value(diag, "--scale-before", "a number or a fraction A/B",
			 args->scale_before);
}

static fg_status set_names(struct names *names, const struct args *args,
			   struct fg_diag *diag)
{
	fg_status status = FG_OK;

	if (args->strip_hex)
		status = names_add_hex(names, diag);
	if (args->strip_suffixes && status == FG_OK)
		status = names_add_suffixes(names, diag);
	for (size_t i = 0; i < args->renames.count && status == FG_OK; i++)
		status = names_add_rule(names, args->renames.items[i], diag);
	return status;
}

static fg_status set_rows(struct table_options *rows, const struct args *args,
			  struct fg_diag *diag)
{
	static const char *const formats[] = {
		[TABLE_TEXT] = "text",
		[TABLE_MARKDOWN] = "markdown",
		[TABLE_CSV] = "csv",
		[TABLE_JSON] = "json",
	};
	bool people;

	while (strcmp(formats[rows->format], args->format) != 0)
		rows->format++;
	people = rows->format == TABLE_TEXT || rows->format == TABLE_MARKDOWN;
	rows->top = people ? TOP_FOR_PEOPLE : SIZE_MAX;
	if (args->top > 0)
		rows->top = args->top;
	rows->leave[SELF] = strcmp(args->by, "total") == 0;
	rows->leave[TOTAL] = strcmp(args->by, "self") == 0;
	rows->unit = args->unit;
	rows->colour = strcmp(args->color, "always") == 0;
	if (strcmp(args->color, "auto") == 0)
		rows->colour = strcmp(args->output, "-") == 0 &&
			       isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	if (args->min_delta &&
	    !amount_parse(fg_from_c(args->min_delta), &rows->min_delta))
		return bad_value(diag, "--min-delta",
				 "a weight or a percentage", args->min_delta);
	return FG_OK;
}

static fg_status set_check(struct job *job, const struct args *args,
			   struct fg_diag *diag)
{
	fg_status status = FG_OK;

	if (!args->check && args->rules.count == 0)
		return FG_OK;
	job->report.check = &job->check;
	if (job->report.rows.format == TABLE_CSV)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--format=csv has no place for a check");
	if (args->rules.count == 0)
		return check_add(&job->check, CHECK_DEFAULT, diag);
	for (size_t i = 0; i < args->rules.count && status == FG_OK; i++)
		status = check_add(&job->check, args->rules.items[i], diag);
	return status;
}

static fg_status set_job(struct job *job, const struct args *args,
			 struct fg_diag *diag)
{
	struct diff_options *diff = &job->diff;
	fg_status status = set_scale(diff, args, diag);

	diff->only[0] = args->only_before;
	diff->only[1] = args->only_after;
	diff->only[2] = args->only_common;
	diff->strict = args->strict;
	diff->header = args->header;
	job->report.table = args->table;
	job->report.significance = args->significance;
	if (status == FG_OK)
		status = set_names(diff->names, args, diag);
	if (status == FG_OK)
		status = set_rows(&job->report.rows, args, diag);
	if (status == FG_OK)
		status = set_check(job, args, diag);
	diff->min_delta = job->report.rows.min_delta;
	job->report_wanted = args->table || job->report.check;
	diff->keep_runs = job->report_wanted && diff->paths[BEFORE].count > 2 &&
			  diff->paths[AFTER].count > 2;
	return status;
}

/* Which files stand on which side; NULL, or what is wrong. */
static const char *set_paths(struct diff_options *diff,
			     const struct fg_cli *cli, const struct args *args)
{
	const struct fg_list *before = &args->before, *after = &args->after;
	unsigned first = args->swap ? AFTER : BEFORE;
	size_t standard_input = 0;

	diff->paths[first] =
		(struct diff_paths){ before->items, before->count };
	diff->paths[!first] = (struct diff_paths){ after->items, after->count };
	if (before->count + after->count == 0) {
		if (cli->operands.count != 2)
			return "expected two files, or --before FILE... "
			       "--after FILE...";
		diff->paths[first] =
			(struct diff_paths){ cli->operands.items, 1 };
		diff->paths[!first] =
			(struct diff_paths){ cli->operands.items + 1, 1 };
	} else if (cli->operands.count > 0) {
		return "files come with --before and --after, or without "
		       "them, not both";
	} else if (before->count == 0 || after->count == 0) {
		return "--before and --after go together";
	}
	for (unsigned side = 0; side < SIDES; side++) {
		for (size_t i = 0; i < diff->paths[side].count; i++)
			standard_input +=
				strcmp(diff->paths[side].items[i], "-") == 0;
	}
	return standard_input > 1 ? "'-' can be one file only" : NULL;
}

/* Does the work. *code is the exit status when all went well. */
static fg_status run(struct job *job, const struct args *args, int *code,
		     struct fg_diag *diag)
{
	struct diff diff;
	fg_status status = diff_read(&diff, &job->diff, diag), closed;
	struct fg_out *out = NULL;

	if (status == FG_OK) {
		diff_summary(&diff, diag);
		out = fg_out_open(args->output, diag);
		status = out ? FG_OK : FG_EIO;
	}
	if (status == FG_OK && (!job->report_wanted || args->exit_code))
		diff_scale(&diff, diag);
	if (status == FG_OK && job->report_wanted)
		report_write(out, &diff, &job->report, diag);
	else if (status == FG_OK)
		diff_write_folded(out, &diff, &job->diff);
	if (status == FG_OK && args->exit_code &&
	    diff_differs(&diff, job->diff.min_delta))
		*code = FG_EXIT_FAILED;
	if (job->check.broken > 0)
		*code = FG_EXIT_REGRESSION;
	closed = out ? fg_out_close(out, status == FG_OK) : FG_OK;
	diff_free(&diff);
	return status == FG_OK ? closed : status;
}

static int finish(struct fg_cli *cli, struct fg_diag *diag, struct job *job,
		  fg_status status, int code)
{
	int ended;

	names_free(job->diff.names);
	check_free(&job->check);
	ended = fg_cli_finish(cli, diag, status);
	return ended == FG_EXIT_OK ? code : ended;
}

static void input_options(struct args *args, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "What to compare" },
		{ 0, "before", "FILE...",
		  "several runs: what counts is the sum", .list = &args->before,
		  .many = true, .complete = "file" },
		{ 0, "after", "FILE...", "the same for the other side",
		  .list = &args->after, .many = true, .complete = "file" },
		{ 0, "swap", NULL, "exchange the sides", .flag = &args->swap },
		{ 'n', "normalize", "SIDE",
		  "scale to the sum of this side; 'common' is the larger one "
		  "(default: after)",
		  .optional = &args->normalize,
		  .choices = "after before common" },
		{ 0, "scale-before", "X",
		  "multiply before by X, a number or A/B (requests served)",
		  .string = &args->scale_before },
		{ .group = "Names" },
		{ 's', "strip-hex", NULL, "make addresses 0x...",
		  .flag = &args->strip_hex },
		{ 0, "strip-suffixes", NULL,
		  "drop hashes, .llvm.N, .part.N, .constprop.N, .isra.N, .cold "
		  "and the numbers of lambdas and lines",
		  .flag = &args->strip_suffixes },
		{ 0, "rename", "REGEX=TEXT",
		  "replace every match in a name; $1 is a group",
		  .list = &args->renames },
		{ .group = "What to show" },
		{ 0, "only-before", NULL, "stacks that vanished",
		  .flag = &args->only_before },
		{ 0, "only-after", NULL, "stacks that are new",
		  .flag = &args->only_after },
		{ 0, "only-common", NULL, "stacks on both sides",
		  .flag = &args->only_common },
		{ 0, "min-delta", "X",
		  "leave out what changed by less than a weight or a "
		  "percentage of the sum (5, 0.1%)",
		  .string = &args->min_delta },
		{ 0, "header", NULL,
		  "begin with a comment line about the sums, for fg-render",
		  .flag = &args->header },
	};

	FG_OPT_ADD(table, rows);
}

static void report_options(struct args *args, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "Table" },
		{ 0, "table", NULL, "list functions by how much they changed",
		  .flag = &args->table },
		{ 0, "by", "WHAT", "changes of self, of total, or both",
		  .string = &args->by, .choices = "both self total" },
		{ 0, "format", "NAME", "how to write the table",
		  .string = &args->format,
		  .choices = "text markdown csv json" },
		{ 0, "top", "N",
		  "functions a list (default: 20, in csv and json all)",
		  .number = &args->top },
		{ 0, "countname", "NAME",
		  "what the weights are: samples, bytes, ns, ...",
		  .string = &args->unit },
		{ 0, "color", "WHEN", "colour the text", .string = &args->color,
		  .choices = "auto always never" },
		{ .group = "Gate" },
		{ 0, "check", NULL,
		  "exit with 3 when a rule is broken, and say which",
		  .flag = &args->check },
		{ 0, "fail-if", "RULE",
		  "a rule: 'self > +2pt', 'total(parse.*) > +5%', 'all > +10%'",
		  .list = &args->rules },
		{ 0, "significance", "Z",
		  "deviations from which on a change is no noise (default: 3)",
		  .real = &args->significance },
		{ 0, "exit-code", NULL, "exit with 1 when the sides differ",
		  .flag = &args->exit_code },
		{ .group = "Output" },
		{ 'o', "output", "FILE", "write to this file",
		  .string = &args->output, .complete = "file" },
		{ 0, "strict", NULL, "fail at a line without a weight",
		  .flag = &args->strict },
		{ 'q', "quiet", NULL, "no notes and warnings",
		  .flag = &args->quiet },
	};

	FG_OPT_ADD(table, rows);
}

int main(int argc, char **argv)
{
	struct args args = { .by = "both",
			     .format = "text",
			     .color = "auto",
			     .output = "-",
			     .significance = 3 };
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
	struct job job = { 0 };
	const char *wrong;
	fg_status status;
	int code = FG_EXIT_OK, stop;

	input_options(&args, &table);
	report_options(&args, &table);
	stop = fg_cli_parse(&cli, argc, argv);
	if (stop >= 0)
		return stop;
	cli.quiet = args.quiet;
	wrong = set_paths(&job.diff, &cli, &args);
	if (wrong)
		return fg_cli_misuse(&cli, "%s", wrong);
	fg_sandbox_enter((const char *[]){ args.output, NULL });
	job.diff.names = names_new();
	status = set_job(&job, &args, &diag);
	if (status == FG_OK)
		status = run(&job, &args, &code, &diag);
	return finish(&cli, &diag, &job, status, code);
}
