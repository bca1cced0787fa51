/* SPDX-License-Identifier: MIT */
/*
 * Makes a table of options into the fields of a struct. Include it right
 * before the table:
 *
 *	struct settings {
 *	#include "fg/options_fields.h"
 *	#include "render_options.def"
 *	};
 */
#define FLAG(field, ...) bool field;
#define TEXT(field, ...) const char *field;
#define NUMBER(field, ...) uint64_t field;
#define REAL(field, ...) double field;
#define LIST(field, ...) struct fg_list field;
#define OPTIONAL(field, ...) const char *field;
