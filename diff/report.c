/* SPDX-License-Identifier: MIT */
#include "report.h"
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

fg_status report_write(struct fg_out *out, const struct diff *diff,
		       const struct report_options *options,
		       struct fg_diag *diag)
{
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	bool json = options->rows.format == TABLE_JSON;
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
	if (status == FG_OK && (options->table || json))
		write_table(out, &judge, &functions, options);
	if (status == FG_OK && options->table && options->check && !json)
		fg_out_char(out, '\n');
	if (status == FG_OK && options->check && !json)
		check_write(out, options->check, &judge,
			    unit_find(options->rows.unit ? options->rows.unit
							 : summary_unit(diff)));
	judge_free(&judge);
	tally_free(&functions);
	return status;
}
