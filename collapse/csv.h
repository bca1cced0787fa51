/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_CSV_H
#define COLLAPSE_CSV_H

#include "fg/alloc.h"

/*
 * Lines of cells with commas, tabs or the like between them. A cell may stand
 * in double quotes, where two of them are one.
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

void csv_split(struct csv *row, fg_str line);

/* Cell number `i`, from 0; empty when there is none. */
fg_str csv_cell(const struct csv *row, size_t i);

/* The index of the cell that is `text`, or row->count. */
size_t csv_find(const struct csv *row, fg_str text);

void csv_free(struct csv *row);

/*
 * A number as people's locales have it: "8735", "8,735", "1.234.567",
 * "1 234". Signs between digits must be alike and stand before each three.
 */
bool csv_parse_count(fg_str text, uint64_t *value);

#endif
