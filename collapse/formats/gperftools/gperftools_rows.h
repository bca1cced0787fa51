/* SPDX-License-Identifier: MIT */
#ifndef GPERFTOOLS_ROWS_H
#define GPERFTOOLS_ROWS_H

#include "gperftools_run.h"

/*
 * Profiles as text: one row of numbers and addresses per stack, of the heap,
 * of goroutines and so on, or of waiting.
 *
 *	heap profile:   4506:   595154 [ 77003:  4727625] @ heapprofile
 *	   500:   128000 [ 14000:  1016000] @ 0x55c6ccbad56a 0x55c6ccbac95f
 */

/* Whether `text` begins as such a profile does. */
bool gperftools_is_rows(fg_str text);

/* Folds it. Fails when the user asked for a metric that it has not. */
FG_MUST_USE fg_status gperftools_fold_rows(struct gperftools_run *run,
					   fg_str text);

#endif
