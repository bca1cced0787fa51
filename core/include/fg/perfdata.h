/* SPDX-License-Identifier: MIT */
#ifndef FG_PERFDATA_H
#define FG_PERFDATA_H

/*
 * Numbers of perf.data that a reader and a writer share, from
 * perf_event_open(2) and, from FG_RECORD_USER on, from
 * perf.data-file-format.txt of Linux' tools/perf.
 */
enum fg_record_type {
	FG_RECORD_MMAP = 1,
	FG_RECORD_LOST = 2,
	FG_RECORD_COMM = 3,
	FG_RECORD_EXIT = 4,
	FG_RECORD_FORK = 7,
	FG_RECORD_SAMPLE = 9,
	FG_RECORD_MMAP2 = 10,
	FG_RECORD_LOST_SAMPLES = 13,
	FG_RECORD_SWITCH = 14,
	FG_RECORD_SWITCH_CPU_WIDE = 15,
	FG_RECORD_NAMESPACES = 16,
	FG_RECORD_KSYMBOL = 17,
	FG_RECORD_CALLCHAIN_DEFERRED = 22,
	FG_RECORD_USER = 64, /* from here on perf's own, without a time */
	FG_RECORD_ATTR = 64,
	FG_RECORD_TRACING_DATA = 66,
	FG_RECORD_BUILD_ID = 67,
	FG_RECORD_FINISHED_ROUND = 68,
	FG_RECORD_AUXTRACE = 71,
	FG_RECORD_EVENT_UPDATE = 78,
	FG_RECORD_FEATURE = 80,
	FG_RECORD_COMPRESSED = 81,
	FG_RECORD_COMPRESSED2 = 83,
};

/* What the header of a recording may say of it. */
enum fg_feature {
	FG_FEATURE_TRACING_DATA = 1,
	FG_FEATURE_BUILD_ID = 2,
	FG_FEATURE_HOSTNAME = 3,
	FG_FEATURE_OSRELEASE = 4,
	FG_FEATURE_VERSION = 5,
	FG_FEATURE_ARCH = 6,
	FG_FEATURE_NRCPUS = 7,
	FG_FEATURE_CMDLINE = 11,
	FG_FEATURE_EVENT_DESC = 12,
	FG_FEATURE_DIR_FORMAT = 24,
};

#endif
