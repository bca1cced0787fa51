/* SPDX-License-Identifier: MIT */
/*
 * The table for programs: CSV with one line a function and measure, and JSON
 * with the sums, the method and the outcome of the check besides.
 */
#include <math.h>
#include <string.h>

#include "fg/escape.h"
#include "fg/text.h"
#include "plan.h"
#include "table.h"

static void write_delta(struct fg_out *out, const struct change *change,
			unsigned scale)
{
	fg_swide delta = change_delta(change);

	if (delta < 0)
		fg_out_char(out, '-');
	fg_out_number(out, (fg_wide)(delta < 0 ? -delta : delta), scale);
}

/* Nothing in CSV, and null in JSON, for what is not a number. */
static void write_real(struct fg_out *out, double value, int decimals,
		       const char *none)
{
	if (isfinite(value))
		fg_out_printf(out, "%.*f", decimals, value);
	else
		fg_out_printf(out, "%s", none);
}

static void write_csv_row(struct fg_out *out, const struct table *table,
			  enum measure measure, const struct row *row)
{
	const struct fg_stacks *stacks = table->judge->diff->stacks;
	const struct change *c = &row->change;
	unsigned scale = fg_stacks_scale(stacks);

	fg_out_printf(out, "%s,", measure_name(measure));
	fg_escape_csv(out,
		      fg_frames_name(fg_stacks_names(stacks), row->function));
	fg_out_char(out, ',');
	fg_out_number(out, c->units[BEFORE], scale);
	fg_out_char(out, ',');
	fg_out_number(out, c->units[AFTER], scale);
	fg_out_char(out, ',');
	write_delta(out, c, scale);
	fg_out_printf(out, ",%.4f,%.4f,%.4f,", c->share[BEFORE],
		      c->share[AFTER], change_points(c));
	write_real(out, change_relative(c), 2, "");
	fg_out_char(out, ',');
	write_real(out, change_low(c), 2, "");
	fg_out_char(out, ',');
	write_real(out, change_high(c), 2, "");
	fg_out_char(out, ',');
	write_real(out, change_z(c), 2, "");
	fg_out_printf(out, ",%s\n",
		      verdict_name(change_verdict(table->judge, c)));
}

void table_write_csv(struct fg_out *out, const struct table *table)
{
	fg_out_puts(out, FG_STR("measure,function,before,after,delta,"
				"before_percent,after_percent,points,"
				"change_percent,low_percent,high_percent,z,"
				"verdict\n"));
	for (unsigned m = 0; m < MEASURES; m++) {
		for (size_t i = 0; i < table->sections[m].count; i++)
			write_csv_row(out, table, (enum measure)m,
				      &table->sections[m].rows[i]);
	}
}

/* The members of an object that tell a change. */
static void write_change(struct fg_out *out, const struct judge *judge,
			 const struct change *c)
{
	unsigned scale = fg_stacks_scale(judge->diff->stacks);

	fg_out_puts(out, FG_STR("\"before\":"));
	fg_out_number(out, c->units[BEFORE], scale);
	fg_out_puts(out, FG_STR(",\"after\":"));
	fg_out_number(out, c->units[AFTER], scale);
	fg_out_puts(out, FG_STR(",\"delta\":"));
	write_delta(out, c, scale);
	fg_out_printf(out,
		      ",\"before_percent\":%.4f,\"after_percent\":%.4f,"
		      "\"points\":%.4f,\"change_percent\":",
		      c->share[BEFORE], c->share[AFTER], change_points(c));
	write_real(out, change_relative(c), 2, "null");
	fg_out_puts(out, FG_STR(",\"low_percent\":"));
	write_real(out, change_low(c), 2, "null");
	fg_out_puts(out, FG_STR(",\"high_percent\":"));
	write_real(out, change_high(c), 2, "null");
	fg_out_puts(out, FG_STR(",\"z\":"));
	write_real(out, change_z(c), 2, "null");
	fg_out_puts(out, FG_STR(",\"detectable_percent\":"));
	write_real(out, 100 * plan_detectable(judge, c), 2, "null");
	fg_out_printf(out, ",\"verdict\":\"%s\"",
		      verdict_name(change_verdict(judge, c)));
}

static void write_sums(struct fg_out *out, const struct table *table)
{
	const struct diff *diff = table->judge->diff;
	unsigned scale = fg_stacks_scale(diff->stacks);
	struct change all = change_of_all(table->judge);
	const char *unit = table->options->unit;

	fg_out_puts(out, FG_STR("{\"unit\":"));
	if (!unit && table->judge->sample == 1)
		unit = "samples";
	if (unit)
		fg_escape_json(out, fg_from_c(unit));
	else
		fg_out_puts(out, FG_STR("null"));
	fg_out_printf(out, ",\"normalize\":\"%s\",\"before_as_read\":",
		      fg_normalize_name(diff->normalize));
	fg_out_number(out, diff->total[BEFORE], scale);
	fg_out_puts(out, FG_STR(",\"after_as_read\":"));
	fg_out_number(out, diff->total[AFTER], scale);
	fg_out_puts(out, FG_STR(",\"all\":{"));
	write_change(out, table->judge, &all);
	fg_out_char(out, '}');
}

static void write_section(struct fg_out *out, const struct table *table,
			  enum measure measure)
{
	const struct section *section = &table->sections[measure];
	const struct fg_frames *names =
		fg_stacks_names(table->judge->diff->stacks);

	fg_out_printf(out, ",\n\"%s\":{\"more\":%zu,\"same\":%zu,\"rows\":[",
		      measure_name(measure), section->more, section->same);
	for (size_t i = 0; i < section->count; i++) {
		const struct row *row = &section->rows[i];

		fg_out_puts(out, i ? FG_STR(",\n{\"function\":")
				   : FG_STR("\n{\"function\":"));
		fg_escape_json(out, fg_frames_name(names, row->function));
		fg_out_char(out, ',');
		write_change(out, table->judge, &row->change);
		fg_out_char(out, '}');
	}
	fg_out_puts(out, FG_STR("]}"));
}

static void write_breaches(struct fg_out *out, const struct table *table,
			   const struct breach *breaches, size_t count)
{
	const struct fg_frames *names =
		fg_stacks_names(table->judge->diff->stacks);

	for (size_t i = 0; i < count; i++) {
		const struct breach *breach = &breaches[i];

		fg_out_puts(out, i ? FG_STR(",\n{\"function\":")
				   : FG_STR("\n{\"function\":"));
		if (breach->function == UINT32_MAX)
			fg_out_puts(out, FG_STR("null"));
		else
			fg_escape_json(out,
				       fg_frames_name(names, breach->function));
		fg_out_char(out, ',');
		write_change(out, table->judge, &breach->change);
		if (breach->ignore) {
			fg_out_puts(out, FG_STR(",\"why\":"));
			fg_escape_json(out, fg_from_c(breach->ignore->text));
		}
		fg_out_char(out, '}');
	}
	fg_out_char(out, ']');
}

static void write_outcome(struct fg_out *out, const struct table *table,
			  const struct outcome *outcome)
{
	fg_out_puts(out, FG_STR("{\"rule\":"));
	fg_escape_json(out, fg_from_c(outcome->rule.text));
	fg_out_printf(out, ",\"broken\":%s,\"not_significant\":%zu,\"by\":[",
		      outcome->count ? "true" : "false", outcome->noise);
	write_breaches(out, table, outcome->breaches, outcome->count);
	fg_out_puts(out, FG_STR(",\"ignored\":["));
	write_breaches(out, table, outcome->ignored, outcome->ignored_count);
	fg_out_char(out, '}');
}

void table_write_json(struct fg_out *out, const struct table *table)
{
	const struct check *check = table->options->check;

	write_sums(out, table);
	for (unsigned m = 0; m < MEASURES; m++) {
		if (!table->options->leave[m])
			write_section(out, table, (enum measure)m);
	}
	if (check) {
		fg_out_puts(out, FG_STR(",\n\"check\":["));
		for (size_t i = 0; i < check->count; i++) {
			if (i > 0)
				fg_out_puts(out, FG_STR(",\n"));
			write_outcome(out, table, &check->outcomes[i]);
		}
		fg_out_char(out, ']');
	}
	fg_out_puts(out, FG_STR("}\n"));
}
