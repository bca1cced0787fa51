/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_WANTED_H
#define SAMPLE_WANTED_H

#include "options.h"

/*
 * Applies --only-comm, --only-pid, --only-tid, --thread, --process, --cpu and
 * --time to a sample. Texts are as in the input; empty: not known.
 */
struct wanted_task {
	fg_str comm, process; /* names of the thread and of its process */
	fg_str pid, tid; /* of a lone number, which may be either, `tid` */
};

/* Whether any of these options is there; without, all samples are wanted. */
static inline bool wanted_limits(const struct collapse_options *options)
{
	return options->only_comms || options->only_pid || options->only_tid ||
	       options->thread || options->process || options->cpus ||
	       options->time_limited;
}

/* Whether samples of this task are wanted. The patterns are not locked. */
bool wanted_task(const struct collapse_options *options,
		 const struct wanted_task *task);

/* Whether the list has the number; NULL contains all. */
bool wanted_number(const struct ranges *ranges, fg_str number);

/* Whether --time accepts a sample of this time, in seconds. */
bool wanted_time(const struct collapse_options *options, fg_str seconds);

#endif
