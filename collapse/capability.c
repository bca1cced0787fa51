/* SPDX-License-Identifier: MIT */
#include "capability.h"

#include <string.h>

/* An option on the command line. */
struct given {
	uint64_t needs; /* one of these is enough; ANY: none needed */
	const char *name;
	bool is_given;
};

/* Advice: the format's own option for the same purpose. */
static const char *advice_for(const char *name, uint64_t has)
{
	static const struct {
		const char *name;
		uint64_t other;
		const char *advice;
	} rows[] = {
		{ "thread", HAS_TIDS, "; try --only-tid or --only-comm" },
		{ "process", HAS_PIDS, "; try --only-pid or --only-comm" },
		{ "pid", HAS_PROCESSES, "; try --per-process" },
		{ "tid", HAS_THREADS, "; try --per-thread" },
		{ "per-process", HAS_COMM_IDS, "; try --pid" },
		{ "per-thread", HAS_COMM_IDS, "; try --tid" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (strcmp(name, rows[i].name) == 0 && has & rows[i].other)
			return rows[i].advice;
	}
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
