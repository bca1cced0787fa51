/* SPDX-License-Identifier: MIT */
#ifndef CORE_FOLDED_PARTS_H
#define CORE_FOLDED_PARTS_H

#include "fg/folded.h"
#include "folded_frames.h"
#include "folded_sections.h"

/*
 * Text with sections: several metrics, or slices of time and thread. The place
 * of a line in the text says what its weight is, so one thread reads the text.
 * Each metric has a profile of its own.
 */
struct folded_part {
	struct fg_folded_part out;
	struct folded_frames frames;
	bool has_lines;
	uint64_t line; /* of its first header; 0: none; folded_sections.c */
};

struct folded_parts {
	const struct fg_folded_reader *reader;
	struct folded_part *items;
	size_t count, room;
	size_t now; /* index of the current one */
	bool has_slices;
	bool is_announced; /* a header has the key `metrics` */
};

/*
 * Whether a header in the first bytes of the text announces sections: it has
 * the key `metrics`, `time` or `thread`.
 */
bool folded_parts_detect(fg_str head);

/* Whether this header does. */
bool folded_parts_is_begun(const struct fg_header *header);

void folded_parts_init(struct folded_parts *parts,
		       const struct fg_folded_reader *reader);

/* Takes a header: the next lines belong to its metric and its slice. */
void folded_parts_header(struct folded_parts *parts,
			 const struct fg_header *header);

/* Counts a line, and returns what takes its stack. */
struct folded_frames *folded_parts_line(struct folded_parts *parts,
					const struct folded_line *line);

/* Call it before the text of the lines goes away. */
void folded_parts_flush(struct folded_parts *parts);

/*
 * Whether both headers are of one metric, or the second does not say its own.
 */
bool folded_parts_same(const struct fg_header *a, const struct fg_header *b);

/* The part of that metric; the first one where the header does not say. */
struct folded_part *folded_parts_find(struct folded_parts *parts,
				      const struct fg_header *header);

/*
 * Fails when the user named a metric (NULL: none) and the header, of a text
 * with one metric, is of another one or does not say.
 */
fg_status folded_parts_check(const struct fg_header *header, const char *metric,
			     const char *name, struct fg_diag *diag);

/*
 * Chooses the metric for `to`, and hands out the others if the reader wants
 * them. Does neither after a failure, `status`. Frees all.
 */
fg_status folded_parts_end(struct folded_parts *parts,
			   struct fg_folded_reader *reader,
			   struct fg_stacks *to, const struct sections_sum *sum,
			   fg_status status, const char *name,
			   struct fg_diag *diag);

#endif
