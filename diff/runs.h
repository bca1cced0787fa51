/* SPDX-License-Identifier: MIT */
#ifndef DIFF_RUNS_H
#define DIFF_RUNS_H

#include "diff.h"

/*
 * Reads all files of both sides into diff->stacks, and into diff->runs when
 * asked for. Two files are read at a time, in threads; the result and the
 * messages do not depend on that.
 */
fg_status runs_read(struct diff *diff, const struct diff_options *options,
		    struct fg_diag *diag);

#endif
