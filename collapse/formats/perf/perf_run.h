/* SPDX-License-Identifier: MIT */
#ifndef PERF_RUN_H
#define PERF_RUN_H

#include "format.h"
#include "perf_parser.h"

/* The state from file to file: the event, the sums, and one parser. */
struct perf_run {
	struct perf_choice choice;
	struct fg_stacks *stacks; /* added to the result at the end */
	struct perf_parser parser; /* writes into `stacks` */
	uint64_t blocks; /* in the files so far */
	bool huge_weight; /* a sum was over 64 bits */
	struct fg_loc odd; /* the first line that was not understood */
	bool has_odd;
};

/*
 * Reads c->in to its end with up to c->options->threads threads. The result is
 * the same as that of one parser over the whole text, for any number of
 * threads and any size of the blocks.
 */
fg_status perf_read(struct collapse *c, struct perf_run *run);

/*
 * Says in one line what was dropped or unusual. If the profile is empty, it
 * says why nothing was folded and fails.
 */
fg_status perf_report(struct collapse *c, const struct perf_run *run);

#endif
