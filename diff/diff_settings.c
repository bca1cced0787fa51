/* SPDX-License-Identifier: MIT */
#include "diff_settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "distribution.h"
#include "fg/text.h"

enum { TOP_FOR_PEOPLE = 20, TOP_IN_PICTURE = 8 };

static const double significance_default = 2.33;

struct settings settings_defaults(void)
{
	return (struct settings){
		.color = "auto",
		.output = "-",
		.significance = -1,
	};
}

void settings_add_options(struct settings *s, struct fg_opt_table *table)
{
	const struct fg_opt rows[] = {
#include "fg/options_rows.h"

#include "diff_options.def"
	};

	FG_OPT_ADD(table, rows);
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
		[TABLE_NONE] = "svg",
	};
	static const char *const orders[] = {
		[TABLE_BY_SIZE] = "size",
		[TABLE_BY_EVIDENCE] = "evidence",
		[TABLE_BY_NAME] = "name",
	};
	struct table_options *rows = &s->report.rows;
	bool people;

	while (s->format && strcmp(formats[rows->format], s->format) != 0)
		rows->format++;
	people = rows->format == TABLE_TEXT || rows->format == TABLE_MARKDOWN;
	rows->top = people ? TOP_FOR_PEOPLE : SIZE_MAX;
	if (s->top > 0)
		rows->top = s->top;
	while (s->sort && strcmp(orders[rows->order], s->sort) != 0)
		rows->order++;
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

	if (format == TABLE_NONE)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--format=svg goes with --trend");

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

/* What makes no sense without two sides; NULL: nothing of it was given. */
static const char *wrong_in_trend(const struct settings *s)
{
	const struct {
		const char *name;
		bool given;
	} options[] = {
		{ "--swap", s->swap },
		{ "--sum", s->sum },
		{ "--scale-before", s->scale_before != NULL },
		{ "--only-before", s->only_before },
		{ "--only-after", s->only_after },
		{ "--only-common", s->only_common },
		{ "--min-delta", s->min_delta != NULL },
		{ "--table", s->table },
		{ "--sort", s->sort != NULL },
		{ "--check", s->check_all },
		{ "--fail-if", s->rules.count > 0 },
		{ "--rules", s->conf_path != NULL },
		{ "--plan", s->plan != NULL },
		{ "--exit-code", s->exit_code },
	};

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		if (options[i].given)
			return options[i].name;
	}
	return NULL;
}

/* By the typical function, unless the user wants something else. */
static fg_status set_trend_scale(struct settings *s, struct fg_diag *diag)
{
	if (!s->normalize) {
		s->trend.normalize = FG_NORMALIZE_MEDIAN;
		return FG_OK;
	}
	return set_scale(s, diag);
}

static fg_status set_trend_format(struct settings *s, struct fg_diag *diag)
{
	static const char *const formats[] = {
		[TREND_TEXT] = "text", [TREND_JSON] = "json", [TREND_SVG] = "svg"
	};
	static const size_t tops[] = { [TREND_TEXT] = TOP_FOR_PEOPLE,
				       [TREND_JSON] = SIZE_MAX,
				       [TREND_SVG] = TOP_IN_PICTURE };

	for (size_t i = 0; s->format && strcmp(s->format, formats[i]) != 0;) {
		if (++i == sizeof formats / sizeof *formats)
			return fg_fail(diag, FG_EUSAGE,
				       (struct fg_loc){ NULL, 0 },
				       "--trend is written as text, json or "
				       "svg");
		s->trend.format = (enum trend_format)i;
	}
	s->trend.top = s->top > 0 ? s->top : tops[s->trend.format];
	return FG_OK;
}

static fg_status set_trend(struct settings *s, struct fg_diag *diag)
{
	struct trend_options *trend = &s->trend;
	const char *wrong = wrong_in_trend(s);
	fg_status status = FG_OK;

	if (wrong)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--trend goes without %s", wrong);
	if (s->significance == 0)
		return fg_fail(diag, FG_EUSAGE, (struct fg_loc){ NULL, 0 },
			       "--trend needs a --significance above 0");
	s->diff.names = names_new();
	status = set_names(s, diag);
	if (status == FG_OK)
		status = set_trend_scale(s, diag);
	if (status == FG_OK)
		status = set_trend_format(s, diag);
	if (s->normalize)
		trend->normalize = s->diff.normalize;
	trend->series = (struct series_options){ .names = s->diff.names,
						 .one_column = s->one_column,
						 .strict = s->strict,
						 .verbose = s->verbose };
	trend->unit = s->unit;
	trend->leave[SELF] = s->by && strcmp(s->by, "total") == 0;
	trend->leave[TOTAL] = s->by && strcmp(s->by, "self") == 0;
	trend->rate = t_above(s->significance < 0 ? significance_default
						  : s->significance,
			      INFINITY);
	return status;
}

/* Whether there are runs from which folded lines can have errors. */
static bool has_spread(const struct settings *s)
{
	return s->before.count > 1 && s->after.count > 1 && !s->sum &&
	       !s->no_header;
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
	diff->one_column = s->one_column;
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
	s->report.table = s->table ||
			  (!s->report.check && !s->plan &&
			   (s->by || s->format || s->sort || s->top > 0));
	s->report_wanted = s->report.table || s->report.check || s->plan;
	diff->folded = !s->report_wanted;
	diff->keep_runs = s->report_wanted || has_spread(s) ||
			  diff->normalize == FG_NORMALIZE_MEDIAN;
	diff->whole_runs = s->report.check || s->plan;
	diff->may_be_empty = s->exit_code && !diff->whole_runs;
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
	if (s->trend_folder)
		return before->count + after->count + cli->operands.count > 0
			       ? "--trend takes one folder and no other files"
			       : NULL;
	if (s->order)
		return "--order goes with --trend";
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
	if (stop < 0)
		stop = fg_cli_limit_memory(cli, s->memory);
	if (stop >= 0)
		return stop;
	status = s->trend_folder ? set_trend(s, diag) : set_work(s, diag);
	return status == FG_OK ? -1 : fg_cli_finish(cli, diag, status);
}

void settings_free(struct settings *s)
{
	names_free(s->diff.names);
	check_free(&s->check);
	conf_free(&s->conf);
}
