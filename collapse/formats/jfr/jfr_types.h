/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_TYPES_H
#define COLLAPSE_JFR_TYPES_H

#include "input/idmap.h"
#include "jfr_cursor.h"

/*
 * The layout of all data of a chunk, from its metadata: a type has fields.
 * These are numbers, texts or other types, written in place or as a number in
 * a pool.
 *
 *	struct jfr_types types = { 0 };
 *
 *	if (jfr_types_read(&types, metadata))
 *		type = jfr_types_find(&types, id);
 *	jfr_types_free(&types);
 */
struct jfr_field {
	fg_str name;
	uint64_t type_id;
	bool pooled; /* the value is a number in the pool of its type */
	bool array;
};

struct jfr_type {
	fg_str name; /* "jdk.ExecutionSample" */
	size_t first_field, field_count;
};

struct jfr_types {
	struct fg_arena arena; /* for texts */
	struct jfr_type *items;
	size_t count, room;
	struct jfr_field *fields;
	size_t field_count, field_room;
	struct idmap ids;
	size_t steps; /* that layouts of these types may still have */
};

/*
 * Reads a metadata event from after its type; the texts are borrowed from it.
 * False when it is damaged; types before the damage are kept.
 */
bool jfr_types_read(struct jfr_types *types, fg_str event);
void jfr_types_free(struct jfr_types *types);

/* The index of the type with that number, or IDMAP_NONE. */
uint32_t jfr_types_find(const struct jfr_types *types, uint64_t id);

/* Whether a type has a field of that name that is a number. */
bool jfr_types_has_number(const struct jfr_types *types,
			  const struct jfr_type *type, fg_str field);

#endif
