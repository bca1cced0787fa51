/* SPDX-License-Identifier: MIT */
#ifndef PERF_PARSER_H
#define PERF_PARSER_H

#include "fg/lines.h"
#include "fg/stacks.h"
#include "fold/filter.h"
#include "fold/timeline.h"
#include "perf_cache.h"
#include "perf_deferred.h"
#include "perf_events.h"
#include "perf_frame.h"
#include "perf_header.h"
#include "perf_offcpu.h"

/*
 * The state machine over lines: reads samples, adds stacks. Each thread has
 * one, with its own profile; only the options are shared.
 */

/* Counts for the messages at the end of the run. */
struct perf_counts {
	uint64_t orphans; /* frame lines outside any sample */
	uint64_t noise; /* other lines that were not recognised */
	uint64_t first_odd; /* the first such line: block << 32 | line in it */
};

void perf_counts_init(struct perf_counts *counts);
void perf_counts_add(struct perf_counts *to, const struct perf_counts *from);

struct perf_parser {
	const struct collapse_options *options;
	struct perf_cache cache;
	struct sample_namer namer;
	struct filter filter;
	struct timeline timeline; /* of --timeline */
	struct slicer slicer;
	struct perf_events events;
	struct perf_counts counts;
	struct perf_deferred deferred;
	struct perf_offcpu *off_cpu; /* NULL, or for --off-cpu; owned */

	/* The stack: ids[start] to ids[room - 1], root first, growing down. */
	fg_frame *ids;
	size_t room, start;
	size_t pending; /* outermost frames that wait for a mark */
	size_t last; /* number of ids of the last frame line */
	uint64_t unknown; /* frames of this sample */

	/* The sample under construction. */
	bool open; /* inside a sample */
	struct perf_event *event; /* its event, or that for samples without */
	bool kept; /* open, and its event and the filters want it */
	bool sched; /* open, and it is for off_cpu */
	bool java; /* its command is a Java process */
	bool stopped; /* a frame of --skip-after was seen */
	bool single; /* the stack is from the header's line */
	bool narrow; /* a frame of it is perf_is_narrow() */
	bool doubtful; /* if it has no frames, it was not a sample */
	bool has_root, has_process_root, has_event_root, has_slice;
	fg_frame root, process_root, event_root, slice;
	uint64_t frame_lines, weight;
	enum perf_part {
		PERF_WHOLE,
		PERF_WAITS, /* the sample's user chain comes later */
		PERF_CHAIN, /* it is no sample, but such a chain */
	} part;
	uint64_t tid, cookie, sample_place; /* unless whole */

	/* The file. */
	bool header_seen;
	bool has_odd; /* the line before was not recognised: */
	struct fg_buffer odd;
	uint64_t odd_place;
	uint64_t block, line; /* the current position */
};

/*
 * Samples go to `out`, which must be empty; all three must outlive the parser.
 */
void perf_parser_init(struct perf_parser *parser,
		      const struct collapse_options *options,
		      struct perf_choice *choice, struct fg_stacks *out);
void perf_parser_free(struct perf_parser *parser);

/* Handles one line of any kind. */
void perf_parser_line(struct perf_parser *parser, fg_str line);

/*
 * Call it when the text ended, or when the next text begins with another
 * sample.
 */
void perf_parser_end_block(struct perf_parser *parser);

/*
 * The same where the text was cut: an incomplete sample does not count.
 * Returns whether there was one.
 */
bool perf_parser_drop_half(struct perf_parser *parser);

/* The next block is of another file; chains that come later are joined. */
void perf_parser_end_file(struct perf_parser *parser,
			  struct allowance *allowance);

/* Finds where a fresh parser can go on: see fg_cut_fn. */
size_t perf_cut(fg_str text);

#endif
