/* SPDX-License-Identifier: MIT */
#ifndef PERF_SAMPLE_H
#define PERF_SAMPLE_H

#include "perf_parser.h"

/*
 * Builds one sample, from its header until its stack is added to the profile.
 * Called by perf_parser.c, which classifies the lines.
 */

/* Opens a sample; `place` orders events by their first sample. */
void perf_sample_begin(struct perf_parser *parser,
		       const struct perf_header *header, uint64_t place);

/* Adds the frame of a line that was already split. */
void perf_sample_frame(struct perf_parser *parser, fg_str address, fg_str text);

/* Adds the frame if the cache has it; false when it has not. */
bool perf_sample_known_frame(struct perf_parser *parser, fg_str address,
			     const struct perf_key *key);

/* Adds a frame that is not in the cache, and caches it; the key is prepared. */
void perf_sample_new_frame(struct perf_parser *parser, fg_str address,
			   const struct perf_key *key);

/* Adds the frame that the cache guessed correctly. */
void perf_sample_guessed_frame(struct perf_parser *parser, fg_str address,
			       const struct perf_entry *entry);

/* Adds the source position of -F +srcline to the last frame's name. */
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
