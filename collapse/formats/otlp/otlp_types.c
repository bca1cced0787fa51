/* SPDX-License-Identifier: MIT */
#include "otlp_types.h"

#include <stdlib.h>

#include "fg/text.h"
#include "formats/pprof/pprof_default.h"

static size_t find_or_add(struct otlp_types *types, fg_str name, fg_str unit)
{
	for (size_t i = 0; i < types->count; i++) {
		if (fg_equal(types->items[i].name, name) &&
		    fg_equal(types->items[i].unit, unit))
			return i;
	}
	if (types->count == OTLP_TYPES_MAX) {
		types->too_many = true;
		return 0;
	}
	types->items[types->count] = (struct otlp_type){ name, unit, 0, false };
	return types->count++;
}

/* ValueType: type_strindex 1, unit_strindex 2 */
static size_t type_of(struct otlp_types *types, const struct otlp_tables *t,
		      fg_str bytes)
{
	uint64_t name = 0, unit = 0;
	uint64_t *const fields[] = { [1] = &name, [2] = &unit };
	fg_str text;

	(void)pb_numbers(bytes, fields, sizeof fields / sizeof *fields);
	text = pprof_string(&t->code, name);
	return find_or_add(types, text.n > 0 ? text : FG_STR("value"),
			   pprof_string(&t->code, unit));
}

/* The profile's default: an index of its types, or the name of one. */
static void note_default(struct otlp_types *types, const struct otlp_tables *t,
			 const struct otlp_columns *columns,
			 enum otlp_role role, uint64_t value)
{
	if (types->fallback != SIZE_MAX || value == 0)
		return;
	for (size_t i = 0; i < columns->count; i++) {
		const struct otlp_type *type = &types->items[columns->types[i]];

		if (role == OTLP_DEFAULT_INDEX
			    ? value == i
			    : fg_equal(type->name,
				       pprof_string(&t->code, value)))
			types->fallback = columns->types[i];
	}
}

void otlp_types_of(struct otlp_types *types, const struct otlp_tables *t,
		   const struct otlp_layout *layout, fg_str bytes,
		   struct otlp_columns *columns)
{
	struct pb profile = { bytes, false };
	enum otlp_role wanted = OTLP_SKIP;
	uint64_t fallback = 0;
	struct pb_field f;

	columns->count = 0;
	while (pb_next(&profile, &f)) {
		enum otlp_role role = otlp_role(layout->profile, f.number);

		if (role == OTLP_TYPES && pb_is_bytes(&f)) {
			if (columns->count < OTLP_TYPES_MAX)
				columns->types[columns->count++] =
					type_of(types, t, f.bytes);
		} else if (role == OTLP_DEFAULT_INDEX ||
			   role == OTLP_DEFAULT_NAME) {
			wanted = role;
			fallback = f.value;
		}
	}
	if (columns->count == 0)
		columns->types[columns->count++] =
			find_or_add(types, FG_STR("samples"), FG_STR("count"));
	note_default(types, t, columns, wanted, fallback);
}

static bool has_name(const struct otlp_types *types, size_t end, fg_str name,
		     size_t except)
{
	for (size_t i = 0; i < end; i++) {
		if (i != except && fg_equal(types->items[i].name, name))
			return true;
	}
	return false;
}

static void add_metric(const struct otlp_types *types, size_t i,
		       struct metrics *m)
{
	const struct otlp_type *type = &types->items[i];
	struct fg_buffer longer = { 0 };
	fg_str name = type->name;

	if (has_name(types, types->count, name, i)) {
		if (fg_equal(type->unit, FG_STR("count")) &&
		    !has_name(types, types->count, FG_STR("samples"), i) &&
		    metrics_find(m, FG_STR("samples")) == m->count) {
			name = FG_STR("samples");
		} else if (metrics_find(m, name) < m->count) {
			fg_buffer_append(&longer, name);
			fg_buffer_append(&longer, FG_STR("-"));
			fg_buffer_append(&longer, type->unit);
			name = fg_buffer_text(&longer);
		}
	}
	metrics_count(m, metrics_add(m, name, type->unit), type->total);
	free(longer.p);
}

fg_status otlp_types_choose(const struct otlp_types *types, struct collapse *c)
{
	for (size_t i = 0; i < types->count; i++)
		add_metric(types, i, c->metrics);
	return format_choose_metric(c, types->fallback < types->count
					       ? types->fallback
					       : pprof_default(c->metrics));
}
