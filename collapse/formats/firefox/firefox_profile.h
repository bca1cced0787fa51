/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_FIREFOX_PROFILE_H
#define COLLAPSE_FORMATS_FIREFOX_PROFILE_H

#include "firefox_libs.h"
#include "firefox_tables.h"
#include "format.h"
#include "sample/stack_owner.h"

/*
 * A whole profile: its processes, threads and samples. In the raw format, a
 * process may contain others; the processed format has one list of threads,
 * which counts as one process here.
 */
enum firefox_metric {
	FIREFOX_WEIGHT,
	FIREFOX_SAMPLES,
	FIREFOX_CPU,
	FIREFOX_TIME,
	FIREFOX_JS_ALLOC,
	FIREFOX_NATIVE_ALLOC,
	FIREFOX_NATIVE_RETAINED,
	FIREFOX_METRICS
};

/* The meaning of a sample's weight. */
enum firefox_weight { WEIGHT_SAMPLES, WEIGHT_MS, WEIGHT_BYTES };

/* Rows with one stack each. Columns that no metric needs are empty. */
struct firefox_rows {
	struct column stack; /* -1: none */
	struct column weight; /* thousandths; empty: 1 each */
	struct column cpu; /* in units of the process */
	struct column time, time_deltas; /* ns */
	enum firefox_weight weight_type;
	bool is_there; /* for kinds that few threads have */
	bool has_cpu, has_time;
};

enum firefox_kind { ROWS_SAMPLES, ROWS_JS, ROWS_NATIVE, ROWS_KINDS };

struct firefox_thread {
	struct owner owner, process;
	size_t group; /* index of its firefox_process */
	struct firefox_tables tables; /* empty where the profile shares them */
	struct firefox_libs libs; /* likewise */
	struct firefox_rows rows[ROWS_KINDS];
};

struct firefox_process {
	struct firefox_libs libs;
	int64_t interval; /* ns between samples */
};

struct firefox_profile {
	const struct collapse_options *options;
	bool wanted[FIREFOX_METRICS]; /* metrics whose columns are kept */
	struct firefox_tables shared;
	struct firefox_process *processes;
	size_t process_count, process_room;
	struct firefox_thread *threads;
	size_t thread_count, thread_room;
	char *cpu_unit; /* NULL: not said */
	int64_t version; /* of the processed format; 0 for the raw one */
	bool time_is_bytes; /* times are bytes that were written */
	fg_status status; /* status of reading texts inside it */
};

/* Sets up `p` for the metrics that the options need. */
void firefox_profile_init(struct firefox_profile *p,
			  const struct collapse_options *options);

/* Reads the profile that comes next. */
void firefox_profile_read(struct firefox_profile *p, struct json *json,
			  struct fg_diag *diag);
void firefox_profile_free(struct firefox_profile *p);

/* The type of weight of the first thread with samples. */
enum firefox_weight firefox_weight_type(const struct firefox_profile *p);

/* The name of a metric, for --metric. */
const char *firefox_metric_name(enum firefox_metric metric);

#endif
