/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_PPROF_TABLES_H
#define COLLAPSE_FORMATS_PPROF_TABLES_H

#include "fg/alloc.h"
#include "input/protobuf.h"

/*
 * All parts of a pprof profile but its samples: strings, functions, modules
 * and places in code ("locations"), found by the numbers that the profile
 * gives them. Slices are parts of the profile's bytes, which must stay valid.
 */
struct pprof_type { /* a column of the samples' values */
	uint64_t name, unit; /* strings */
};

struct pprof_function {
	uint64_t id;
	uint64_t name, system_name, file; /* strings */
};

struct pprof_module {
	uint64_t id, start, offset;
	uint64_t file, build_id; /* strings */
};

struct pprof_line { /* one of the functions that share an address */
	uint64_t function; /* id */
	int64_t line;
};

struct pprof_location {
	uint64_t id, module, address;
	size_t first_line, line_count; /* the innermost function first */
};

/* An index of ids: sorted, or dense from 1. */
struct pprof_index {
	struct pprof_key {
		uint64_t id;
		size_t at;
	} * keys;
	size_t count;
	bool dense; /* keys[id - 1] has that id */
};

struct pprof_tables {
	fg_str *strings;
	size_t string_count, string_room;
	struct pprof_type *types;
	size_t type_count, type_room;
	struct pprof_function *functions;
	size_t function_count, function_room;
	struct pprof_module *modules;
	size_t module_count, module_room;
	struct pprof_location *locations;
	size_t location_count, location_room;
	struct pprof_line *lines;
	size_t line_count, line_room;
	struct pprof_index function_index, module_index, location_index;
	uint64_t default_type; /* string; 0: none */
	uint64_t sample_count;
	bool damaged; /* at the top level: the rest was not read */
	uint64_t damaged_parts; /* damaged functions, locations and so on */
};

/* No compiler inlines more functions into one place; more are damage. */
enum { PPROF_LINES_MAX = 256 };

/* Zero-initialise `t`. */
void pprof_tables_read(struct pprof_tables *t, fg_str profile);
void pprof_tables_free(struct pprof_tables *t);

/*
 * The index of the entry with that id in its table; SIZE_MAX when there is
 * none.
 */
size_t pprof_find(const struct pprof_index *index, uint64_t id);

/* A string; p is NULL when there is none of that number. */
fg_str pprof_string(const struct pprof_tables *t, uint64_t number);

#endif
