/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_OPTIONS_H
#define COLLAPSE_OPTIONS_H

#include "fg/base.h"
#include "fg/regex.h"
#include "ranges.h"

/* What becomes of a function that the compiler put into its caller. */
enum inlines {
	INLINE_YES, /* a frame like any other */
	INLINE_NO, /* only the function it was put into */
	INLINE_MARK, /* a frame with _[i] behind its name */
};

/* How a frame without a symbol is named. */
enum unknown_names {
	UNKNOWN_MODULE, /* [libfoo.so] */
	UNKNOWN_ADDR, /* 0x1234 */
	UNKNOWN_BOTH, /* libfoo.so+0x1234 */
};

/*
 * What the user asked for, as every format sees it. collapse_settings.c fills it in
 * from the command line; zeros are the defaults. A format looks at what applies
 * to it; what applies to the frames of all formats (include, exclude,
 * skip_after, merge_recursion, renaming) is done by stackbuf.h.
 */
struct collapse_options {
	/* The root element and the names. */
	bool pid, tid, no_comm, merge_comm_numbers;
	bool kernel, jit, all, addrs, srcline, keep_args;
	bool merge_recursion;
	bool modules, strip_args, strip_templates, keep_alloc_frames;
	bool no_symbols; /* names come from the profile alone, not binaries */
	const char *symbol_root; /* where binaries lie; NULL: in the root */
	const char *kallsyms; /* the kernel's symbols; NULL: see symbols.h */
	bool no_modules, no_srcline,
		keep_offsets; /* what formats show or not */
	bool strip_offsets, shorten_packages, no_packages; /* see rename.h */
	bool no_truncated; /* nothing marks stacks that were cut */
	enum inlines inlines;
	enum unknown_names unknown;

	/* The root frames of formats that know threads; all off: its own. */
	bool per_process, per_thread;

	/* Which samples, and what they weigh. */
	const char **events; /* "all": each as a root; or NULL: the first */
	const char *metric; /* NULL: the format's default weight */
	bool count_samples; /* each weighs 1, not its period */
	const char **only_comms; /* ended by NULL, as events; NULL: all */
	struct fg_regex *thread, *process; /* by name or number; NULL: all */
	const char **labels; /* "KEY" or "KEY=VALUE", ended by NULL; or NULL */
	const char *
		callgrind_mode; /* as listed in collapse_settings.c; NULL: "auto" */
	const char *snapshot; /* "peak", "last", a number; NULL: the peak */
	const struct ranges *only_pid, *only_tid, *cpus; /* NULL: all */
	bool time_limited; /* keep time_from <= time <= time_to only */
	uint64_t time_from, time_to; /* in ns */
	struct fg_regex **include, **exclude; /* ended by NULL; may be NULL */
	const char **skip_after; /* ended by NULL; may be NULL */
	bool off_cpu;
	bool keep_idle; /* threads that wait */

	bool no_aggregate; /* every sample in input order */
	unsigned threads; /* at most; 0 means 1 */
	size_t block_size; /* bytes a thread takes at a time; 0: a good size */
	bool no_limits; /* see allowance.h */
	bool list_metrics; /* nothing is folded, all metrics are summed */
	bool verbose; /* tell more in the summary note */
};

/* "909.314179" seconds as ns; false when it is no such number. */
bool options_seconds(fg_str text, uint64_t *ns);

/*
 * "1.5,4" sets time_from and time_to, "1.5," and ",4" leave that end open;
 * false when it is no such range, or ends before it begins.
 */
bool options_time(const char *text, struct collapse_options *options);

/* Whether the list, which ends with NULL (or is NULL), has that name. */
bool options_have(const char **names, fg_str name);

/* Whether --time, if it was given, has that time, in ns. */
bool options_in_time(const struct collapse_options *options, uint64_t ns);

/* "500M" as bytes; K, M and G are powers of 1024. False for none, and 0. */
bool options_bytes(fg_str text, uint64_t *bytes);

#endif
