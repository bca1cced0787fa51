/* SPDX-License-Identifier: MIT */
#include "csv.h"

#include <stdlib.h>

#include "fg/text.h"
#include "scan.h"

/* Takes a cell in quotes and the text after it, up to the separator. */
static void take_quoted(struct csv *row, fg_str *rest)
{
	*rest = scan_from(*rest, 1);
	while (rest->n > 0) {
		size_t end = fg_find_char(*rest, '"');

		fg_buffer_append(&row->text, fg_slice(*rest, 0, end));
		*rest = scan_from(*rest, end);
		if (!fg_starts_with(*rest, FG_STR("\"\"")))
			break;
		fg_buffer_append(&row->text, FG_STR("\""));
		*rest = scan_from(*rest, 2);
	}
	scan_text(rest, FG_STR("\""));
	fg_buffer_append(&row->text, fg_cut(rest, row->separator));
}

static void take_cell(struct csv *row, fg_str *rest)
{
	struct csv_cell cell = { .at = row->text.n };
	size_t blanks = 0;

	while (blanks < rest->n && rest->p[blanks] == ' ')
		blanks++;
	if (blanks < rest->n && rest->p[blanks] == '"') {
		fg_buffer_append(&row->text, fg_slice(*rest, 0, blanks));
		*rest = scan_from(*rest, blanks);
		take_quoted(row, rest);
	} else {
		fg_buffer_append(&row->text, fg_cut(rest, row->separator));
	}
	cell.n = row->text.n - cell.at;
	FG_RESERVE(&row->cells, &row->room, row->count + 1);
	row->cells[row->count++] = cell;
}

void csv_split(struct csv *row, fg_str line)
{
	row->count = 0;
	row->text.n = 0;
	do
		take_cell(row, &line);
	while (line.p);
}

fg_str csv_cell(const struct csv *row, size_t i)
{
	if (i >= row->count || row->cells[i].n == 0)
		return FG_STR("");
	return (fg_str){ row->text.p + row->cells[i].at, row->cells[i].n };
}

size_t csv_find(const struct csv *row, fg_str text)
{
	size_t i = 0;

	while (i < row->count && !fg_equal(fg_trim(csv_cell(row, i)), text))
		i++;
	return i;
}

void csv_free(struct csv *row)
{
	free(row->cells);
	free(row->text.p);
}

fg_status csv_read(struct csv *row, struct fg_lines *in,
		   const struct csv_table *table, void *ctx)
{
	fg_status status = FG_OK;
	bool in_rows = false;
	fg_str line;

	while (status == FG_OK && fg_lines_next(in, &line)) {
		if (in_rows && fg_trim(line).n > 0) {
			csv_split(row, line);
			table->row(ctx);
		} else if (table->is_header(line, &row->separator)) {
			csv_split(row, line);
			status = table->header(ctx);
			in_rows = true;
		}
	}
	return status == FG_OK ? fg_lines_status(in) : status;
}

/* Takes three digits, appending them to the number. */
static bool take_group(fg_str *rest, uint64_t *value)
{
	uint64_t group;

	if (rest->n < 3 || !fg_parse_u64(fg_slice(*rest, 0, 3), &group) ||
	    *value > UINT64_MAX / 1000 - 1)
		return false;
	*value = *value * 1000 + group;
	*rest = scan_from(*rest, 3);
	return true;
}

/* Takes a separator of thousands, in UTF-8 or in Latin-1. */
static fg_str find_separator(fg_str rest)
{
	static const char *const separators[] = {
		",",
		".",
		" ",
		"'",
		"\302\240",
		"\342\200\257",
		"\342\200\231",
		"\240",
	};

	for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
		if (fg_starts_with(rest, fg_from_c(separators[i])))
			return fg_from_c(separators[i]);
	}
	return FG_STR("");
}

bool csv_parse_count(fg_str text, uint64_t *value)
{
	fg_str rest = fg_trim(text), separator;
	size_t before = rest.n;

	if (!scan_u64(&rest, value))
		return false;
	if (rest.n == 0)
		return true;
	separator = find_separator(rest);
	if (before - rest.n > 3 || separator.n == 0)
		return false;
	while (rest.n > 0) {
		if (!scan_text(&rest, separator))
			return false;
		if (!take_group(&rest, value))
			return false;
	}
	return true;
}
