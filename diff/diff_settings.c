/* SPDX-License-Identifier: MIT */
#include "diff_settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fg/text.h"

enum { TOP_FOR_PEOPLE = 20 };

static const double significance_default = 2.33;

struct settings settings_defaults(void)
{
	return (struct settings){
		.color = "auto",
		.output = "-",
		.significance = -1,
	};
}

static void input_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "What to compare" },
		{ 0, "before", "FILE...",
		  "several runs: what counts is their mean", .list = &s->before,
		  .many = true, .complete = "file" },
		{ 0, "after", "FILE...", "the same for the other side",
		  .list = &s->after, .many = true, .complete = "file" },
		{ 0, "swap", NULL, "exchange the sides", .flag = &s->swap },
		{ 'n', "normalize", "SIDE",
		  "scale to the sum of this side; 'common' is the larger one, "
		  "'median' goes by the typical function (default: after)",
		  .optional = &s->normalize,
		  .choices = "after before common median" },
		{ 0, "sum", NULL, "the sum of several runs, not their mean",
		  .flag = &s->sum },
		{ 0, "scale-before", "X",
		  "multiply before by X, a number or A/B (requests served)",
		  .string = &s->scale_before },
		{ .group = "Names" },
		{ 's', "strip-hex", NULL, "make addresses 0x...",
		  .flag = &s->strip_hex },
		{ 0, "strip-suffixes", NULL,
		  "drop hashes, .llvm.N, .part.N, .cold, [clone ...], @plt and "
		  "the like, and the numbers of lambdas, threads and lines",
		  .flag = &s->strip_suffixes },
		{ 0, "rename", "REGEX=TEXT",
		  "replace every match in a name; $1 is a group",
		  .list = &s->renames },
		{ .group = "What to show" },
		{ 0, "only-before", NULL, "stacks that vanished",
		  .flag = &s->only_before },
		{ 0, "only-after", NULL, "stacks that are new",
		  .flag = &s->only_after },
		{ 0, "only-common", NULL, "stacks on both sides",
		  .flag = &s->only_common },
		{ 0, "min-delta", "X",
		  "leave out what changed by less than a weight or a "
		  "percentage of the sum (5, 0.1%)",
		  .string = &s->min_delta },
		{ 0, "no-header", NULL,
		  "no first line that says what the weights and sums are",
		  .flag = &s->no_header },
		{ 0, "header", NULL, NULL, .flag = &s->header },
	};

	FG_OPT_ADD(table, rows);
}

static void report_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
		{ .group = "Table" },
		{ 0, "table", NULL, "list functions by how much they changed",
		  .flag = &s->table },
		{ 0, "by", "WHAT", "changes of self, of total, or both",
		  .string = &s->by, .choices = "both self total" },
		{ 0, "format", "NAME",
		  "how to write the table; junit and sarif hold the check "
		  "alone",
		  .string = &s->format,
		  .choices = "text markdown csv json junit sarif" },
		{ 0, "top", "N",
		  "functions a list (default: 20, in csv and json all)",
		  .number = &s->top },
		{ 0, "countname", "NAME",
		  "what the weights are: samples, bytes, ns, ...",
		  .string = &s->unit },
		{ 0, "color", "WHEN", "colour the text", .string = &s->color,
		  .choices = "auto always never" },
		{ .group = "Gate" },
		{ 0, "check", NULL,
		  "exit with 3 when a rule is broken, and say which",
		  .flag = &s->check_all },
		{ 0, "fail-if", "RULE",
		  "a rule: 'self > +2pt', 'total(parse.*) > +5%', 'all > +10%'",
		  .list = &s->rules },
		{ 0, "rules", "FILE",
		  "rules, names to strip, and functions to ignore for a while",
		  .string = &s->conf_path, .complete = "file" },
		{ 0, "significance", "Z",
		  "deviations from which on a change is no noise (default: "
		  "2.33, one case in 100 by chance)",
		  .real = &s->significance },
		{ 0, "single-run", NULL,
		  "check one run a side, as if runs differed by sampling alone",
		  .flag = &s->check.single_run },
		{ 0, "allow-outlier", NULL,
		  "check with a run of another size than the others, too",
		  .flag = &s->allow_outlier },
		{ 0, "allow-missing", NULL,
		  "a rule may name functions that do not exist",
		  .flag = &s->check.allow_missing },
		{ 0, "plan", "SIZE",
		  "how many runs find a growth of this size (5%), by the "
		  "noise of the runs that are here",
		  .string = &s->plan },
		{ 0, "exit-code", NULL, "exit with 1 when the sides differ",
		  .flag = &s->exit_code },
		{ .group = "Output" },
		{ 'o', "output", "FILE", "write to this file",
		  .string = &s->output, .complete = "file" },
		{ 0, "strict", NULL, "fail at a line without a weight",
		  .flag = &s->strict },
		{ 'q', "quiet", NULL,
		  "only errors, and what puts the result in doubt",
		  .flag = &s->quiet },
		{ 'v', "verbose", NULL, "tell what was read of each file",
		  .flag = &s->verbose },
		{ 0, "no-sandbox", NULL,
		  "keep all rights, for valgrind and other such tools",
		  .flag = &s->no_sandbox },
	};

	FG_OPT_ADD(table, rows);
}

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	input_options(s, table);
	report_options(s, table);
}

static fg_status bad_value(struct fg_diag *diag, const char *option,
			   const char *expected, const char *value)
{
	return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ option, 0 },
		       "expected %s, got '%s'", expected, value);
}

static fg_status set_scale(struct settings *s, struct fg_diag *diag)
{
	struct diff_options *diff = &s->diff;
	fg_str normalize = fg_from_c(s->normalize);

	if (normalize.p)
		diff->normalize = FG_NORMALIZE_AFTER;
	if (normalize.n > 0)
		(void)fg_normalize_find(normalize, &diff->normalize);
	if (!s->scale_before)
		return FG_OK;
	if (normalize.p)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--scale-before and --normalize exclude each "
			       "other");
	diff->normalize = FG_NORMALIZE_FACTOR;
	if (factor_parse(fg_from_c(s->scale_before), &diff->scale_before))
		return FG_OK;
	return bad_value(diag, "--scale-before", "a number or a fraction A/B",
			 s->scale_before);
}

/* The file comes first, so its names are rewritten first. */
static fg_status set_names(struct settings *s, struct fg_diag *diag)
{
	struct names *names = s->diff.names;
	fg_status status = FG_OK;

	if (s->conf_path) {
		s->conf.check = &s->check;
		s->conf.names = names;
		status = conf_read(&s->conf, s->conf_path, diag);
	}
	if (s->strip_hex && status == FG_OK)
		status = names_add_hex(names, diag);
	if (s->strip_suffixes && status == FG_OK)
		status = names_add_suffixes(names, diag);
	for (size_t i = 0; i < s->renames.count && status == FG_OK; i++)
		status = names_add_rule(names, s->renames.items[i], diag);
	return status;
}

static fg_status set_rows(struct settings *s, struct fg_diag *diag)
{
	static const char *const formats[] = {
		[TABLE_TEXT] = "text",	 [TABLE_MARKDOWN] = "markdown",
		[TABLE_CSV] = "csv",	 [TABLE_JSON] = "json",
		[TABLE_JUNIT] = "junit", [TABLE_SARIF] = "sarif",
	};
	struct table_options *rows = &s->report.rows;
	bool people;

	while (s->format && strcmp(formats[rows->format], s->format) != 0)
		rows->format++;
	people = rows->format == TABLE_TEXT || rows->format == TABLE_MARKDOWN;
	rows->top = people ? TOP_FOR_PEOPLE : SIZE_MAX;
	if (s->top > 0)
		rows->top = s->top;
	rows->leave[SELF] = s->by && strcmp(s->by, "total") == 0;
	rows->leave[TOTAL] = s->by && strcmp(s->by, "self") == 0;
	rows->unit = s->unit;
	rows->colour = strcmp(s->color, "always") == 0;
	if (strcmp(s->color, "auto") == 0)
		rows->colour = strcmp(s->output, "-") == 0 &&
			       isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	if (s->min_delta &&
	    !amount_parse(fg_from_c(s->min_delta), &rows->min_delta))
		return bad_value(diag, "--min-delta",
				 "a weight or a percentage", s->min_delta);
	return FG_OK;
}

static fg_status set_check(struct settings *s, struct fg_diag *diag)
{
	enum table_format format = s->report.rows.format;
	bool alone = format == TABLE_JUNIT || format == TABLE_SARIF;
	struct fg_loc loc = { "--fail-if", 0 };
	fg_status status = FG_OK;

	if (alone && s->table)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--format=%s has no place for a table",
			       s->format);
	if (!alone && !s->check_all && s->rules.count == 0 && !s->conf_path)
		return FG_OK;
	s->report.check = &s->check;
	if (s->report.rows.format == TABLE_CSV)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--format=csv has no place for a check");
	for (size_t i = 0; i < s->rules.count && status == FG_OK; i++)
		status = check_add(&s->check, s->rules.items[i], loc, diag);
	if (status == FG_OK && s->check.count == 0)
		status = check_add(&s->check, CHECK_DEFAULT, loc, diag);
	return status;
}

/* A plan stands alone, and is text. */
static fg_status set_plan(struct settings *s, struct fg_diag *diag)
{
	struct plan_options *plan = &s->report.plan;
	struct amount size;

	if (!s->plan)
		return FG_OK;
	if (!amount_parse(fg_from_c(s->plan), &size) || !size.percent ||
	    size.value.units == 0)
		return bad_value(diag, "--plan", "a percentage such as 5%",
				 s->plan);
	if (s->report.check || s->table || s->format)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--plan goes without --check, --fail-if, "
			       "--table and --format");
	if (s->significance <= 0)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--plan needs a --significance above 0");
	plan->size = (double)size.value.units /
		     (double)fg_pow10(size.value.scale) / 100;
	plan->top = s->report.rows.top;
	for (unsigned m = 0; m < MEASURES; m++)
		plan->leave[m] = s->report.rows.leave[m];
	s->report.single_run = s->check.single_run;
	return FG_OK;
}

static fg_status set_work(struct settings *s, struct fg_diag *diag)
{
	struct diff_options *diff = &s->diff;
	fg_status status = set_scale(s, diag);

	diff->names = names_new();
	diff->only[0] = s->only_before;
	diff->only[1] = s->only_after;
	diff->only[2] = s->only_common;
	diff->strict = s->strict;
	diff->verbose = s->verbose;
	diff->no_header = s->no_header;
	if (status == FG_OK)
		status = set_names(s, diag);
	if (s->significance < 0)
		s->significance = s->conf.significance_given
					  ? s->conf.significance
					  : significance_default;
	s->report.significance = s->significance;
	if (status == FG_OK)
		status = set_rows(s, diag);
	if (status == FG_OK)
		status = set_check(s, diag);
	if (status == FG_OK)
		status = set_plan(s, diag);
	diff->min_delta = s->report.rows.min_delta;
	/* how to write a table says that one is wanted */
	s->report.table = s->table || (!s->report.check && !s->plan &&
				       (s->by || s->format || s->top > 0));
	s->report_wanted = s->report.table || s->report.check || s->plan;
	diff->keep_runs = s->report_wanted ||
			  diff->normalize == FG_NORMALIZE_MEDIAN;
	diff->whole_runs = s->report.check || s->plan;
	diff->allow_outlier = s->allow_outlier;
	diff->sum = s->sum;
	return status;
}

/* Which files stand on which side; NULL, or what is wrong. */
static const char *set_paths(struct settings *s, const struct fg_cli *cli)
{
	const struct fg_list *before = &s->before, *after = &s->after;
	struct diff_options *diff = &s->diff;
	unsigned first = s->swap ? AFTER : BEFORE;
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

static int check_output(const struct settings *s, struct fg_cli *cli)
{
	int stop;

	if (cli->operands.count > 0)
		return fg_cli_check_output(cli, s->output, cli->operands.items);
	stop = fg_cli_check_output(cli, s->output, s->before.items);
	return stop < 0 ? fg_cli_check_output(cli, s->output, s->after.items)
			: stop;
}

int settings_check(struct settings *s, struct fg_cli *cli, struct fg_diag *diag)
{
	const char *wrong = set_paths(s, cli);
	fg_status status;
	int stop;

	cli->quiet = s->quiet;
	if (wrong)
		return fg_cli_misuse(cli, "%s", wrong);
	stop = check_output(s, cli);
	if (stop >= 0)
		return stop;
	status = set_work(s, diag);
	return status == FG_OK ? -1 : fg_cli_finish(cli, diag, status);
}

void settings_free(struct settings *s)
{
	names_free(s->diff.names);
	check_free(&s->check);
	conf_free(&s->conf);
}
