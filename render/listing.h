/* SPDX-License-Identifier: MIT */
#ifndef RENDER_LISTING_H
#define RENDER_LISTING_H

#include "fg/header.h"
#include "fg/regex.h"
#include "fg/tree.h"

/*
 * One profile as text: functions by what they did themselves and with what
 * they called, the heaviest path, callers and callees, or the call tree.
 */
enum listing_format {
	LISTING_TEXT,
	LISTING_MARKDOWN,
	LISTING_CSV,
	LISTING_JSON,
};

struct listing_options {
	bool table, tree; /* what is written; neither: a picture */
	enum listing_format format;
	const char *focus; /* pattern; NULL: all functions */
	size_t top; /* rows a part, or nodes of the tree; 0: the default */
};

/*
 * Writes the listing of `stacks`, which have one column; fails for two, and
 * for a pattern that is bad or matches nothing. O(n log n) of nodes.
 */
fg_status listing_write(struct fg_out *out, const struct fg_stacks *stacks,
			const struct fg_header *header,
			const struct listing_options *options,
			struct fg_diag *diag);

/* For the writers. */
struct listing_row {
	fg_frame function;
	uint32_t depth; /* in a tree; 0 elsewhere */
	fg_wide weight, self; /* self: of a node of a tree */
};

enum listing_part {
	LISTING_SELF,
	LISTING_TOTAL,
	LISTING_CALLERS,
	LISTING_CALLEES,
	LISTING_PATH,
	LISTING_TREE,
	LISTING_PARTS,
};

struct listing_section {
	struct listing_row *rows;
	size_t count; /* shown */
	size_t more; /* left out */
	bool is_there;
};

struct listing {
	const struct listing_options *options;
	const struct fg_frames *names;
	const struct fg_amounts *amounts; /* NULL: exact numbers alone */
	fg_str metric, unit; /* empty: not known */
	unsigned scale;
	fg_wide all; /* the weight of everything */
	struct listing_section sections[LISTING_PARTS];
};

/* "self", "total", "callers", "callees", "path", "tree" */
const char *listing_part_name(enum listing_part part);
void listing_write_people(struct fg_out *out, const struct listing *listing);
void listing_write_data(struct fg_out *out, const struct listing *listing);

#endif
