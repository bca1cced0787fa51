/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_EVENTS_H
#define CALLGRIND_EVENTS_H

#include "format.h"

/*
 * The meaning of the numbers of a cost line: the columns of the file, and
 * events that the file derives from them. Each is a metric.
 *
 *	events: Ir Dr Dw
 *	event: Sum = Ir + 2 Dr : all kinds
 *
 *	callgrind_events_columns(&events, c, FG_STR("Ir Dr Dw"));
 *	if (callgrind_events_choose(&events, c) == FG_OK)
 *		cost = callgrind_events_cost(&events, c, FG_STR("12 3"), true);
 *
 * A file may have several parts, each with columns of its own; the metric is
 * chosen once, from the metrics of the first part.
 */
struct callgrind_events {
	/* How much a column adds to the metric that is folded. */
	struct callgrind_term {
		size_t column;
		int64_t factor;
	} * terms;
	size_t term_count, term_room;
	size_t columns;

	struct callgrind_event *events; /* of this part: columns, then derived */
	size_t count, room;
	char **derived; /* lines after "event:", for the next columns */
	size_t derived_count, derived_room;
	bool chosen;
	bool saturated; /* a number did not fit */
	bool surplus; /* a line had more numbers than there are columns */
	int64_t *line; /* buffer for one line's numbers */
};

void callgrind_events_free(struct callgrind_events *events);

/* Takes the text after "event:"; it applies from the next columns on. */
void callgrind_events_derive(struct callgrind_events *events, fg_str text);

/* Takes the text after "events:", which replaces the columns. */
void callgrind_events_columns(struct callgrind_events *events,
			      struct collapse *c, fg_str text);

/* Applies the derived events to the current columns, if any. */
void callgrind_events_add_derived(struct callgrind_events *events,
				  struct collapse *c);

/*
 * Call it before costs are read: finds the metric to fold, the first time by
 * the user's option. Fails when there is no such metric.
 */
fg_status callgrind_events_choose(struct callgrind_events *events,
				  struct collapse *c);

/*
 * The cost from a line's numbers. It is also counted in c->metrics when `own`
 * (for all metrics if these are to be listed).
 */
int64_t callgrind_events_cost(struct callgrind_events *events,
			      struct collapse *c, fg_str numbers, bool own);

/*
 * Adds, stopping at the largest (or smallest) number; then *saturated becomes
 * true.
 */
int64_t callgrind_add(int64_t a, int64_t b, bool *saturated);

#endif
