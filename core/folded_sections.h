/* SPDX-License-Identifier: MIT */
#ifndef CORE_FOLDED_SECTIONS_H
#define CORE_FOLDED_SECTIONS_H

#include "fg/folded.h"

/*
 * Headers of folded text, and the weight after each. The workers of
 * folded_read.c fill in sections, in any order; folded_sections_end() takes
 * them in the order of the text.
 */

/*
 * A line, given by its block; the lines of the blocks before are counted
 * elsewhere.
 */
struct place {
	size_t block;
	uint64_t line; /* in the block, from 1 */
};

/*
 * The lines from a header, or from the beginning of a block, to the next
 * header.
 */
struct section {
	struct place at;
	uint64_t line; /* in the text; for folded_sections_end() */
	struct fg_header header;
	bool has_header, damaged;
	bool has_lines; /* with weights */
	bool lost; /* a sum did not fit */
	struct fg_number weight[2]; /* sums of the lines */
};

struct sections {
	struct section *items;
	size_t count, room;
};

/* A block begins. */
void folded_sections_block(struct sections *sections, struct place at);

/*
 * Takes the comment `text` at `at`: a section begins if it is a header.
 * Returns that header, valid until the next call, or NULL.
 */
const struct fg_header *folded_sections_comment(struct sections *sections,
						fg_str text, struct place at);

/* Counts a line with one weight, or two. O(1). */
static inline void folded_sections_add(struct sections *sections,
				       const struct fg_weight weights[2],
				       unsigned count)
{
	struct section *s = &sections->items[sections->count - 1];

	s->has_lines = true;
	for (unsigned c = 0; c < 2; c++) {
		struct fg_weight w = weights[count == 2 ? c : 0];
		struct fg_number more = { w.units, w.scale };

		if (FG_LIKELY(w.scale == s->weight[c].scale))
			s->weight[c].units += w.units;
		else
			s->lost |= !fg_number_add(&s->weight[c], more);
	}
}

struct folded_parts; /* folded_parts.h */

/* The results of folded_sections_end(). */
struct sections_sum {
	struct fg_header *header; /* of all */
	struct fg_stacks *to; /* gets the samples */
	struct folded_parts *parts; /* NULL, or these get both by metric */
	bool is_sorted; /* the sections of time are lost, as after sort */
};

/*
 * Makes one header of all, or of each metric, adds the samples, and warns
 * about unusual headers. Fails where sections have unlike units. The sections
 * must be in the order of the text, with their lines.
 */
fg_status folded_sections_end(const struct sections *sections,
			      struct sections_sum *sum, const char *name,
			      struct fg_diag *diag);

/* Frees the items and what they own. */
void folded_sections_free(struct sections *sections);

#endif
