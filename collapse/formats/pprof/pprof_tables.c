/* SPDX-License-Identifier: MIT */
#include "pprof_tables.h"

#include <stdlib.h>

enum profile_field {
	PROFILE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MODULE = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_STRING = 6,
	PROFILE_DEFAULT_TYPE = 14,
};

static void end_part(struct pprof_tables *t, const struct pb *part)
{
	t->damaged_parts += part->damaged;
}

static void read_type(struct pprof_tables *t, fg_str bytes)
{
	struct pprof_type type = { 0 };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			type.name = f.value;
		else if (f.number == 2)
			type.unit = f.value;
	}
	end_part(t, &part);
	FG_RESERVE(&t->types, &t->type_room, t->type_count + 1);
	t->types[t->type_count++] = type;
}

static void read_module(struct pprof_tables *t, fg_str bytes)
{
	struct pprof_module module = { 0 };
	uint64_t *const fields[] = {
		[1] = &module.id,	[2] = &module.start,
		[4] = &module.offset,	[5] = &module.file,
		[6] = &module.build_id,
	};

	t->damaged_parts +=
		!pb_numbers(bytes, fields, sizeof fields / sizeof *fields);
	FG_RESERVE(&t->modules, &t->module_room, t->module_count + 1);
	t->modules[t->module_count++] = module;
}

static void read_function(struct pprof_tables *t, fg_str bytes)
{
	struct pprof_function function = { 0 };
	uint64_t *const fields[] = {
		[1] = &function.id,
		[2] = &function.name,
		[3] = &function.system_name,
		[4] = &function.file,
	};

	t->damaged_parts +=
		!pb_numbers(bytes, fields, sizeof fields / sizeof *fields);
	FG_RESERVE(&t->functions, &t->function_room, t->function_count + 1);
	t->functions[t->function_count++] = function;
}

static void read_line(struct pprof_tables *t, fg_str bytes)
{
	struct pprof_line line = { 0 };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			line.function = f.value;
		else if (f.number == 2)
			line.line = (int64_t)f.value;
	}
	end_part(t, &part);
	FG_RESERVE(&t->lines, &t->line_room, t->line_count + 1);
	t->lines[t->line_count++] = line;
}

static void read_location(struct pprof_tables *t, fg_str bytes)
{
	struct pprof_location location = { .first_line = t->line_count };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			location.id = f.value;
		else if (f.number == 2)
			location.module = f.value;
		else if (f.number == 3)
			location.address = f.value;
		else if (f.number == 4 && location.line_count < PPROF_LINES_MAX)
			read_line(t, f.bytes);
		location.line_count = t->line_count - location.first_line;
	}
	end_part(t, &part);
	FG_RESERVE(&t->locations, &t->location_room, t->location_count + 1);
	t->locations[t->location_count++] = location;
}

static void read_string(struct pprof_tables *t, fg_str bytes)
{
	FG_RESERVE(&t->strings, &t->string_room, t->string_count + 1);
	t->strings[t->string_count++] = bytes;
}

static void read_field(struct pprof_tables *t, const struct pb_field *f)
{
	switch (f->number) {
	case PROFILE_TYPE:
		read_type(t, f->bytes);
		break;
	case PROFILE_SAMPLE:
		t->sample_count++;
		break;
	case PROFILE_MODULE:
		read_module(t, f->bytes);
		break;
	case PROFILE_LOCATION:
		read_location(t, f->bytes);
		break;
	case PROFILE_FUNCTION:
		read_function(t, f->bytes);
		break;
	case PROFILE_STRING:
		read_string(t, f->bytes);
		break;
	case PROFILE_DEFAULT_TYPE:
		t->default_type = f->value;
		break;
	default:
		break;
	}
}

static int by_id(const void *a, const void *b)
{
	const struct pprof_key *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/*
 * Of several entries with one id, only the first counts; bsearch must not see
 * the others.
 */
static void unique(struct pprof_index *index)
{
	size_t kept = 0;

	for (size_t i = 0; i < index->count; i++) {
		if (kept == 0 || index->keys[kept - 1].id != index->keys[i].id)
			index->keys[kept++] = index->keys[i];
	}
	index->count = kept;
}

/*
 * `ids` are members of structs; the distance between them is the size of the
 * struct.
 */
static void build_index(struct pprof_index *index, const uint64_t *ids,
			size_t stride, size_t count)
{
	index->keys = fg_calloc(count, sizeof *index->keys);
	index->count = count;
	index->dense = true;
	for (size_t i = 0; i < count; i++) {
		const char *at = (const char *)ids + i * stride;

		index->keys[i].id = *(const uint64_t *)(const void *)at;
		index->keys[i].at = i;
		index->dense = index->dense && index->keys[i].id == i + 1;
	}
	if (index->dense)
		return;
	qsort(index->keys, count, sizeof *index->keys, by_id);
	unique(index);
}

size_t pprof_find(const struct pprof_index *index, uint64_t id)
{
	size_t low = 0, high = index->count;

	if (index->dense)
		return id - 1 < index->count ? (size_t)(id - 1) : SIZE_MAX;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (index->keys[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < index->count && index->keys[low].id == id
		       ? index->keys[low].at
		       : SIZE_MAX;
}

void pprof_tables_read(struct pprof_tables *t, fg_str profile)
{
	struct pb message = { profile, false };
	struct pb_field f;

	while (pb_next(&message, &f))
		read_field(t, &f);
	t->damaged = message.damaged;
	if (t->function_count > 0)
		build_index(&t->function_index, &t->functions->id,
			    sizeof *t->functions, t->function_count);
	if (t->module_count > 0)
		build_index(&t->module_index, &t->modules->id,
			    sizeof *t->modules, t->module_count);
	if (t->location_count > 0)
		build_index(&t->location_index, &t->locations->id,
			    sizeof *t->locations, t->location_count);
}

void pprof_tables_free(struct pprof_tables *t)
{
	free(t->strings);
	free(t->types);
	free(t->functions);
	free(t->modules);
	free(t->locations);
	free(t->lines);
	free(t->function_index.keys);
	free(t->module_index.keys);
	free(t->location_index.keys);
}

fg_str pprof_string(const struct pprof_tables *t, uint64_t number)
{
	if (number < t->string_count)
		return t->strings[number];
	return (fg_str){ NULL, 0 };
}
