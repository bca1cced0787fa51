/* SPDX-License-Identifier: MIT */
#ifndef DIFF_FAILED_H
#define DIFF_FAILED_H

#include "diff.h"
#include "fg/folded.h"

/*
 * Runs that failed, and so must not pass a gate. All say what is wrong and
 * return FG_EINPUT.
 */

/*
 * A run that is empty, has lines without a weight, or has less weight than its
 * header says that was written: a file that was cut.
 */
fg_status failed_check_run(const struct fg_stacks *stacks,
			   const struct fg_folded_reader *reader,
			   struct fg_diag *diag, const char *file);

/* A run whose total lies far outside of those of its side. */
fg_status failed_check_totals(const struct diff *diff, struct fg_diag *diag);

#endif
