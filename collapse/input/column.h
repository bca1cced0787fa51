/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_COLUMN_H
#define COLLAPSE_COLUMN_H

#include "json.h"

/*
 * A column of a table of numbers: 4 bytes each while all of them fit, 8 bytes
 * from the first that does not fit. Zero-initialise it.
 *
 *	struct column stacks = { 0 };
 *	column_read(&stacks, json, -1);
 *	for (size_t i = 0; i < stacks.count; i++)
 *		... column_get(&stacks, i)
 *	column_free(&stacks);
 */
struct column {
	int32_t *narrow; /* one of the two is NULL */
	int64_t *wide;
	size_t count, room;
};

/* Appends an item. Amortised O(1). */
void column_add(struct column *column, int64_t value);

/*
 * Appends the items of the JSON array that comes next; an item that is not a
 * number counts as `other`. False when no array comes; the value is then
 * skipped.
 */
bool column_read(struct column *column, struct json *json, int64_t other);

/* The same in units of 10^-decimals. */
bool column_read_fixed(struct column *column, struct json *json,
		       unsigned decimals, int64_t other);

/*
 * The same into an empty column. From the first item that is too large for
 * *decimals on, all items have fewer decimals; *decimals is set to their
 * number. O(n) for each decimal that is dropped.
 */
bool column_read_fit(struct column *column, struct json *json,
		     unsigned *decimals, int64_t other);

/* Item number `i`, or `other` past the end. */
static inline int64_t column_get(const struct column *column, size_t i,
				 int64_t other)
{
	if (i >= column->count)
		return other;
	return column->wide ? column->wide[i] : column->narrow[i];
}

/* Frees, and makes it empty again. */
void column_free(struct column *column);

#endif
