/* SPDX-License-Identifier: MIT */
#ifndef DIFF_SERIES_H
#define DIFF_SERIES_H

#include "history.h"
#include "names.h"
#include "tally.h"

/*
 * What functions weigh at the points of a history: the means of the runs of
 * each point.
 *
 *	struct series series;
 *	status = series_read(&series, &history, &options, diag);
 *	series_free(&series);
 */
struct series {
	struct fg_stacks *names; /* has no stacks: for the names of frames */
	size_t point_count;
	char **points; /* their names */
	size_t *runs; /* of each point */
	double *totals; /* a run, of each point */
	size_t count; /* of functions */
	fg_frame *functions;
	double *values[MEASURES]; /* of function f at point p: [f * points + p] */
	size_t left_out; /* functions, as too light */
	double sample; /* what a sample weighs; 0: not known */
	struct fg_header header; /* of all files together */
};

/* The heaviest functions, for the work to be bounded. */
enum { SERIES_FUNCTIONS_MAX = 1000 };

struct series_options {
	struct names *names; /* rewrites frames; borrowed */
	bool one_column, strict, verbose; /* see struct diff_options */
};

/*
 * Reads all files of the history. An empty run is left out, with a warning,
 * and so is a point of empty runs. Fails after a message: a file that cannot
 * be read, units that differ, or no weight at all. Memory grows with the
 * points times their distinct functions. Free `series` in any case.
 */
fg_status series_read(struct series *series, const struct history *history,
		      const struct series_options *options,
		      struct fg_diag *diag);
void series_free(struct series *series);

static inline fg_str series_name(const struct series *series, size_t f)
{
	return fg_frames_name(fg_stacks_names(series->names),
			      series->functions[f]);
}

#endif
