/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RUN_H
#define COLLAPSE_RUN_H

#include "format.h"

/*
 * One run of fg-collapse: files of any formats, folded into one profile.
 *
 *	struct run *run = run_new(stacks, options, diag);
 *	for (size_t i = 0; i < count; i++)
 *		run_file(run, paths[i], NULL);
 *	status = run_finish(run);
 *	run_free(run);
 */
struct run;

/* The metrics of one file, for --list-metrics. */
struct listing {
	const char *file;
	const struct format *format;
	struct metrics metrics;
};

/* Borrows all three until run_free(). */
struct run *run_new(struct fg_stacks *out,
		    const struct collapse_options *options,
		    struct fg_diag *diag);

/*
 * Folds one file ("-": standard input); detects its format where `format` is
 * NULL. After a failure further files may still be folded; run_finish()
 * returns the failure.
 */
void run_file(struct run *run, const char *path, const struct format *format);

/* Folds the input `in`, and closes it. */
void run_lines(struct run *run, struct fg_lines *in,
	       const struct format *format);

/*
 * Gives the messages about the run as a whole, and returns the first failure.
 * A run that folded nothing has failed.
 */
FG_MUST_USE fg_status run_finish(struct run *run);

/* Fails when the profile's text would be too large; see allowance.h. */
FG_MUST_USE fg_status run_check_text(const struct run *run);

/*
 * Whether a failed run has nothing worth writing: it is empty, or files of
 * different units were added up.
 */
bool run_is_useless(const struct run *run);

/*
 * Sets *header to the header of the result; its old keys are freed. Empty when
 * no file says what its weights are. O(stacks).
 */
void run_header(const struct run *run, struct fg_header *header);

struct timeline;
struct fg_slices;

/* The slices of time, with --timeline; NULL without. */
const struct timeline *run_timeline(const struct run *run);

/*
 * With --timeline: makes the profile and its slices from the run's profile,
 * whose stacks have marks. `plain` and *slices must be empty.
 */
void run_slices(struct run *run, struct fg_stacks *plain,
		struct fg_slices *slices, struct fg_diag *diag);

/* One per file, in order, when options->list_metrics. */
const struct listing *run_listings(const struct run *run, size_t *count);

/* Frees the run, but not the profile. */
void run_free(struct run *run);

#endif
