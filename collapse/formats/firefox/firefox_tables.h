/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_TABLES_H
#define COLLAPSE_FORMATS_FIREFOX_TABLES_H

#include "input/column.h"

/*
 * The tables of the Firefox Profiler's files. Either a table is an object with
 * an array for each column, or it has rows, which may be shorter than the list
 * of their columns:
 *
 *	"stackTable": {"length": 2, "prefix": [null, 0], "frame": [0, 1]}
 *	"stackTable": {"schema": {"prefix": 0, "frame": 1},
 *		       "data": [[null, 0], [0, 1]]}
 *
 * Only the needed columns are kept. Zero-initialise.
 */
struct firefox_strings {
	struct fg_buffer text;
	size_t *ends; /* end of each in `text`, where the next begins */
	size_t count, room;
};

struct firefox_tables {
	struct column prefix, prefix_offset, stack_frame;
	struct column func, address, frame_lib, inline_depth, frame_line;
	struct column location; /* a string that describes a whole frame */
	struct column name, resource, file_name, source;
	struct column resource_lib, resource_name, resource_type;
	struct column source_name;
	struct firefox_strings strings;
	bool has_stacks, has_strings, has_sources;
};

/* A wanted column of a table; a list of them ends with a NULL name. */
struct firefox_field {
	const char *name;
	struct column *to;
	int64_t null; /* value for an item that is not a number */
	unsigned decimals; /* numbers are kept in units of 10^-decimals */
};

/* Called before the value of a key; may take it. */
typedef void firefox_member_fn(void *ctx, fg_str key, struct json *json);

/*
 * Reads the table that comes next, of either shape; old content of the columns
 * is dropped. `other`, which may be NULL, is called for other members.
 */
void firefox_table_read(struct json *json, const struct firefox_field *fields,
			firefox_member_fn *other, void *ctx);

/*
 * Reads the value of `key`, which comes next, if it is one of the tables.
 * Otherwise returns false and takes nothing. Source files and lines are read
 * if `lines`.
 */
bool firefox_tables_read(struct firefox_tables *tables, fg_str key,
			 struct json *json, bool lines);
void firefox_tables_free(struct firefox_tables *tables);

/* Reads the array of strings that comes next. */
void firefox_strings_read(struct firefox_strings *strings, struct json *json);
void firefox_strings_free(struct firefox_strings *strings);

/* The string of that number, until another is added; p NULL for none. */
fg_str firefox_string(const struct firefox_strings *strings, int64_t number);

#endif
