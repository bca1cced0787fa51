/* SPDX-License-Identifier: MIT */
#include "otlp_tables.h"

#include <stdlib.h>

bool otlp_next(struct pb *message, struct pb_field *field,
	       struct otlp_damage *damage)
{
	const char *at = message->rest.p;
	bool more, was_damaged = message->damaged;

	more = pb_next_part(message, field);
	if (message->damaged && !was_damaged) {
		damage->is_cut = true;
		damage->at = (uint64_t)(at - damage->base);
	}
	return more;
}

void otlp_take_numbers(uint64_t **ids, size_t *count, size_t *room,
		       struct pb_field *field)
{
	uint64_t number;

	while (pb_number(field, &number)) {
		FG_RESERVE(ids, room, *count + 1);
		(*ids)[(*count)++] = number;
	}
}

static void take_list(struct otlp_tables *t, struct otlp_list *list,
		      struct pb_field *field)
{
	if (list->count == 0)
		list->first = t->id_count;
	otlp_take_numbers(&t->ids, &t->id_count, &t->id_room, field);
	list->count = t->id_count - list->first;
}

/* Mapping: start 1, limit 2, offset 3, filename 4, attributes 5 */
static void read_module(struct otlp_tables *t, fg_str bytes,
			struct otlp_damage *damage)
{
	struct pprof_tables *code = &t->code;
	struct pprof_module module = { .id = code->module_count + 1 };
	struct otlp_list labels = { 0, 0 };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			module.start = f.value;
		else if (f.number == 3)
			module.offset = f.value;
		else if (f.number == 4)
			module.file = f.value;
		else if (f.number == 5)
			take_list(t, &labels, &f);
	}
	damage->parts += part.damaged;
	FG_RESERVE(&code->modules, &code->module_room, code->module_count + 1);
	FG_RESERVE(&t->module_labels, &t->module_room, code->module_count + 1);
	t->module_labels[code->module_count] = labels;
	code->modules[code->module_count++] = module;
}

/* Function: name 1, system_name 2, filename 3, start_line 4 */
static void read_function(struct otlp_tables *t, fg_str bytes,
			  struct otlp_damage *damage)
{
	struct pprof_tables *code = &t->code;
	struct pprof_function function = { .id = code->function_count + 1 };
	uint64_t *const fields[] = {
		[1] = &function.name,
		[2] = &function.system_name,
		[3] = &function.file,
	};

	damage->parts +=
		!pb_numbers(bytes, fields, sizeof fields / sizeof *fields);
	FG_RESERVE(&code->functions, &code->function_room,
		   code->function_count + 1);
	code->functions[code->function_count++] = function;
}

/* Line: function_index 1, line 2, column 3 */
static void read_line(struct otlp_tables *t, fg_str bytes,
		      struct otlp_damage *damage)
{
	struct pprof_tables *code = &t->code;
	uint64_t function = 0, line = 0;
	uint64_t *const fields[] = { [1] = &function, [2] = &line };

	damage->parts +=
		!pb_numbers(bytes, fields, sizeof fields / sizeof *fields);
	FG_RESERVE(&code->lines, &code->line_room, code->line_count + 1);
	code->lines[code->line_count++] =
		(struct pprof_line){ function + 1, (int64_t)line };
}

/* Location: mapping_index 1, address 2, lines 3, and attributes */
static void read_location(struct otlp_tables *t, fg_str bytes,
			  uint32_t labels_number, struct otlp_damage *damage)
{
	struct pprof_tables *code = &t->code;
	struct pprof_location location = {
		.id = code->location_count + 1,
		.first_line = code->line_count,
	};
	struct otlp_list labels = { 0, 0 };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			location.module = f.value + 1;
		else if (f.number == 2)
			location.address = f.value;
		else if (f.number == 3 && location.line_count < PPROF_LINES_MAX)
			read_line(t, f.bytes, damage);
		else if (f.number == labels_number)
			take_list(t, &labels, &f);
		location.line_count = code->line_count - location.first_line;
	}
	damage->parts += part.damaged;
	FG_RESERVE(&code->locations, &code->location_room,
		   code->location_count + 1);
	FG_RESERVE(&t->location_labels, &t->location_room,
		   code->location_count + 1);
	t->location_labels[code->location_count] = labels;
	code->locations[code->location_count++] = location;
}

/* Stack: location_indices 1 */
static void read_stack(struct otlp_tables *t, fg_str bytes,
		       struct otlp_damage *damage)
{
	struct otlp_list list = { 0, 0 };
	struct pb part = { bytes, false };
	struct pb_field f;

	while (pb_next(&part, &f)) {
		if (f.number == 1)
			take_list(t, &list, &f);
	}
	damage->parts += part.damaged;
	FG_RESERVE(&t->stacks, &t->stack_room, t->stack_count + 1);
	t->stacks[t->stack_count++] = list;
}

static void read_string(struct pprof_tables *code, fg_str bytes)
{
	FG_RESERVE(&code->strings, &code->string_room, code->string_count + 1);
	code->strings[code->string_count++] = bytes;
}

static bool read_entry(struct otlp_tables *t, enum otlp_role role, fg_str bytes,
		       const struct otlp_layout *layout,
		       struct otlp_damage *damage)
{
	switch (role) {
	case OTLP_MODULES:
		read_module(t, bytes, damage);
		return true;
	case OTLP_LOCATIONS:
		read_location(t, bytes, layout->location_labels, damage);
		return true;
	case OTLP_FUNCTIONS:
		read_function(t, bytes, damage);
		return true;
	case OTLP_STRINGS:
		read_string(&t->code, bytes);
		return true;
	case OTLP_ATTRIBUTES:
		FG_RESERVE(&t->attributes, &t->attribute_room,
			   t->attribute_count + 1);
		t->attributes[t->attribute_count++] = bytes;
		return true;
	case OTLP_STACKS:
		read_stack(t, bytes, damage);
		return true;
	default:
		return false;
	}
}

static void set_dense(struct pprof_index *index, size_t count)
{
	index->dense = true;
	index->count = count;
}

bool otlp_tables_read(struct otlp_tables *t, const uint8_t *roles, fg_str bytes,
		      const struct otlp_layout *layout,
		      struct otlp_damage *damage)
{
	struct pb message = { bytes, false };
	bool found = false;
	struct pb_field f;

	while (otlp_next(&message, &f, damage)) {
		if (pb_is_bytes(&f) && !message.damaged)
			found |= read_entry(t, otlp_role(roles, f.number),
					    f.bytes, layout, damage);
	}
	set_dense(&t->code.module_index, t->code.module_count);
	set_dense(&t->code.location_index, t->code.location_count);
	set_dense(&t->code.function_index, t->code.function_count);
	return found;
}

void otlp_tables_free(struct otlp_tables *t)
{
	pprof_tables_free(&t->code);
	free(t->ids);
	free(t->stacks);
	free(t->location_labels);
	free(t->module_labels);
	free(t->attributes);
	*t = (struct otlp_tables){ 0 };
}
