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

/* What the files of both sides say of their weights. */
struct runs_headers {
	struct fg_header_files sides[SIDES];
};

/*
 * Hands the headers to the profile, and returns the status. Where it is FG_OK:
 * fails when the sides have unlike units.
 */
fg_status runs_end_headers(struct diff *diff, struct runs_headers *headers,
			   fg_status status, struct fg_diag *diag);

#endif
