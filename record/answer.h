/* SPDX-License-Identifier: MIT */
#ifndef RECORD_ANSWER_H
#define RECORD_ANSWER_H

#include <stdio.h>

#include "fg/diag.h"
#include "fg/frames.h"
#include "fg/weight.h"

/*
 * The answer before the picture: which functions have most self weight, and
 * how much of it is in functions without a name.
 *
 *	struct answer answer;
 *	answer_read(&answer, file);
 *	... answer.top[0].name, answer_percent(&answer, weight) ...
 *	answer_free(&answer);
 */
enum { ANSWER_TOP = 3 };

struct answer_row {
	fg_str name; /* empty: there are fewer functions */
	fg_wide self;
};

struct answer {
	fg_wide total, unknown;
	fg_wide waiting; /* of fg-collapse --wall-clock; in no row */
	uint64_t samples; /* that the header tells of; 0: it does not */
	struct answer_row top[ANSWER_TOP]; /* heaviest first */
	struct fg_frames *names;
};

/* Reads folded text from where `file` is to its end. Weights are whole. */
void answer_read(struct answer *answer, FILE *file);

/* Tenths of a percent of the total; 0 where there is none. */
unsigned answer_permille(const struct answer *answer, fg_wide weight);

void answer_free(struct answer *answer);

#endif
