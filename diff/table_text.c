/* SPDX-License-Identifier: MIT */
/*
 * The table for people: aligned text, and Markdown for a pull request.
 *
 *	before 1,500 samples, after 1,520: +20 (+1.3 %)
 *
 *	Self, by change
 *	before  after  delta    change  points     z  verdict  function
 *	   120    210    +90   +75.0 %   +5.82  +5.0  grew     parse_number
 */
#include <stdio.h>
#include <string.h>

#include "fg/escape.h"
#include "fg/text.h"
#include "table.h"
#include "table_cells.h"

static const char *const headings[CELL_COUNT] = {
	[CELL_BEFORE] = "before", [CELL_AFTER] = "after",
	[CELL_DELTA] = "delta",	  [CELL_RELATIVE] = "change",
	[CELL_INTERVAL] = "95 %", [CELL_POINTS] = "points",
	[CELL_Z] = "z",		  [CELL_VERDICT] = "verdict",
};

static const char *const titles[MEASURES] = {
	[SELF] = "Self",
	[TOTAL] = "Total (self and callees)",
};

static const char *const orders[] = {
	[TABLE_BY_SIZE] = "by change",
	[TABLE_BY_EVIDENCE] = "by evidence",
	[TABLE_BY_NAME] = "by name",
};

static enum unit unit_of(const struct table *table)
{
	return unit_find(table->options->unit);
}

static void write_sums(struct fg_out *out, const struct table *table)
{
	struct change all = change_of_all(table->judge);
	const char *unit = table->options->unit;
	struct cells cells;

	cells_fill(&cells, table->judge, &all, unit_of(table));
	fg_out_printf(out, "before %s", cells.text[CELL_BEFORE]);
	if (!unit && table->judge->sample == 1)
		unit = "samples";
	if (table->options->tail) {
		fg_out_shown(out, fg_from_c(table->options->tail));
	} else if (unit && unit_of(table) == UNIT_PLAIN) {
		fg_out_char(out, ' ');
		fg_out_shown(out, fg_from_c(unit));
	}
	fg_out_printf(out, ", after %s: %s (%s)", cells.text[CELL_AFTER],
		      cells.text[CELL_DELTA], cells.text[CELL_RELATIVE]);
	if (table->judge->diff->normalize != FG_NORMALIZE_NONE)
		fg_out_printf(out, ", normalized: %s",
			      fg_normalize_name(table->judge->diff->normalize));
	fg_out_char(out, '\n');
}

static void write_rest(struct fg_out *out, const struct section *section)
{
	if (section->more)
		fg_out_printf(out, "%zu more changed\n", section->more);
	if (section->same)
		fg_out_printf(out, "%zu did not change\n", section->same);
}

static void measure_widths(const struct table *table,
			   const struct section *section,
			   int widths[CELL_COUNT])
{
	for (size_t c = 0; c < CELL_COUNT; c++)
		widths[c] = (int)strlen(headings[c]);
	for (size_t i = 0; i < section->count; i++) {
		struct cells cells;

		cells_fill(&cells, table->judge, &section->rows[i].change,
			   unit_of(table));
		for (size_t c = 0; c < CELL_COUNT; c++) {
			int n = (int)strlen(cells.text[c]);

			if (n > widths[c])
				widths[c] = n;
		}
	}
}

/* The terminal's colours; the signs and the verdict say the same. */
static const char *colour_of(const struct table *table,
			     const struct change *change)
{
	if (!table->options->colour)
		return NULL;
	switch (change_verdict(table->judge, change)) {
	case VERDICT_GREW:
	case VERDICT_NEW:
		return "\033[31m";
	case VERDICT_SHRANK:
	case VERDICT_GONE:
		return "\033[34m";
	case VERDICT_SAME:
	case VERDICT_NOISE:
		return "\033[2m";
	case VERDICT_MAYBE_GREW:
	case VERDICT_MAYBE_SHRANK:
		break;
	}
	return NULL;
}

static void write_row(struct fg_out *out, const struct table *table,
		      const struct row *row, const int widths[CELL_COUNT])
{
	const struct diff *diff = table->judge->diff;
	const char *colour = colour_of(table, &row->change);
	struct cells cells;

	cells_fill(&cells, table->judge, &row->change, unit_of(table));
	if (colour)
		fg_out_printf(out, "%s", colour);
	for (size_t c = 0; c < CELL_VERDICT; c++)
		fg_out_printf(out, "%*s  ", widths[c], cells.text[c]);
	fg_out_printf(out, "%-*s  ", widths[CELL_VERDICT],
		      cells.text[CELL_VERDICT]);
	fg_out_shown(out, fg_frames_name(fg_stacks_names(diff->stacks),
					 row->function));
	fg_out_printf(out, "%s\n", colour ? "\033[0m" : "");
}

void table_write_text(struct fg_out *out, const struct table *table)
{
	write_sums(out, table);
	table_write_found(out, table, fg_out_shown);
	for (unsigned m = 0; m < MEASURES; m++) {
		const struct section *section = &table->sections[m];
		int widths[CELL_COUNT];

		if (table->options->leave[m])
			continue;
		measure_widths(table, section, widths);
		fg_out_printf(out, "\n%s, %s\n", titles[m],
			      orders[table->options->order]);
		for (size_t c = 0; c < CELL_VERDICT; c++)
			fg_out_printf(out, "%*s  ", widths[c], headings[c]);
		fg_out_printf(out, "%-*s  function\n", widths[CELL_VERDICT],
			      headings[CELL_VERDICT]);
		for (size_t i = 0; i < section->count; i++)
			write_row(out, table, &section->rows[i], widths);
		write_rest(out, section);
	}
}

void table_write_markdown(struct fg_out *out, const struct table *table)
{
	const struct diff *diff = table->judge->diff;

	write_sums(out, table);
	table_write_found(out, table, fg_escape_markdown);
	for (unsigned m = 0; m < MEASURES; m++) {
		const struct section *section = &table->sections[m];

		if (table->options->leave[m])
			continue;
		fg_out_printf(out, "\n### %s, %s\n\n|", titles[m],
			      orders[table->options->order]);
		for (size_t c = 0; c < CELL_COUNT; c++)
			fg_out_printf(out, " %s |", headings[c]);
		fg_out_puts(out, FG_STR(" function |\n"
					"|--:|--:|--:|--:|--:|--:|--:|---|---|"
					"\n"));
		for (size_t i = 0; i < section->count; i++) {
			const struct row *row = &section->rows[i];
			struct cells cells;

			cells_fill(&cells, table->judge, &row->change,
				   unit_of(table));
			fg_out_char(out, '|');
			for (size_t c = 0; c < CELL_COUNT; c++)
				fg_out_printf(out, " %s |", cells.text[c]);
			fg_out_char(out, ' ');
			fg_escape_markdown(
				out,
				fg_frames_name(fg_stacks_names(diff->stacks),
					       row->function));
			fg_out_puts(out, FG_STR(" |\n"));
		}
		if (section->more || section->same)
			fg_out_char(out, '\n');
		write_rest(out, section);
	}
}
