/* SPDX-License-Identifier: MIT */
#ifndef DIFF_SORTED_PAIR_H
#define DIFF_SORTED_PAIR_H

#include "diff.h"

/*
 * Joins two sorted files by merging them, without keeping their stacks. The
 * files are read twice: the header of the result has sums, so these must be
 * known before the first line is written.
 *
 * Time is O(bytes), memory is a few blocks whatever the files have.
 */

/*
 * Fills in what diff_read() does, but diff->stacks has only samples, and
 * diff->column and diff->kept are NULL. False where this way is not open, and
 * nothing was told: the result is not folded text, a file is not sorted or not
 * a regular file, or stacks must be kept to name, scale or compare them.
 */
bool sorted_read(struct diff *diff, const struct diff_options *options,
		 struct fg_diag *diag, fg_status *status);

/*
 * Writes the lines of the result, and sets diff->differs. Fails where a file
 * has changed since it was read.
 */
fg_status sorted_write(struct fg_out *out, struct diff *diff,
		       const struct diff_options *options,
		       struct fg_diag *diag);

#endif
