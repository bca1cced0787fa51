/* SPDX-License-Identifier: MIT */
#ifndef DIFF_DIFF_H
#define DIFF_DIFF_H

#include "fg/amount.h"
#include "fg/header.h"
#include "fg/out.h"
#include "names.h"
#include "scale.h"

/*
 * Two profiles side by side. Each side is one file or several runs, whose
 * mean counts.
 *
 *	struct diff diff;
 *	status = diff_read(&diff, &options, diag);
 *	if (status == FG_OK)
 *		diff_scale(&diff, diag);
 *		status = diff_write_folded(out, &diff, &options, diag);
 *	diff_free(&diff);
 */
enum { BEFORE, AFTER, SIDES };

struct diff_paths {
	const char *const *items;
	size_t count;
};

/* A weight, or a share of the larger side's sum. */
struct amount {
	struct fg_weight value;
	bool percent;
};

struct diff_options {
	struct diff_paths paths[SIDES];
	struct names *names; /* rewrites frames; borrowed */
	enum fg_normalize normalize;
	struct factor scale_before; /* with FG_NORMALIZE_FACTOR */
	bool only[3]; /* stacks of: before alone, after alone, both */
	struct amount min_delta; /* folded stacks that changed less are left */
	bool one_column; /* two numbers at the end of each line are no pair */
	bool strict; /* a bad line is an error */
	bool verbose; /* tell what each file held */
	bool keep_runs; /* fill in diff.runs */
	bool folded; /* diff_write_folded() is all that is wanted */
	bool sum; /* sums of runs count, not means */
	bool whole_runs; /* a run that is empty or was cut is an error */
	bool allow_outlier; /* but not one of another size than the others */
	bool may_be_empty; /* on both sides: two empty files are equal */
	bool quiet_empty; /* a file without weights is not told of */
	bool no_header; /* do not begin the folded lines with a header */
};

/* What one file weighs, for the spread between runs. */
struct diff_run {
	const char *path; /* borrowed */
	unsigned side;
	double *weight; /* of each stack, in whole units (scale 0) */
	size_t count; /* stacks known when it was read; the rest are 0 */
	double total;
	double squares; /* of the weights of its samples; 0: not known */
};

/* Some of the stacks, as read. */
struct diff_part {
	size_t count;
	fg_wide weight[SIDES];
};

struct diff {
	struct fg_stacks *stacks; /* columns BEFORE and AFTER, as read */
	struct fg_header header[SIDES]; /* what each side says of itself */
	/*
	 * The files are merged while they are written (sorted_pair.h): there are
	 * no stacks, `kept` or `column`, and `differs` is known after that.
	 */
	bool is_sorted, differs;
	uint32_t *kept; /* the stacks selected, FG_BY_LINE */
	size_t kept_count;
	uint64_t period; /* what a sample weighs, by the look; 0: not known */
	size_t counts[SIDES]; /* how many runs; 1 where their sum counts */
	fg_wide total[SIDES]; /* of all stacks, in all runs */
	struct diff_part parts[3]; /* of these: before alone, after alone, both */
	struct factor factor[SIDES]; /* makes means, and normalises */
	struct factor ratio; /* of --scale-before; 1 without */
	enum fg_normalize normalize;
	uint64_t *column[SIDES]; /* by number of stack; as read, or scaled */
	struct diff_run *runs; /* NULL unless asked for */
	size_t run_count;
	/*
	 * The error of a mean weight w of a side: the root of
	 * w * (noise + spread * w). 0: not known; see noise_find().
	 */
	double noise[SIDES], spread[SIDES];
};

/* "5", "0.5%"; false for anything else. */
bool amount_parse(fg_str s, struct amount *amount);

/*
 * Reads, joins and selects. Fails for an unusable file, for a file that has
 * two columns already, and, unless that is allowed, when both sides are empty;
 * one empty side is a warning. Free `diff` in any case.
 */
fg_status diff_read(struct diff *diff, const struct diff_options *options,
		    struct fg_diag *diag);
void diff_free(struct diff *diff);

/*
 * Makes diff->column what is to be printed; to be called once. The sum of a
 * scaled column is exactly its factor times the sum as read. The calls below
 * need it.
 */
void diff_scale(struct diff *diff, struct fg_diag *diag);

/*
 * Two-column folded lines, sorted. Fails where a file was merged and has
 * changed since diff_read().
 */
FG_MUST_USE fg_status diff_write_folded(struct fg_out *out, struct diff *diff,
					const struct diff_options *options,
					struct fg_diag *diag);

/* Whether any line to be printed, or printed, has two different weights. */
bool diff_differs(const struct diff *diff, struct amount min_delta);

/* Whether |a - b| reaches the amount; always true for an amount of 0. */
bool diff_reaches(const struct diff *diff, struct amount amount, fg_wide a,
		  fg_wide b);

/* The sum of a side after normalising. */
static inline fg_wide diff_scaled_total(const struct diff *diff, unsigned side)
{
	return factor_apply(diff->factor[side], diff->total[side]);
}

#endif
