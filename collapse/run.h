/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RUN_H
#define COLLAPSE_RUN_H

#include "format.h"

/*
 * One run of fg-collapse: files of any formats, folded into one profile.
 *
 *	struct run *run = run_new(stacks, options, diag);
 *	for each path
 *		run_file(run, path, NULL);
 *	status = run_finish(run);
 */
struct run;

/* Borrows all three until run_finish(). */
struct run *run_new(struct fg_stacks *out,
		    const struct collapse_options *options,
		    struct fg_diag *diag);

/*
 * Folds one file ("-": standard input), detecting its format where `format`
 * is NULL. After a failure further files may still be folded; run_finish()
 * tells.
 */
void run_file(struct run *run, const char *path, const struct format *format);

/* Folds what `in` reads, and closes it. */
void run_lines(struct run *run, struct fg_lines *in,
	       const struct format *format);

/*
 * Says what is to be said of the run as a whole, frees it, and returns the
 * first failure there was. A run that folded nothing has failed.
 */
FG_MUST_USE fg_status run_finish(struct run *run);

#endif
