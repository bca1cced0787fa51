/* SPDX-License-Identifier: MIT */
#ifndef PERF_PARSER_H
#define PERF_PARSER_H

#include "fg/lines.h"
#include "fg/stacks.h"
#include "fold/filter.h"
#include "perf_cache.h"
#include "perf_deferred.h"
#include "perf_events.h"
#include "perf_frame.h"
#include "perf_header.h"
#include "perf_offcpu.h"

/*
 * The state machine over lines: samples in, stacks out. Each thread has one,
 * with its own profile; nothing here is shared but the options.
 */

/* What the run is told of at its end. */
struct perf_counts {
	uint64_t orphans; /* frame lines outside any sample */
	uint64_t noise; /* other lines that are nothing known */
	uint64_t first_odd; /* the first of both: block << 32 | line in it */
};

void perf_counts_init(struct perf_counts *counts);
void perf_counts_add(struct perf_counts *to, const struct perf_counts *from);

struct perf_parser {
	const struct collapse_options *options;
	struct perf_cache cache;
	struct sample_namer namer;
	struct filter filter;
	struct perf_events events;
	struct perf_counts counts;
	struct perf_deferred deferred;
	struct perf_offcpu *off_cpu; /* NULL, or for --off-cpu; owned */

	/* The stack: ids[start] to ids[room - 1], root first, growing down. */
	fg_frame *ids;
	size_t room, start;
	size_t pending; /* of the outermost: they wait for their mark */
	size_t last; /* how many the last frame line made */
	uint64_t unknown; /* frames of this sample */

	/* The sample under construction. */
	bool open; /* there is one */
	struct perf_event *event; /* its, or that of all without one */
	bool kept; /* and its event and the filters want it */
	bool sched; /* and it is for off_cpu */
	bool java; /* its command is a Java process */
	bool stopped; /* --skip-after was met */
	bool single; /* the stack is from the header's line */
	bool narrow; /* it has a frame that perf_is_narrow() */
	bool doubtful; /* without frames, it was no sample */
	bool has_root, has_process_root, has_event_root;
	fg_frame root, process_root, event_root;
	uint64_t frame_lines, weight;
	enum perf_part {
		PERF_WHOLE,
		PERF_WAITS, /* the sample's user chain comes later */
		PERF_CHAIN, /* it is no sample, but such a chain */
	} part;
	uint64_t tid, cookie, sample_place; /* unless whole */

	/* The file. */
	bool header_seen;
	bool has_odd; /* the line before was nothing known: */
	struct fg_buffer odd;
	uint64_t odd_place;
	uint64_t block, line; /* where we are */
};

/* Samples go to `out`, which is empty; all three must outlive the parser. */
void perf_parser_init(struct perf_parser *parser,
		      const struct collapse_options *options,
		      struct perf_choice *choice, struct fg_stacks *out);
void perf_parser_free(struct perf_parser *parser);

/*
 * Reads whole lines; a sample may go on in the next block. Returns nothing:
 * whatever the bytes are, they are counted as something.
 */
void perf_parser_block(struct perf_parser *parser, fg_str text, uint64_t block);

/* The text ended, or what follows is another sample. */
void perf_parser_end_block(struct perf_parser *parser);

/*
 * The same where the text was cut: a sample that is not over does not count.
 * Returns whether there was one.
 */
bool perf_parser_drop_half(struct perf_parser *parser);

/* The next block is of another file; chains that come later are joined. */
void perf_parser_end_file(struct perf_parser *parser,
			  struct allowance *allowance);

/* Where a fresh parser can go on: see fg_cut_fn. */
size_t perf_cut(fg_str text);

#endif
