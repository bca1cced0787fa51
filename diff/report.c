/* SPDX-License-Identifier: MIT */
#include "report.h"
#include "check_report.h"
#include "hints.h"
#include "summary.h"

#include "fg/text.h"

static void write_table(struct fg_out *out, const struct judge *judge,
			const struct tally *functions,
			const struct report_options *options)
{
	struct table_options rows = options->rows;
	struct fg_amounts amounts = { 0 };
	struct table table;

	rows.check = options->check;
	if (!rows.unit) {
		rows.unit = summary_unit(judge->diff);
		if (summary_amounts(judge->diff, &amounts))
			rows.tail = amounts.tail;
	}
	if (!options->table)
		rows.leave[SELF] = rows.leave[TOTAL] = true;
	table_make(&table, judge, functions, &rows);
	table_write(out, &table);
	table_free(&table);
	fg_amounts_free(&amounts);
}

/* Markdown: the outcome first, and the table folded away below it. */
static void write_markdown(struct fg_out *out, const struct judge *judge,
			   const struct tally *functions,
			   const struct report_options *options, enum unit unit)
{
	check_write_markdown(out, options->check, judge, unit);
	if (!options->table)
		return;
	fg_out_puts(out, FG_STR("\n<details>\n<summary>Functions by how much "
				"they changed</summary>\n\n"));
	write_table(out, judge, functions, options);
	fg_out_puts(out, FG_STR("\n</details>\n"));
}

static void write_text(struct fg_out *out, const struct judge *judge,
		       const struct tally *functions,
		       const struct report_options *options, enum unit unit)
{
	if (options->table)
		write_table(out, judge, functions, options);
	if (options->table && options->check)
		fg_out_char(out, '\n');
	if (options->check)
		check_write(out, options->check, judge, unit);
}

static void write_all(struct fg_out *out, const struct judge *judge,
		      const struct tally *functions,
		      const struct report_options *options)
{
	enum unit unit = unit_find(options->rows.unit
					   ? options->rows.unit
					   : summary_unit(judge->diff));

	switch (options->rows.format) {
	case TABLE_TEXT:
		write_text(out, judge, functions, options, unit);
		break;
	case TABLE_MARKDOWN:
		if (options->check)
			write_markdown(out, judge, functions, options, unit);
		else
			write_table(out, judge, functions, options);
		break;
	case TABLE_CSV:
	case TABLE_JSON:
		write_table(out, judge, functions, options);
		break;
	case TABLE_JUNIT:
		check_write_junit(out, options->check, judge, unit);
		break;
	case TABLE_NONE:
		break;
	case TABLE_SARIF:
		check_write_sarif(out, options->check, judge, unit);
		break;
	}
}

fg_status report_write(struct fg_out *out, const struct diff *diff,
		       const struct report_options *options,
		       struct fg_diag *diag)
{
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	fg_status status = FG_OK;
	struct tally functions;
	struct judge judge;

	tally_fill(&functions, diff, NULL, names);
	if (options->plan.size <= 0)
		hints_tell_moves(diff, &functions, diag);
	judge_init(&judge, diff, &functions, options->rows.unit,
		   options->significance, diag);
	if (options->plan.size > 0)
		status = judge_check_noise(&judge, options->single_run, diag);
	if (status == FG_OK && options->plan.size > 0)
		plan_write(out, &judge, &functions, &options->plan);
	if (options->check)
		status = check_run(options->check, &judge, &functions, diag);
	if (status == FG_OK && options->plan.size <= 0)
		write_all(out, &judge, &functions, options);
	judge_free(&judge);
	tally_free(&functions);
	return status;
}
