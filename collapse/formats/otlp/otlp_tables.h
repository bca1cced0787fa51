/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_TABLES_H
#define COLLAPSE_FORMATS_OTLP_TABLES_H

#include "formats/pprof/pprof_tables.h"
#include "otlp_layout.h"

/*
 * The dictionary of OTLP profiles: what samples refer to by index. Functions,
 * modules and locations are as pprof has them, with index + 1 as their id.
 * Slices are parts of the message's bytes, which must stay valid.
 */
struct otlp_list { /* some of the numbers in ids */
	size_t first, count;
};

struct otlp_tables {
	struct pprof_tables code;
	uint64_t *ids;
	size_t id_count, id_room;
	struct otlp_list *stacks; /* of indices of locations, leaf first */
	size_t stack_count, stack_room;
	struct otlp_list *location_labels; /* indices of attributes */
	struct otlp_list *module_labels; /* the same */
	size_t location_room, module_room;
	fg_str *attributes; /* KeyValue, or KeyValueAndUnit since 1.8 */
	size_t attribute_count, attribute_room;
};

/* Where the message was found to be cut or damaged. */
struct otlp_damage {
	const char *base; /* where the message begins */
	bool is_cut;
	uint64_t at; /* the innermost field that is not whole */
	uint64_t parts; /* small messages that are damaged */
};

/*
 * The next field of a message that may be cut: false at its end. Where the
 * field is cut, `damage` has the place, and message->damaged is set.
 */
bool otlp_next(struct pb *message, struct pb_field *field,
	       struct otlp_damage *damage);

/*
 * Adds the tables in `bytes`, which is a message with these `roles`. Entries
 * that are cut are left out. Returns whether there were any. O(size).
 */
bool otlp_tables_read(struct otlp_tables *t, const uint8_t *roles, fg_str bytes,
		      const struct otlp_layout *layout,
		      struct otlp_damage *damage);
void otlp_tables_free(struct otlp_tables *t);

/* Appends all numbers of a repeated field to `ids`. */
void otlp_take_numbers(uint64_t **ids, size_t *count, size_t *room,
		       struct pb_field *field);

#endif
