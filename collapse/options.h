/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_OPTIONS_H
#define COLLAPSE_OPTIONS_H

#include "fg/base.h"
#include "fg/regex.h"
#include "ranges.h"

/* How a function is shown that the compiler inlined into its caller. */
enum inlines {
	INLINE_YES, /* a frame like any other */
	INLINE_NO, /* only the function it was inlined into */
	INLINE_MARK, /* a frame with _[i] after its name */
};

/* How a frame without a symbol is named. */
enum unknown_names {
	UNKNOWN_MODULE, /* [libfoo.so] */
	UNKNOWN_ADDR, /* 0x1234 */
	UNKNOWN_BOTH, /* libfoo.so+0x1234 */
};

/* The weight of a sample. */
enum counted {
	COUNT_PERIODS, /* its period */
	COUNT_SAMPLES, /* 1 */
};

/*
 * The user's options, for all formats; collapse_options.def has the fields. The
 * program fills it in from the command line; zeros are the defaults. A format
 * uses the options that apply to it. stackbuf.h applies the options for frames
 * of all formats (include, exclude, skip_after, merge_recursion, renaming).
 */
struct collapse_options {
#define FLAG(field, ...) bool field;
#define TEXT(field, ...) const char *field;
#define OPTIONAL TEXT
#define CHOICE(field, ...) unsigned field;
#define NAMES(field, ...) const char **field;
#define RANGES(field, ...) const struct ranges *field;
#define PATTERN(field, ...) struct fg_regex *field;
#define PATTERNS(field, ...) struct fg_regex **field;
#define TIME(field, ...)      \
	bool field##_limited; \
	uint64_t field##_from, field##_to; /* in ns; both included */
#include "collapse_options.def"

	unsigned threads; /* most threads; 0 means 1 */
	int64_t slice_length; /* of --timeline=MS, in ns; 0: not given */
	size_t block_size; /* bytes a thread takes at a time; 0: a good size */
};

/* Whether to mark frames of the kernel, or of JIT code. */
static inline bool options_mark_kernel(const struct collapse_options *options)
{
	return options->kernel || options->all;
}

static inline bool options_mark_jit(const struct collapse_options *options)
{
	return options->jit || options->all;
}

/* "909.314179" seconds in ns; false when it is not such a number. */
bool options_seconds(fg_str text, uint64_t *ns);

/*
 * "1.5,4" sets time_from and time_to; "1.5," and ",4" leave the other end
 * open. False when it is not such a range, or ends before it begins.
 */
bool options_time(const char *text, struct collapse_options *options);

/* Whether the list, which ends with NULL (or is NULL), has that name. */
bool options_have(const char **names, fg_str name);

/* Whether `ns` is in the range of --time; true without --time. */
bool options_in_time(const struct collapse_options *options, uint64_t ns);

#endif
