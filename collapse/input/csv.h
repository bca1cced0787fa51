/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_CSV_H
#define COLLAPSE_CSV_H

#include "fg/alloc.h"
#include "fg/lines.h"

/*
 * Lines of cells with commas, tabs or similar separators. A cell may be in
 * double quotes, where two quotes stand for one.
 *
 *	struct csv row = { .separator = ',' };
 *	csv_split(&row, line);
 *	name = csv_cell(&row, 1);
 *	csv_free(&row);
 *
 * Reuse it for every line; the cells are valid until the next split.
 */
struct csv {
	char separator;
	size_t count;
	struct csv_cell {
		size_t at, n; /* in `text` */
	} * cells;
	size_t room;
	struct fg_buffer text;
};

/* Splits a line into copies of its cells, without quotes. O(line.n). */
void csv_split(struct csv *row, fg_str line);

/* Cell number `i`, from 0; empty when there is none. */
fg_str csv_cell(const struct csv *row, size_t i);

/* The index of the cell that is `text`, or row->count. */
size_t csv_find(const struct csv *row, fg_str text);

void csv_free(struct csv *row);

/*
 * A file in which one line names the columns, and every line after it that is
 * not blank is a row.
 */
struct csv_table {
	/* Whether the line names the columns; sets the separator. */
	bool (*is_header)(fg_str line, char *separator);

	/* Called after a line was split. */
	fg_status (*header)(void *ctx);
	void (*row)(void *ctx);
};

/* Reads all of `in` through `row`; stops when the header fails. */
FG_MUST_USE fg_status csv_read(struct csv *row, struct fg_lines *in,
			       const struct csv_table *table, void *ctx);

/*
 * A number in the formats of locales: "8735", "8,735", "1.234.567", "1 234",
 * also with no-break spaces or apostrophes. All separators of a number must be
 * equal and stand before three digits.
 */
bool csv_parse_count(fg_str text, uint64_t *value);

#endif
