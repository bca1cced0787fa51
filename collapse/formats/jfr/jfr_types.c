/* SPDX-License-Identifier: MIT */
#include "jfr_types.h"

#include <stdlib.h>

#include "fg/text.h"

/* The texts of a metadata event. */
struct names {
	struct jfr_text *items;
	size_t count, room;
};

static void read_names(struct names *names, struct jfr_cursor *at,
		       struct fg_arena *arena)
{
	uint64_t count = jfr_varint(at);

	for (uint64_t i = 0; i < count && !at->damaged; i++) {
		FG_RESERVE(&names->items, &names->room, names->count + 1);
		names->items[names->count++] = jfr_read_text(at, arena);
	}
}

static fg_str next_name(const struct names *names, struct jfr_cursor *at)
{
	uint64_t i = jfr_varint(at);

	return i < names->count ? names->items[i].text : (fg_str){ "", 0 };
}

/* The used attributes of an element. */
struct element {
	fg_str name, type_id, dimension, pooled, what;
	uint64_t id;
};

static void take_attribute(struct element *e, fg_str key, fg_str value)
{
	if (fg_equal(key, FG_STR("name")))
		e->name = value;
	else if (fg_equal(key, FG_STR("id")))
		(void)fg_parse_u64(value, &e->id);
	else if (fg_equal(key, FG_STR("class")))
		e->type_id = value;
	else if (fg_equal(key, FG_STR("dimension")))
		e->dimension = value;
	else if (fg_equal(key, FG_STR("constantPool")))
		e->pooled = value;
}

/*
 * Adds a type. Of two types with the same number the first is used; false:
 * this one is not used.
 */
static bool add_type(struct jfr_types *types, const struct element *e)
{
	if (types->count == IDMAP_NONE ||
	    !idmap_add(&types->ids, e->id, (uint32_t)types->count))
		return false;
	FG_RESERVE(&types->items, &types->room, types->count + 1);
	types->items[types->count++] = (struct jfr_type){
		.name = e->name,
		.first_field = types->field_count,
	};
	return true;
}

/* Adds a field to the type that was added last. */
static void add_field(struct jfr_types *types, const struct element *e)
{
	struct jfr_field field = {
		.name = e->name,
		.pooled = fg_equal(e->pooled, FG_STR("true")),
		.array = e->dimension.n > 0 &&
			 !fg_equal(e->dimension, FG_STR("0")),
	};

	if (!fg_parse_u64(e->type_id, &field.type_id))
		return;
	FG_RESERVE(&types->fields, &types->field_room, types->field_count + 1);
	types->fields[types->field_count++] = field;
	types->items[types->count - 1].field_count++;
}

/*
 * Reads an element up to its children and returns their number. *in_type:
 * whether the next fields belong to the type added last.
 */
static uint64_t read_element(struct jfr_types *types, bool *in_type,
			     const struct names *names, struct jfr_cursor *at)
{
	struct element e = { .what = next_name(names, at) };
	uint64_t attributes = jfr_varint(at);

	for (; attributes > 0 && !at->damaged; attributes--) {
		fg_str key = next_name(names, at);

		take_attribute(&e, key, next_name(names, at));
	}
	if (fg_equal(e.what, FG_STR("class")))
		*in_type = add_type(types, &e);
	else if (*in_type && fg_equal(e.what, FG_STR("field")))
		add_field(types, &e);
	return jfr_varint(at);
}

/*
 * The bound on the steps of all layouts. Types that many others have fields of
 * would give any number of them; profilers have one step for some ten bytes.
 */
enum { STEPS_LEAST = 1 << 12, STEPS_PER_BYTE = 1 };

/*
 * Reads all elements. They come before their children, so one counter of
 * elements still to read is enough.
 */
bool jfr_types_read(struct jfr_types *types, fg_str event)
{
	enum { TIMES = 3 }; /* start, duration, number: not used */
	struct jfr_cursor at = { event, false };
	struct names names = { 0 };
	bool over = false, in_type = false;

	for (int i = 0; i < TIMES; i++)
		(void)jfr_varint(&at);
	read_names(&names, &at, &types->arena);
	for (uint64_t left = 1; left > 0 && !at.damaged && !over; left--)
		over = __builtin_add_overflow(
			left, read_element(types, &in_type, &names, &at),
			&left);
	free(names.items);
	types->steps = STEPS_LEAST + STEPS_PER_BYTE * event.n;
	return !at.damaged && !over;
}

void jfr_types_free(struct jfr_types *types)
{
	fg_arena_free(&types->arena);
	idmap_free(&types->ids);
	free(types->items);
	free(types->fields);
	*types = (struct jfr_types){ 0 };
}

uint32_t jfr_types_find(const struct jfr_types *types, uint64_t id)
{
	return idmap_find(&types->ids, id);
}

bool jfr_types_has_number(const struct jfr_types *types,
			  const struct jfr_type *type, fg_str field)
{
	for (size_t i = 0; i < type->field_count; i++) {
		const struct jfr_field *f =
			&types->fields[type->first_field + i];
		uint32_t of = jfr_types_find(types, f->type_id);

		if (of != IDMAP_NONE && fg_equal(f->name, field))
			return f->pooled ||
			       fg_equal(types->items[of].name, FG_STR("int")) ||
			       fg_equal(types->items[of].name, FG_STR("long"));
	}
	return false;
}
