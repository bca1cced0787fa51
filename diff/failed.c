/* SPDX-License-Identifier: MIT */
#include "failed.h"

#include <math.h>
#include <stdlib.h>

#include "fg/alloc.h"

fg_status failed_check_run(const struct fg_stacks *stacks,
			   const struct fg_folded_reader *reader,
			   struct fg_diag *diag, const char *file)
{
	struct fg_loc loc = { file, 0 };
	const struct fg_number *there = &reader->weight[0];
	struct fg_number total;
	double share;

	if (fg_stacks_total(stacks, 0) == 0)
		return fg_fail(diag, FG_EINPUT, loc,
			       "this run is empty, so there is nothing to "
			       "check");
	if (reader->bad > 0)
		return fg_fail(diag, FG_EINPUT,
			       (struct fg_loc){ file, reader->first_bad },
			       "this run was not read whole: a line without a "
			       "weight");
	if (!fg_header_number(&reader->header, "total", &total))
		return FG_OK;
	share = 100 * (double)there->units / (double)fg_pow10(there->scale) *
		(double)fg_pow10(total.scale) / (double)total.units;
	if (share < 99.9)
		return fg_fail(diag, FG_EINPUT, loc,
			       "this run is not whole: it has %.1f %% of the "
			       "weight that its header tells of",
			       share);
	return FG_OK;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
	qsort(values, n, sizeof *values, by_value);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/*
 * How far a total may lie from the median of its side, as a factor: six
 * deviations (by the median deviation), at least a fifth, at most twice. One
 * of two runs is never near the other by chance when it is half of it.
 */
static double totals_limit(const double *totals, size_t n, double middle)
{
	double *off = fg_malloc(n * sizeof *off), deviation;

	for (size_t i = 0; i < n; i++)
		off[i] = fabs(log(totals[i] / middle));
	deviation = 1.4826 * median(off, n);
	free(off);
	return fmin(2, fmax(1.2, exp(6 * deviation)));
}

/* One side. `totals` has room for all runs. */
static fg_status check_totals(const struct diff *diff, unsigned side,
			      double *totals, struct fg_diag *diag)
{
	double middle, limit;
	size_t n = 0;

	for (size_t r = 0; r < diff->run_count; r++) {
		if (diff->runs[r].side == side)
			totals[n++] = diff->runs[r].total;
	}
	middle = median(totals, n);
	limit = totals_limit(totals, n, middle);
	for (size_t r = 0; n > 1 && r < diff->run_count; r++) {
		const struct diff_run *run = &diff->runs[r];
		double ratio = run->total / middle;

		if (run->side == side && (ratio > limit || ratio < 1 / limit))
			return fg_fail(diag, FG_EINPUT,
				       (struct fg_loc){ run->path, 0 },
				       "this run is no match for the others of "
				       "its side: its weight is %.0f %% of "
				       "their median; --allow-outlier takes it "
				       "all the same",
				       100 * ratio);
	}
	return FG_OK;
}

fg_status failed_check_totals(const struct diff *diff, struct fg_diag *diag)
{
	double *totals = fg_malloc(diff->run_count * sizeof *totals);
	fg_status status = check_totals(diff, BEFORE, totals, diag);

	if (status == FG_OK)
		status = check_totals(diff, AFTER, totals, diag);
	free(totals);
	return status;
}
