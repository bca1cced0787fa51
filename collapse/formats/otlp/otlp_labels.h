/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_FORMATS_OTLP_LABELS_H
#define COLLAPSE_FORMATS_OTLP_LABELS_H

#include "options.h"
#include "otlp_tables.h"

/*
 * The labels that --label asks for. A sample has those of its own attributes,
 * of its locations and their modules, of its profile, scope and resource,
 * found in that order. What a profile's samples share is searched once.
 */
struct otlp_wanted {
	fg_str key;
	fg_str value; /* p NULL: any; the label becomes a root */
	struct fg_buffer shared; /* value in profile, scope or resource */
	bool is_shared; /* these have it */
	struct fg_buffer text; /* value in the current sample */
	bool found; /* the current sample has it */
	/* what is known of each location of the tables: see place_has() */
	uint8_t *places;
	size_t place_count;
};

struct otlp_labels {
	struct otlp_wanted *items; /* in the order of the options */
	size_t count;
};

/* Where a profile is in a message. */
struct otlp_profile {
	fg_str resource, scope; /* messages; empty: none */
	fg_str bytes; /* of the profile; may be cut */
};

/* What is searched for one sample. */
struct otlp_sample {
	uint64_t *labels; /* indices of attributes */
	size_t label_count, label_room;
	const uint64_t *places; /* indices of locations, leaf first */
	size_t place_count;
};

void otlp_labels_init(struct otlp_labels *labels,
		      const struct collapse_options *options);
void otlp_labels_free(struct otlp_labels *labels);

/*
 * Call it when the tables are others than before: forgets what was found at
 * locations, which is searched once for all samples. O(locations).
 */
void otlp_labels_begin(struct otlp_labels *labels, const struct otlp_tables *t);

/* Searches what all samples of `profile` have. O(size of its labels). */
void otlp_labels_share(struct otlp_labels *labels, const struct otlp_tables *t,
		       const struct otlp_layout *layout,
		       const struct otlp_profile *profile);

/*
 * Sets `found` and `text` of each label; false: the sample is not wanted. At
 * most `depth` locations and OTLP_LABELS_MAX labels of each are searched.
 */
enum { OTLP_LABELS_MAX = 128 };
bool otlp_labels_find(struct otlp_labels *labels, const struct otlp_tables *t,
		      const struct otlp_sample *sample, size_t depth);

#endif
