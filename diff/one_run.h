/* SPDX-License-Identifier: MIT */
#ifndef DIFF_ONE_RUN_H
#define DIFF_ONE_RUN_H

#include "diff.h"
#include "fg/held_messages.h"

/* One file on its way into the profile, or into a history. */
struct run {
	const char *path;
	unsigned side;
	const struct diff_options *options;
	double squares; /* see struct diff_run */
	struct fg_stacks *stacks; /* its own, column 0 */
	struct fg_header header; /* what it says of its weights */
	struct fg_held held;
	fg_status status;
};

/* So many are read at a time, each in a thread. */
enum { RUNS_AT_ONCE = 2 };

/*
 * Reads `n` files, RUNS_AT_ONCE at a time. `path`, `options` (strict, verbose
 * and whole_runs) and `held` must be set. `stacks` and `header` are then the
 * caller's to free, also where `status` tells of a failure.
 */
void run_read_all(struct run *runs, size_t n);

#endif
