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

#endif
