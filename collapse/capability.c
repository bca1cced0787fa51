/* SPDX-License-Identifier: MIT */
#include "capability.h"

#include <string.h>

/* An option on the command line. */
struct given {
	uint64_t needs; /* one of these is enough; ANY: none needed */
	const char *name;
	bool is_given;
};

/*
 * For scripts of stackcollapse-elfutils.pl and the like, whose --pid and --tid
 * are other options here.
 */
static const char *advice_for(const char *name, uint64_t has)
{
	if (strcmp(name, "pid") == 0 && has & HAS_PROCESSES)
		return "; try --per-process";
	if (strcmp(name, "tid") == 0 && has & HAS_THREADS)
		return "; try --per-thread";
	return "";
}

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
#define OPTIONAL TEXT
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
				       "--%s does not apply to the %s format%s",
				       row->name, name,
				       advice_for(row->name, has));
	}
	return FG_OK;
}
