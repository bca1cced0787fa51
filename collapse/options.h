/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_OPTIONS_H
#define COLLAPSE_OPTIONS_H

#include "fg/base.h"
#include "fg/regex.h"
#include "ranges.h"

/*
 * What the user asked for, as every format sees it. main.c fills it in from
 * its option table; zeros are the defaults. A format looks at what applies
 * to it; what applies to the frames of all formats (include, exclude,
 * skip_after, merge_recursion) is done by stackbuf.h.
 */
struct collapse_options {
	/* The root element and the names. */
	bool pid, tid, no_comm, merge_comm_numbers;
	bool kernel, jit, all, addrs, srcline, keep_args;
	bool merge_recursion;

	/* Which samples, and what they weigh. */
	const char *event; /* NULL: the first one seen; "all": as a root */
	const char *metric; /* NULL: the format's default weight */
	bool count_samples; /* each weighs 1, not its period */
	const char *only_comm; /* NULL: all */
	const struct ranges *only_pid, *only_tid, *cpus; /* NULL: all */
	bool time_limited; /* keep time_from <= time <= time_to only */
	uint64_t time_from, time_to; /* in ns */
	struct fg_regex **include, **exclude; /* ended by NULL; may be NULL */
	const char **skip_after; /* ended by NULL; may be NULL */
	bool off_cpu;

	/* Frames of compiled code; see native.h. */
	const char *inlined; /* "no", "mark"; NULL: like any other frame */
	const char *unknown; /* "addr", "both"; NULL: the module */
	bool modules; /* module`name */
	bool keep_alloc_frames; /* malloc and its like, at the leaf */

	/* Threads and processes of formats that tell them. */
	bool per_thread, per_process; /* a root frame for each */
	const char *only_thread, *only_process; /* name or number; NULL: all */

	const char *snapshot; /* "peak", "last", a number; NULL: the peak */

	bool no_aggregate; /* every sample in input order */
	unsigned threads; /* at most; 0 means 1 */
	size_t block_size; /* bytes a thread takes at a time; 0: a good size */
	bool verbose; /* tell more in the summary note */
};

/*
 * The name of the first option, of those that only some formats know, which
 * was given and is not among the words of `known` (may be NULL: none); NULL
 * when there is none. Formats list theirs in format.options.
 */
const char *options_unknown_to(const struct collapse_options *options,
			       const char *known);

#endif
