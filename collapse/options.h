/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_OPTIONS_H
#define COLLAPSE_OPTIONS_H

#include "fg/base.h"
#include "fg/regex.h"

/*
 * What the user asked for, as every format sees it. main.c fills it in from
 * its option table; zeros are the defaults. A format looks at what applies
 * to it; what applies to all (include, exclude, merge_recursion, ...) is
 * done by stackbuf.h.
 */
struct collapse_options {
	/* The root element and the names. */
	bool pid, tid, no_comm, merge_comm_numbers;
	bool kernel, jit, addrs, srcline, keep_args;
	bool merge_recursion;

	/* Which samples, and what they weigh. */
	const char *event; /* NULL: the first one seen; "all": as a root */
	const char *metric; /* NULL: the format's default weight */
	const char *count; /* NULL, "period" or "samples" */
	const char *only_comm; /* NULL: all */
	const char *only_pid, *only_tid, *cpus; /* lists: "1,4-7" */
	const char *time; /* "A,B" in seconds, either may be empty */
	struct fg_regex **include, **exclude; /* ended by NULL; may be NULL */
	const char **skip_after; /* ended by NULL; may be NULL */
	bool off_cpu;

	bool no_aggregate; /* every sample in input order */
	unsigned threads; /* at least 1 */
	bool verbose; /* tell more in the summary note */
};

#endif
