/* SPDX-License-Identifier: MIT */
#include "perf_report_table.h"

#include <stdlib.h>

#include "fg/text.h"
#include "fg/weight.h"

#include "input/scan.h"

bool perf_report_percent(fg_str *text, uint64_t *value)
{
	struct fg_weight weight;
	fg_str rest = *text;
	size_t n = fg_find_char(rest, '%');

	if (n == rest.n ||
	    !fg_weight_parse(fg_slice(rest, 0, n), &weight, NULL) ||
	    weight.scale > PERF_REPORT_SCALE || weight.units > UINT32_MAX)
		return false;
	*value = weight.units * fg_pow10(PERF_REPORT_SCALE - weight.scale);
	*text = scan_from(rest, n + 1);
	return true;
}

bool perf_report_is_title(fg_str line)
{
	fg_str rest = line;

	if (!scan_text(&rest, FG_STR("#")) || scan_blanks(&rest) == 0)
		return false;
	return (fg_starts_with(rest, FG_STR("Overhead ")) ||
		fg_starts_with(rest, FG_STR("Children "))) &&
	       fg_contains(rest, FG_STR("  "));
}

uint64_t perf_report_count(fg_str text, bool *about)
{
	static const char units[] = "KMG";
	uint64_t value = 0;
	const char *unit;

	if (!scan_u64(&text, &value) || text.n == 0)
		return value;
	unit = memchr(units, *text.p, 3);
	*about |= unit != NULL;
	for (ptrdiff_t i = unit ? unit - units : -1; i >= 0; i--)
		value *= 1000;
	return value;
}

/* The weight of a line of a chain: "--96--main", "96 main;f", "96". */
static enum perf_report_unit weight_of(fg_str line, uint64_t *weight)
{
	bool is_folded = line.n > 0 && !fg_is_blank(*line.p);
	fg_str rest = line;

	while (rest.n > 0 && (fg_is_blank(*rest.p) || *rest.p == '|'))
		rest = scan_from(rest, 1);
	if (!scan_text(&rest, FG_STR("--")) && !is_folded &&
	    fg_find_char(line, '|') < line.n)
		return UNIT_NONE;
	if (!scan_u64(&rest, weight))
		return UNIT_NONE;
	if (fg_starts_with(rest, FG_STR(".")))
		return UNIT_PERCENT;
	return rest.n == 0 || fg_starts_with(rest, FG_STR("--")) || is_folded
		       ? UNIT_SAMPLES
		       : UNIT_NONE;
}

enum perf_report_unit perf_report_find_unit(fg_str head)
{
	uint64_t samples = 0, largest = 0;
	bool about = false, counts = false;
	fg_str line;

	while (scan_line(&head, &line)) {
		uint64_t weight = 0;
		fg_str rest = line, entry = line;

		if (scan_text(&rest, FG_STR("# Samples: ")) && samples == 0)
			samples = perf_report_count(rest, &about);
		if (fg_starts_with(line, FG_STR("#")) || line.n == 0 ||
		    (scan_blanks(&entry) > 0 &&
		     perf_report_percent(&entry, &weight) && entry.n > 0))
			continue;
		switch (weight_of(line, &weight)) {
		case UNIT_PERCENT:
			return UNIT_PERCENT;
		case UNIT_SAMPLES:
			counts = true;
			largest = weight > largest ? weight : largest;
			break;
		default:
			break;
		}
	}
	if (!counts)
		return UNIT_PERCENT;
	return largest > samples * 2 + 10 ? UNIT_PERIOD : UNIT_SAMPLES;
}

/* The byte at which the character of that number begins. */
static size_t byte_of(fg_str line, size_t character)
{
	size_t i = 0;

	for (; i < line.n; i++) {
		bool starts = ((unsigned char)line.p[i] & 0xc0) != 0x80;

		if (starts && character-- == 0)
			break;
	}
	return i;
}

static enum perf_report_column_role role_of(fg_str title)
{
	static const struct {
		const char *title;
		enum perf_report_column_role role;
	} roles[] = {
		{ "Overhead", COLUMN_OVERHEAD },
		{ "Children", COLUMN_CHILDREN },
		{ "Self", COLUMN_OVERHEAD },
		{ "Samples", COLUMN_SAMPLES },
		{ "Period", COLUMN_PERIOD },
		{ "Command", COLUMN_COMMAND },
		{ "Symbol", COLUMN_SYMBOL },
	};

	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		if (fg_equal(title, fg_from_c(roles[i].title)))
			return roles[i].role;
	}
	return COLUMN_OTHER;
}

static void add_column(struct perf_report_table *table, size_t start,
		       size_t end)
{
	fg_str titles = fg_buffer_text(&table->title);
	struct perf_report_column *column = &table->columns[table->count++];

	if (end > titles.n)
		end = titles.n;
	if (start > end)
		start = end;
	column->start = start;
	column->role = role_of(fg_trim(fg_slice(titles, start, end)));
	table->has_children |= column->role == COLUMN_CHILDREN;
	table->has_command |= column->role == COLUMN_COMMAND;
	table->has_symbol |= column->role == COLUMN_SYMBOL;
}

void perf_report_table_dots(struct perf_report_table *table, fg_str dots)
{
	table->count = 0;
	table->has_children = table->has_command = table->has_symbol = false;
	for (size_t i = 1; i < dots.n && table->count < PERF_REPORT_COLUMNS_MAX;
	     i++) {
		size_t end = i;

		if (dots.p[i] != '.' || dots.p[i - 1] == '.')
			continue;
		while (end < dots.n && dots.p[end] == '.')
			end++;
		add_column(table, i, end);
	}
}

void perf_report_table_title(struct perf_report_table *table, fg_str line)
{
	table->title.n = 0;
	fg_buffer_append(&table->title, line);
}

fg_str perf_report_table_cell(const struct perf_report_table *table, size_t i,
			      fg_str line)
{
	size_t start = i == 0 ? 0 : byte_of(line, table->columns[i].start);
	size_t end = i + 1 < table->count
			     ? byte_of(line, table->columns[i + 1].start)
			     : line.n;

	return fg_trim(fg_slice(line, start, end));
}

void perf_report_table_free(struct perf_report_table *table)
{
	free(table->title.p);
}
