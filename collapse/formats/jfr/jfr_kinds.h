/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_KINDS_H
#define COLLAPSE_JFR_KINDS_H

#include "format.h"
#include "jfr_chunk.h"
#include "jfr_layout.h"

/*
 * The kinds of events with stacks that a chunk may have, and the metrics of
 * each: the number of its events, and those of its fields that are weights.
 *
 *	struct jfr_kinds kinds;
 *	struct jfr_values values;
 *
 *	jfr_kinds_init(&kinds, c->metrics, &types, &chunk);
 *	... for each event ...
 *		struct jfr_kind *kind = jfr_kinds_of(&kinds, event.type);
 *		if (kind && jfr_kind_read(&kinds, kind, &event, &values))
 *			jfr_kind_count(kind, &values);
 *	jfr_kinds_offer(&kinds, wanted_name);
 *	jfr_kinds_free(&kinds);
 */
enum { JFR_WEIGHTS = 8 }; /* most weights of a kind; the first counts events */

struct jfr_kind {
	uint32_t type; /* index of its type */
	bool is_ready, has_stacks;
	struct jfr_layout layout; /* valid if ready */
	fg_swide sums[JFR_WEIGHTS]; /* sums of the chunk */
	size_t metrics[JFR_WEIGHTS]; /* indexes; SIZE_MAX: not offered */
};

struct jfr_kinds {
	struct metrics *metrics;
	struct jfr_types *types;
	const struct jfr_chunk *chunk;
	struct jfr_kind *items;
	size_t count, room;
	uint32_t *by_type; /* indexes of items, by type; or IDMAP_NONE */
};

/* The values of one event. */
struct jfr_values {
	uint64_t start; /* in ticks */
	uint64_t stack, thread; /* numbers in their pools; 0: none */
	uint64_t weights[JFR_WEIGHTS]; /* times in ns */
};

/* Borrows all. */
void jfr_kinds_init(struct jfr_kinds *kinds, struct metrics *metrics,
		    struct jfr_types *types, const struct jfr_chunk *chunk);
void jfr_kinds_free(struct jfr_kinds *kinds);

/* The kind of events of a type; NULL when they have no stacks. */
struct jfr_kind *jfr_kinds_of(const struct jfr_kinds *kinds, uint64_t type);

/* Reads an event of that kind, as far as it goes; false: it is damaged. */
bool jfr_kind_read(const struct jfr_kinds *kinds, struct jfr_kind *kind,
		   const struct jfr_event *event, struct jfr_values *values);

/* Counts an event. */
void jfr_kind_count(struct jfr_kind *kind, const struct jfr_values *values);

/*
 * Call it after all events are counted: adds the metrics of the kinds that had
 * a stack, or may be called `name`, to those of the file, and sums them.
 */
void jfr_kinds_offer(struct jfr_kinds *kinds, fg_str name);

/* The default metric: the event of running code, or the most frequent event. */
size_t jfr_kinds_default(const struct jfr_kinds *kinds);

#endif
