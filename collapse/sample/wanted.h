/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_WANTED_H
#define SAMPLE_WANTED_H

#include "options.h"

/*
 * Applies --only-comm, --only-pid, --only-tid, --cpu and --time to a sample.
 * Numbers are texts as in the input; empty: not known.
 */

/* Whether any of these options is there; without, all samples are wanted. */
static inline bool wanted_limits(const struct collapse_options *options)
{
	return options->only_comms || options->only_pid || options->only_tid ||
	       options->cpus || options->time_limited;
}

/*
 * Whether samples of this task are wanted. `tid` also has a number that may be
 * of a process or of a thread.
 */
bool wanted_task(const struct collapse_options *options, fg_str comm,
		 fg_str pid, fg_str tid);

/* Whether the list has the number; NULL contains all. */
bool wanted_number(const struct ranges *ranges, fg_str number);

/* Whether --time accepts a sample of this time, in seconds. */
bool wanted_time(const struct collapse_options *options, fg_str seconds);

#endif
