/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_PROFILES_H
#define COLLAPSE_PROFILES_H

#include "fg/header.h"
#include "fg/slices.h"
#include "format.h"
#include "run.h"

/*
 * What fg-collapse writes: one profile, or with `--metric all` one for each
 * metric; with --timeline, each in slices of time.
 *
 *	const char *const files[] = { "-", NULL };
 *	struct profiles profiles = { .options = c->options, .files = files };
 *	status = profiles_read(&profiles, diag);
 *	profiles_write(&profiles, out, true);
 *	profiles_free(&profiles);
 *
 * Each metric is folded by a run of its own, because a format folds one. So
 * files are read once more than there are metrics.
 */
struct profile {
	struct fg_header header;
	struct fg_stacks *stacks;
	struct fg_slices slices; /* with --timeline */
	bool is_absolute; /* their times count from before the recording */
};

struct profiles {
	const struct collapse_options *options;
	const char *const *files; /* ends with NULL; "-": standard input */
	const struct format *format; /* NULL: detected */

	struct profile *items;
	size_t count;
	struct run *run; /* the last run, for --list-metrics */
	bool is_useless; /* there is nothing worth writing */
};

/* Whether the user asks for all metrics. */
bool profiles_want_all(const struct collapse_options *options);

/*
 * Folds the files. There may be profiles to write after a failure, unless
 * is_useless.
 */
FG_MUST_USE fg_status profiles_read(struct profiles *profiles,
				    struct fg_diag *diag);

/* Writes the folded text. */
void profiles_write(const struct profiles *profiles, struct fg_out *out,
		    bool with_header);

void profiles_free(struct profiles *profiles);

#endif
