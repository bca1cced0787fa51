/* SPDX-License-Identifier: MIT */
#include "capability.h"

/* An option on the command line. */
struct given {
	uint64_t needs; /* one of these is enough; ANY: none needed */
	const char *name;
	bool is_given;
};

fg_status capability_check(const struct collapse_options *o, const char *name,
			   uint64_t has, struct fg_diag *diag,
			   struct fg_loc loc)
{
	const struct given rows[] = {
#define FLAG(field, letter, name, arg, needs, ...) { needs, name, o->field },
#define CHOICE(field, letter, name, arg, needs, ...) \
	{ needs, name, o->field != 0 },
#define TEXT(field, letter, name, arg, needs, ...) \
	{ needs, name, o->field != NULL },
#define NAMES TEXT
#define RANGES TEXT
#define PATTERN TEXT
#define PATTERNS TEXT
#define TIME(field, letter, name, arg, needs, ...) \
	{ needs, name, o->field##_limited },
#include "collapse_options.def"
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct given *row = &rows[i];

		if (row->is_given && row->needs != ANY && !(row->needs & has))
			return fg_fail(diag, FG_EUSAGE, loc,
				       "--%s does not apply to the %s format",
				       row->name, name);
	}
	return FG_OK;
}
