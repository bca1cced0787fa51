/* SPDX-License-Identifier: MIT */
#include "check_report.h"

#include "fg/escape.h"
#include "fg/text.h"

static fg_str name_of(const struct judge *judge, const struct breach *breach)
{
	if (breach->function == UINT32_MAX)
		return (fg_str){ "", 0 };
	return fg_frames_name(fg_stacks_names(judge->diff->stacks),
			      breach->function);
}

/* ---- Markdown ---- */

static void write_cells(struct fg_out *out, const struct judge *judge,
			enum unit unit, const struct change *change)
{
	static const enum cell shown[] = { CELL_BEFORE,	  CELL_AFTER,
					   CELL_RELATIVE, CELL_INTERVAL,
					   CELL_POINTS,	  CELL_Z };
	struct cells cells;

	cells_fill(&cells, judge, change, unit);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
		fg_out_printf(out, " %s |", cells.text[shown[i]]);
}

static void write_row(struct fg_out *out, const struct judge *judge,
		      enum unit unit, const char *what,
		      const struct outcome *outcome,
		      const struct breach *breach)
{
	fg_out_printf(out, "| %s | ", what);
	fg_escape_markdown(out, fg_from_c(outcome->rule.text));
	fg_out_puts(out, FG_STR(" | "));
	fg_escape_markdown(out, name_of(judge, breach));
	if (breach->ignore) {
		fg_out_puts(out, FG_STR(" ("));
		fg_escape_markdown(out, fg_from_c(breach->ignore->text));
		fg_out_char(out, ')');
	}
	fg_out_puts(out, FG_STR(" |"));
	write_cells(out, judge, unit, &breach->change);
	fg_out_char(out, '\n');
}

static void write_kept(struct fg_out *out, const struct judge *judge,
		       enum unit unit, const struct outcome *outcome)
{
	struct breach none = { .function = UINT32_MAX,
			       .change = outcome->change };

	if (outcome->rule.all || outcome->rule.regex) {
		write_row(out, judge, unit, "kept", outcome, &none);
		return;
	}
	fg_out_puts(out, FG_STR("| kept | "));
	fg_escape_markdown(out, fg_from_c(outcome->rule.text));
	fg_out_puts(out, FG_STR(" | | | | | | | |\n"));
}

/* As many rows a rule are for people; JSON has all. */
enum { ROWS = 10 };

static void write_rows(struct fg_out *out, const struct judge *judge,
		       enum unit unit, const struct outcome *outcome)
{
	for (size_t i = 0; i < outcome->count && i < ROWS; i++)
		write_row(out, judge, unit, "**broken**", outcome,
			  &outcome->breaches[i]);
	if (outcome->count > ROWS) {
		fg_out_puts(out, FG_STR("| **broken** | "));
		fg_escape_markdown(out, fg_from_c(outcome->rule.text));
		fg_out_printf(out, " | %zu more | | | | | | |\n",
			      outcome->count - ROWS);
	}
	if (outcome->count == 0)
		write_kept(out, judge, unit, outcome);
	for (size_t i = 0; i < outcome->ignored_count && i < ROWS; i++)
		write_row(out, judge, unit, "ignored", outcome,
			  &outcome->ignored[i]);
}

void check_write_markdown(struct fg_out *out, const struct check *check,
			  const struct judge *judge, enum unit unit)
{
	fg_out_printf(out, "### Gate: %zu of %zu rules broken\n\n",
		      check->broken, check->count);
	fg_out_puts(out, FG_STR("| | rule | function | before | after | change "
				"| 95 % | points | z |\n"
				"|---|---|---|--:|--:|--:|--:|--:|--:|\n"));
	for (size_t i = 0; i < check->count; i++)
		write_rows(out, judge, unit, &check->outcomes[i]);
}

/* ---- JUnit ---- */

static void write_line(struct fg_out *out, const struct judge *judge,
		       enum unit unit, const struct breach *breach)
{
	struct fg_out *text = fg_out_memory();

	fg_escape_xml(out, name_of(judge, breach));
	if (breach->function != UINT32_MAX)
		fg_out_char(out, ' ');
	check_write_change(text, judge, unit, &breach->change);
	fg_escape_xml(out, (fg_str){ text->buffer, text->used });
	fg_out_free(text);
	if (breach->ignore) {
		fg_out_puts(out, FG_STR(", "));
		fg_escape_xml(out, fg_from_c(breach->ignore->text));
	}
}

static void write_lines(struct fg_out *out, const struct judge *judge,
			enum unit unit, const struct breach *breaches,
			size_t count)
{
	for (size_t i = 0; i < count; i++) {
		write_line(out, judge, unit, &breaches[i]);
		fg_out_char(out, '\n');
	}
}

static void write_case(struct fg_out *out, const struct judge *judge,
		       enum unit unit, const struct outcome *outcome)
{
	fg_out_puts(out, FG_STR("<testcase classname=\"fg-diff\" name=\""));
	fg_escape_xml(out, fg_from_c(outcome->rule.text));
	fg_out_puts(out, FG_STR("\">\n"));
	if (outcome->count > 0) {
		const struct breach *first = &outcome->breaches[0];

		fg_out_puts(out, FG_STR("<failure type=\"regression\" "
					"message=\""));
		write_line(out, judge, unit, first);
		fg_out_puts(out, FG_STR("\">"));
		write_lines(out, judge, unit, first, outcome->count);
		fg_out_puts(out, FG_STR("</failure>\n"));
	}
	if (outcome->ignored_count > 0) {
		fg_out_puts(out, FG_STR("<system-out>ignored:\n"));
		write_lines(out, judge, unit, outcome->ignored,
			    outcome->ignored_count);
		fg_out_puts(out, FG_STR("</system-out>\n"));
	}
	fg_out_puts(out, FG_STR("</testcase>\n"));
}

void check_write_junit(struct fg_out *out, const struct check *check,
		       const struct judge *judge, enum unit unit)
{
	fg_out_printf(out,
		      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		      "<testsuites name=\"fg-diff\" tests=\"%zu\" "
		      "failures=\"%zu\">\n"
		      "<testsuite name=\"fg-diff\" tests=\"%zu\" "
		      "failures=\"%zu\" errors=\"0\" skipped=\"0\">\n",
		      check->count, check->broken, check->count, check->broken);
	for (size_t i = 0; i < check->count; i++)
		write_case(out, judge, unit, &check->outcomes[i]);
	fg_out_puts(out, FG_STR("</testsuite>\n</testsuites>\n"));
}
