/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "plan.h"

static fg_wide size_of(const struct change *change)
{
	fg_swide delta = change_delta(change);

	return (fg_wide)(delta < 0 ? -delta : delta);
}

/* A row and what it is sorted by: qsort has no way to pass the names. */
struct key {
	bool is_noise;
	double evidence; /* 0 where the order is another */
	fg_wide size; /* 0 where the order is another */
	fg_str name;
	struct row row;
};

static int compare(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	if (x->is_noise != y->is_noise)
		return x->is_noise ? 1 : -1;
	if (x->evidence != y->evidence)
		return x->evidence > y->evidence ? -1 : 1;
	if (x->size != y->size)
		return x->size > y->size ? -1 : 1;
	return fg_compare(x->name, y->name);
}

static struct key key_of(const struct table *table, fg_frame function,
			 const struct change *change)
{
	const struct judge *judge = table->judge;
	enum table_order order = table->options->order;
	double z = fabs(change_z(change));
	struct key key = {
		.is_noise = change_verdict(judge, change) == VERDICT_NOISE,
		.name = fg_frames_name(fg_stacks_names(judge->diff->stacks),
				       function),
		.row = { function, *change },
	};

	if (order == TABLE_BY_EVIDENCE && !isnan(z))
		key.evidence = z;
	if (order != TABLE_BY_NAME)
		key.size = size_of(change);
	return key;
}

static void fill(struct section *section, const struct table *table,
		 const struct tally *functions, enum measure measure)
{
	const struct judge *judge = table->judge;
	struct key *keys = fg_malloc(functions->count * sizeof *keys);
	size_t n = 0;

	for (size_t i = 0; i < functions->count; i++) {
		struct change c = change_of_item(judge, functions, measure, i);

		if (c.units[BEFORE] == 0 && c.units[AFTER] == 0)
			continue;
		if (size_of(&c) == 0)
			section->same++;
		else if (!diff_reaches(judge->diff, table->options->min_delta,
				       c.units[BEFORE], c.units[AFTER]))
			section->more++;
		else
			keys[n++] = key_of(table, (fg_frame)i, &c);
	}
	qsort(keys, n, sizeof *keys, compare);
	section->count = n < table->options->top ? n : table->options->top;
	section->more += n - section->count;
	section->rows = fg_malloc(section->count * sizeof *section->rows);
	for (size_t i = 0; i < section->count; i++)
		section->rows[i] = keys[i].row;
	free(keys);
}

void table_make(struct table *table, const struct judge *judge,
		const struct tally *functions,
		const struct table_options *options)
{
	*table = (struct table){ .judge = judge, .options = options };
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!options->leave[m])
			fill(&table->sections[m], table, functions,
			     (enum measure)m);
	}
}

void table_write(struct fg_out *out, const struct table *table)
{
	static void (*const writers[])(struct fg_out *,
				       const struct table *) = {
		[TABLE_TEXT] = table_write_text,
		[TABLE_MARKDOWN] = table_write_markdown,
		[TABLE_CSV] = table_write_csv,
		[TABLE_JSON] = table_write_json,
		[TABLE_JUNIT] = NULL, /* no table is written for these */
		[TABLE_SARIF] = NULL,
		[TABLE_NONE] = NULL,
	};

	writers[table->options->format](out, table);
}

void table_free(struct table *table)
{
	for (unsigned m = 0; m < MEASURES; m++)
		free(table->sections[m].rows);
	*table = (struct table){ 0 };
}

/* The row on top: what changed most. */
static const struct row *first_row(const struct table *table)
{
	for (unsigned m = 0; m < MEASURES; m++) {
		if (table->sections[m].count > 0)
			return &table->sections[m].rows[0];
	}
	return NULL;
}

void table_write_found(struct fg_out *out, const struct table *table,
		       void (*put_name)(struct fg_out *, fg_str))
{
	const struct judge *judge = table->judge;
	struct change all = change_of_all(judge);
	const struct row *row = first_row(table);
	double of_all = plan_detectable(judge, &all), of_row = INFINITY;

	if (row)
		of_row = plan_detectable(judge, &row->change);
	if (!judge_has_spread(judge) || (isinf(of_all) && isinf(of_row)))
		return;
	plan_write_runs(out, judge);
	fg_out_puts(out, FG_STR(" find"));
	if (isfinite(of_all))
		fg_out_printf(out, " %+.1f %% of all%s", 100 * of_all,
			      isfinite(of_row) ? "," : "");
	if (isfinite(of_row)) {
		fg_out_printf(out, " %+.1f %% of ", 100 * of_row);
		put_name(out,
			 fg_frames_name(fg_stacks_names(judge->diff->stacks),
					row->function));
	}
	fg_out_puts(out, FG_STR(" in 9 of 10 cases\n"));
}

const char *measure_name(enum measure measure)
{
	return measure == SELF ? "self" : "total";
}
