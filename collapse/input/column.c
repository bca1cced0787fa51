/* SPDX-License-Identifier: MIT */
#include "column.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static void widen(struct column *column)
{
	column->wide =
		fg_realloc_array(NULL, column->room + 1, sizeof *column->wide);
	for (size_t i = 0; i < column->count; i++)
		column->wide[i] = column->narrow[i];
	column->room++;
	free(column->narrow);
	column->narrow = NULL;
}

void column_add(struct column *column, int64_t value)
{
	if (!column->wide && (value < INT32_MIN || value > INT32_MAX))
		widen(column);
	if (column->wide) {
		FG_RESERVE(&column->wide, &column->room, column->count + 1);
		column->wide[column->count++] = value;
	} else {
		FG_RESERVE(&column->narrow, &column->room, column->count + 1);
		column->narrow[column->count++] = (int32_t)value;
	}
}

bool column_read(struct column *column, struct json *json, int64_t other)
{
	int64_t value;

	if (!json_array(json))
		return false;
	while (json_item(json))
		column_add(column, json_int(json, &value) ? value : other);
	return true;
}

bool column_read_fixed(struct column *column, struct json *json,
		       unsigned decimals, int64_t other)
{
	int64_t value;

	if (!json_array(json))
		return false;
	while (json_item(json))
		column_add(column,
			   json_fixed(json, decimals, &value) ? value : other);
	return true;
}

static int64_t divide(int64_t value, int64_t divisor)
{
	int64_t half = value < 0 ? -divisor / 2 : divisor / 2;

	return (value + half) / divisor;
}

/* Divides all items, rounded to nearest; json_fixed_fit left room for that. */
static void make_coarser(struct column *column, int64_t divisor)
{
	for (size_t i = 0; i < column->count; i++) {
		if (column->wide)
			column->wide[i] = divide(column->wide[i], divisor);
		else
			column->narrow[i] =
				(int32_t)divide(column->narrow[i], divisor);
	}
}

bool column_read_fit(struct column *column, struct json *json,
		     unsigned *decimals, int64_t other)
{
	int64_t value;

	if (!json_array(json))
		return false;
	while (json_item(json)) {
		unsigned before = *decimals;

		if (!json_fixed_fit(json, decimals, &value))
			value = other;
		if (*decimals < before)
			make_coarser(column,
				     (int64_t)fg_pow10(before - *decimals));
		column_add(column, value);
	}
	return true;
}

void column_free(struct column *column)
{
	free(column->narrow);
	free(column->wide);
	*column = (struct column){ 0 };
}
