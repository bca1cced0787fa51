/* SPDX-License-Identifier: MIT */
#include "firefox_tables.h"

#include <stdlib.h>

#include "fg/text.h"

/* Rows have fewer columns; further ones are ignored. */
enum { SCHEMA_MAX = 64 };

static const struct firefox_field *
find_field(const struct firefox_field *fields, fg_str name)
{
	for (; fields->name; fields++) {
		if (fg_equal(name, fg_from_c(fields->name)))
			return fields;
	}
	return NULL;
}

static void add_value(const struct firefox_field *field, struct json *json)
{
	int64_t value;

	if (!json_fixed(json, field->decimals, &value))
		value = field->null;
	column_add(field->to, value);
}

/* {"prefix": 0, "frame": 1}: which field an item of a row is of. */
static void read_schema(struct json *json, const struct firefox_field *fields,
			const struct firefox_field *at[SCHEMA_MAX],
			firefox_member_fn *other, void *ctx)
{
	int64_t index;
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		const struct firefox_field *field = find_field(fields, key);

		if (!field && other)
			other(ctx, key, json);
		else if (field && json_int(json, &index) && index >= 0 &&
			 index < SCHEMA_MAX)
			at[index] = field;
	}
}

/* Reads a row, which may end before trailing nulls. */
static void read_row(struct json *json,
		     const struct firefox_field *const at[SCHEMA_MAX],
		     size_t row)
{
	for (size_t i = 0; json_item(json); i++) {
		if (i < SCHEMA_MAX && at[i] && at[i]->to->count == row)
			add_value(at[i], json);
	}
}

static void complete_row(const struct firefox_field *const at[SCHEMA_MAX],
			 size_t row)
{
	for (size_t i = 0; i < SCHEMA_MAX; i++) {
		if (at[i] && at[i]->to->count == row)
			column_add(at[i]->to, at[i]->null);
	}
}

static void read_rows(struct json *json,
		      const struct firefox_field *const at[SCHEMA_MAX])
{
	if (!json_array(json))
		return;
	for (size_t row = 0; json_item(json); row++) {
		if (json_array(json))
			read_row(json, at, row);
		complete_row(at, row);
	}
}

static void read_column(struct json *json, const struct firefox_field *field)
{
	column_free(field->to);
	(void)column_read_fixed(field->to, json, field->decimals, field->null);
}

static void free_columns(const struct firefox_field *fields)
{
	for (; fields->name; fields++)
		column_free(fields->to);
}

void firefox_table_read(struct json *json, const struct firefox_field *fields,
			firefox_member_fn *other, void *ctx)
{
	const struct firefox_field *at[SCHEMA_MAX] = { NULL };
	fg_str key;

	if (!json_object(json))
		return;
	free_columns(fields);
	while (json_key(json, &key)) {
		const struct firefox_field *field = find_field(fields, key);

		if (field) {
			read_column(json, field);
		} else if (fg_equal(key, FG_STR("schema"))) {
			read_schema(json, fields, at, other, ctx);
		} else if (fg_equal(key, FG_STR("data"))) {
			free_columns(fields);
			read_rows(json, at);
		} else if (other) {
			other(ctx, key, json);
		}
	}
}

void firefox_strings_read(struct firefox_strings *strings, struct json *json)
{
	fg_str text;

	strings->count = strings->text.n = 0;
	if (!json_array(json))
		return;
	while (json_item(json)) {
		if (json_string(json, &text))
			fg_buffer_append(&strings->text, text);
		FG_RESERVE(&strings->ends, &strings->room, strings->count + 1);
		strings->ends[strings->count++] = strings->text.n;
	}
}

void firefox_strings_free(struct firefox_strings *strings)
{
	free(strings->text.p);
	free(strings->ends);
	*strings = (struct firefox_strings){ 0 };
}

fg_str firefox_string(const struct firefox_strings *strings, int64_t number)
{
	size_t i = (size_t)number, start;

	if (number < 0 || i >= strings->count)
		return (fg_str){ NULL, 0 };
	start = i > 0 ? strings->ends[i - 1] : 0;
	if (strings->ends[i] == start)
		return FG_STR("");
	return fg_slice(fg_buffer_text(&strings->text), start,
			strings->ends[i]);
}

static void read_stacks(struct firefox_tables *t, struct json *json)
{
	const struct firefox_field fields[] = {
		{ "prefix", &t->prefix, -1, 0 },
		{ "prefixOffset", &t->prefix_offset, 0, 0 },
		{ "frame", &t->stack_frame, -1, 0 },
		{ 0 },
	};

	t->has_stacks = true;
	firefox_table_read(json, fields, NULL, NULL);
}

/* Reads the frames; the list of fields ends early if lines are not wanted. */
static void read_frames(struct firefox_tables *t, struct json *json, bool lines)
{
	const struct firefox_field fields[] = {
		{ "func", &t->func, -1, 0 },
		{ "address", &t->address, -1, 0 },
		{ "lib", &t->frame_lib, -1, 0 },
		{ "inlineDepth", &t->inline_depth, 0, 0 },
		{ "location", &t->location, -1, 0 },
		{ lines ? "line" : NULL, &t->frame_line, -1, 0 },
		{ 0 },
	};

	firefox_table_read(json, fields, NULL, NULL);
}

static void read_funcs(struct firefox_tables *t, struct json *json, bool lines)
{
	const struct firefox_field fields[] = {
		{ "name", &t->name, -1, 0 },
		{ "resource", &t->resource, -1, 0 },
		{ lines ? "fileName" : NULL, &t->file_name, -1, 0 },
		{ "source", &t->source, -1, 0 },
		{ 0 },
	};

	firefox_table_read(json, fields, NULL, NULL);
}

static void read_resources(struct firefox_tables *t, struct json *json)
{
	const struct firefox_field fields[] = {
		{ "lib", &t->resource_lib, -1, 0 },
		{ "name", &t->resource_name, -1, 0 },
		{ "type", &t->resource_type, -1, 0 },
		{ 0 },
	};

	firefox_table_read(json, fields, NULL, NULL);
}

static void read_sources(struct firefox_tables *t, struct json *json)
{
	const struct firefox_field fields[] = {
		{ "filename", &t->source_name, -1, 0 },
		{ 0 },
	};

	t->has_sources = true;
	firefox_table_read(json, fields, NULL, NULL);
}

bool firefox_tables_read(struct firefox_tables *tables, fg_str key,
			 struct json *json, bool lines)
{
	if (fg_equal(key, FG_STR("stackTable"))) {
		read_stacks(tables, json);
	} else if (fg_equal(key, FG_STR("frameTable"))) {
		read_frames(tables, json, lines);
	} else if (fg_equal(key, FG_STR("funcTable"))) {
		read_funcs(tables, json, lines);
	} else if (fg_equal(key, FG_STR("resourceTable"))) {
		read_resources(tables, json);
	} else if (lines && fg_equal(key, FG_STR("sources"))) {
		read_sources(tables, json);
	} else if (fg_equal(key, FG_STR("stringArray")) ||
		   fg_equal(key, FG_STR("stringTable"))) {
		tables->has_strings = true;
		firefox_strings_read(&tables->strings, json);
	} else {
		return false;
	}
	return true;
}

void firefox_tables_free(struct firefox_tables *tables)
{
	column_free(&tables->prefix);
	column_free(&tables->prefix_offset);
	column_free(&tables->stack_frame);
	column_free(&tables->func);
	column_free(&tables->address);
	column_free(&tables->frame_lib);
	column_free(&tables->inline_depth);
	column_free(&tables->frame_line);
	column_free(&tables->location);
	column_free(&tables->name);
	column_free(&tables->resource);
	column_free(&tables->file_name);
	column_free(&tables->source);
	column_free(&tables->resource_lib);
	column_free(&tables->resource_name);
	column_free(&tables->resource_type);
	column_free(&tables->source_name);
	firefox_strings_free(&tables->strings);
}
