/* SPDX-License-Identifier: MIT */
#include "report.h"

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
		rows.unit = diff_unit(judge->diff);
		if (diff_amounts(judge->diff, &amounts))
			rows.tail = amounts.tail;
	}
	if (!options->table)
		rows.leave[SELF] = rows.leave[TOTAL] = true;
	table_make(&table, judge, functions, &rows);
	table_write(out, &table);
	table_free(&table);
	fg_amounts_free(&amounts);
}

void report_write(struct fg_out *out, const struct diff *diff,
		  const struct report_options *options, struct fg_diag *diag)
{
	size_t names = fg_frames_count(fg_stacks_names(diff->stacks));
	bool json = options->rows.format == TABLE_JSON;
	struct tally functions;
	struct judge judge;

	judge_init(&judge, diff, options->rows.unit, diag);
	judge.significance = options->significance;
	tally_fill(&functions, diff, NULL, names);
	if (options->check)
		check_run(options->check, &judge, &functions, diag);
	if (options->table || json)
		write_table(out, &judge, &functions, options);
	if (options->table && options->check && !json)
		fg_out_char(out, '\n');
	if (options->check && !json)
		check_write(out, options->check, &judge,
			    unit_find(options->rows.unit ? options->rows.unit
							 : diff_unit(diff)));
	tally_free(&functions);
}
