/* SPDX-License-Identifier: MIT */
#ifndef PERF_SAMPLE_H
#define PERF_SAMPLE_H

#include "perf_parser.h"

/* One line, whatever it is. */
void perf_parser_line(struct perf_parser *parser, fg_str line);

/*
 * One sample, from its header to its stack's way into the profile. Called by
 * perf_parser.c, which knows the lines.
 */

/* Opens a sample; `place` orders events by their first one. */
void perf_sample_begin(struct perf_parser *parser,
		       const struct perf_header *header, uint64_t place);

/* Adds the frame of a line that was split already. */
void perf_sample_frame(struct perf_parser *parser, fg_str address, fg_str text);

/* Adds the frame if it is known from before; false when it is not. */
bool perf_sample_known_frame(struct perf_parser *parser, fg_str address,
			     const struct perf_key *key);

/* Adds one that is not, and makes it known; the key is prepared. */
void perf_sample_new_frame(struct perf_parser *parser, fg_str address,
			   const struct perf_key *key);

/* Adds the frame that the cache guessed right. */
void perf_sample_guessed_frame(struct perf_parser *parser, fg_str address,
			       const struct perf_entry *entry);

/* Adds what -F +srcline says of the last frame to its name. */
void perf_sample_source(struct perf_parser *parser, fg_str line);

/* Adds the stack to the profile, if the sample is kept. */
void perf_sample_end(struct perf_parser *parser);

/*
 * The parts of that, for samples that are put together later: forgets the
 * stack, adds frames at its root's side, adds it to the profile.
 */
void perf_sample_clear(struct perf_parser *parser);
void perf_sample_push(struct perf_parser *parser, const fg_frame *ids,
		      size_t count);
void perf_sample_fold(struct perf_parser *parser);

#endif
