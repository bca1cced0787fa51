/* SPDX-License-Identifier: MIT */
#ifndef RECORD_SUMMARY_H
#define RECORD_SUMMARY_H

#include <stdio.h>

#include "fg/diag.h"
#include "fg/frames.h"
#include "fg/weight.h"

/*
 * The answer before the picture: which functions have most self weight, and
 * how much of it is in functions without a name.
 *
 *	struct summary summary;
 *	summary_read(&summary, file);
 *	... summary.top[0].name, summary_percent(&summary, weight) ...
 *	summary_free(&summary);
 */
enum { SUMMARY_TOP = 3 };

struct summary_row {
	fg_str name; /* empty: there are fewer functions */
	fg_wide self;
};

struct summary {
	fg_wide total, unknown;
	struct summary_row top[SUMMARY_TOP]; /* heaviest first */
	struct fg_frames *names;
};

/* Reads folded text from where `file` is to its end. Weights are whole. */
void summary_read(struct summary *summary, FILE *file);

/* Tenths of a percent of the total; 0 where there is none. */
unsigned summary_permille(const struct summary *summary, fg_wide weight);

void summary_free(struct summary *summary);

#endif
