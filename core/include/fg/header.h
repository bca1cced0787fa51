/* SPDX-License-Identifier: MIT */
#ifndef FG_HEADER_H
#define FG_HEADER_H

#include "fg/out.h"
#include "fg/samples.h"

/*
 * The header of folded text is a line that says what the weights are. Other
 * tools skip it, because its last word is not a number.
 *
 *	# fg: metric=cpu-clock unit=ns samples=16 squares=16032016000000 total=16016000
 *
 * A header is a list of KEY=VALUE words. A value has no blank, '%' or control
 * byte; these are written as %XX, and the functions here decode and encode
 * that. A value is never empty. The keys that fg itself writes and reads:
 *
 *	metric   the event, or the profiler's name of the weight
 *	unit     ns us ms s bytes count samples, or a word of the profiler's
 *	samples  how many samples the weights are the sum of
 *	squares  the sum of the squares of the weights of these samples
 *	total    the sum of all weights
 *	before.KEY, after.KEY   the same of one column of a difference
 *	normalize, before.scaled, after.scaled   what fg-diff did to the sums
 *
 * doc/FOLDED.md describes the rest, and where a header may stand.
 */
struct fg_header_key {
	char *name;
	char *value; /* decoded; never empty */
};

/* Zero-initialise it; end with fg_header_free(). */
struct fg_header {
	struct fg_header_key *keys; /* in the order in which they are written */
	size_t count, room;
};

/* A header with more keys is damaged; further keys are dropped. */
enum { FG_HEADER_KEYS_MAX = 64 };

/*
 * Adds the keys of a header line (without its line end) to *header. A repeated
 * key, a word without '=' and a word without a value are ignored, and *damaged
 * becomes true. Returns false and leaves *header unchanged when the line is
 * not a header.
 */
bool fg_header_parse(fg_str line, struct fg_header *header, bool *damaged);

/*
 * Writes the line, metric and unit first. Writes nothing when the header is
 * empty.
 */
void fg_header_write(struct fg_out *out, const struct fg_header *header);

void fg_header_free(struct fg_header *header); /* empty after that */

/* The value of a key; empty when there is none. Valid until it changes. */
fg_str fg_header_get(const struct fg_header *header, const char *name);

/*
 * The same for a key whose value is a number with at most 2 * FG_SCALE_MAX
 * decimals. False for any other value.
 */
bool fg_header_number(const struct fg_header *header, const char *name,
		      struct fg_number *number);

/* Replaces or appends a key. An empty value removes it. */
void fg_header_set(struct fg_header *header, const char *name, fg_str value);
void fg_header_set_number(struct fg_header *header, const char *name,
			  fg_wide units, unsigned scale);

/* *to becomes a copy; its old keys are freed. */
void fg_header_copy(struct fg_header *to, const struct fg_header *from);

/*
 * Makes *to describe the weights of both: keeps values that are equal in both,
 * adds up samples, squares, total, scaled, duration and runs, and drops the
 * rest. Metric and unit stay also where only one has them. The caller must
 * have checked that the units are alike.
 */
void fg_header_join(struct fg_header *to, const struct fg_header *from);

/* Whether fg_header_join() adds up the values of a key. */
bool fg_header_is_sum(const char *name);

/*
 * Whether both may be added up or compared: they have the same unit, or one
 * of them does not say its own.
 */
bool fg_header_alike(const struct fg_header *a, const struct fg_header *b);

/* Whether both name a metric, and the metrics differ. */
bool fg_header_other_metric(const struct fg_header *a,
			    const struct fg_header *b);

/* "cpu-clock in ns", for messages; the caller frees it. */
char *fg_header_what(const struct fg_header *header);

/*
 * The headers of several files whose weights are added up.
 *
 *	struct fg_header_files all = { 0 };
 *	status = fg_header_files_add(&all, &header, path, diag);
 *	... all.header ...
 *	fg_header_free(&all.header);
 */
struct fg_header_files {
	struct fg_header header; /* of all files together */
	const char *file; /* the first file with a unit; borrowed */
	bool any; /* a file was added */
	const char *silent; /* the first file without one; borrowed */
	bool told_metric, told_silent;
};

/*
 * Adds the header of one file; it is empty where the file does not say what it
 * counts. Fails where units are unlike, with a message that names both files.
 * Says which files are taken to be like the others, and where metrics differ.
 * `file` must stay valid.
 */
fg_status fg_header_files_add(struct fg_header_files *all,
			      const struct fg_header *header, const char *file,
			      struct fg_diag *diag);

/*
 * Whether the header begins a slice ("time=", "thread="): it describes a part
 * of the profile that the last header without these keys describes.
 */
bool fg_header_is_section(const struct fg_header *header);

/*
 * Sets the keys `samples`, `squares` and `total` (after `prefix`, such as
 * "before."). Unknown values are left out: see fg_samples_known().
 */
void fg_header_set_samples(struct fg_header *header, const char *prefix,
			   const struct fg_samples *samples, fg_wide total,
			   unsigned scale);

/*
 * The samples that the header states. `weight` (in units of 10^-scale) is how
 * much of the described weight is there: the result is all samples, or a share
 * where the header has a larger `total`. Empty where the header states no
 * samples or less weight than is there, or where the weights were scaled.
 */
struct fg_samples fg_header_samples(const struct fg_header *header,
				    const char *prefix, fg_wide weight,
				    unsigned scale);

/*
 * The standard name of a unit: "ns" for "nanoseconds", "bytes" for "B"; others
 * are unchanged. "samples" where a number of samples is called "count", and
 * "count" where the unit only repeats the metric: cycles:u are not measured in
 * cycles, they are counted. Both may be empty. Borrowed from the arguments, or
 * constant.
 */
fg_str fg_unit_name(fg_str metric, fg_str unit);

/* How fg-diff made the sums of both columns comparable. */
enum fg_normalize {
	FG_NORMALIZE_NONE,
	FG_NORMALIZE_AFTER, /* before scaled to after's sum */
	FG_NORMALIZE_BEFORE, /* after scaled to before's sum */
	FG_NORMALIZE_COMMON, /* the smaller scaled to the larger */
	FG_NORMALIZE_FACTOR, /* before scaled by a given number */
	FG_NORMALIZE_MEDIAN, /* before scaled by the median of ratios */
};

/* "none", "after", "before", "common", "factor", "median" */
const char *fg_normalize_name(enum fg_normalize normalize);

/* False when there is no such name. */
bool fg_normalize_find(fg_str name, enum fg_normalize *normalize);

/* The sums of whole profiles, also where stacks were left out. */
struct fg_sums {
	fg_wide total[2]; /* before, after: as read */
	fg_wide scaled[2]; /* as they are in the columns */
	unsigned scale; /* all in units of 10^-scale */
	enum fg_normalize normalize;
};

/* Sets the keys normalize, before.total, after.scaled and so on. */
void fg_header_set_sums(struct fg_header *header, const struct fg_sums *sums);

/*
 * How much a weight w of a column (0 or 1) of a difference varies by chance:
 * its standard error is the root of w * (noise + spread * w). fg-diff learns
 * this from several runs. Keys before.noise, before.spread and so on.
 */
void fg_header_set_noise(struct fg_header *header, unsigned column,
			 double noise, double spread);

/* False, and both unchanged, when the header does not tell. */
bool fg_header_noise(const struct fg_header *header, unsigned column,
		     double *noise, double *spread);

/*
 * Returns false and leaves *sums unchanged when one of the sums is missing or
 * damaged.
 */
bool fg_header_sums(const struct fg_header *header, struct fg_sums *sums);

#endif
