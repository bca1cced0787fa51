/* SPDX-License-Identifier: MIT */
#ifndef CALLGRIND_EVENTS_H
#define CALLGRIND_EVENTS_H

#include "format.h"

/*
 * What the numbers of a cost line count: its columns, and events that the
 * file derives from them, each of them a metric.
 *
 *	events: Ir Dr Dw
 *	event: Sum = Ir + 2 Dr : all kinds
 *
 *	callgrind_events_columns(&events, c, FG_STR("Ir Dr Dw"));
 *	if (callgrind_events_choose(&events, c) == FG_OK)
 *		cost = callgrind_events_cost(&events, FG_STR("12 3"));
 *
 * A file may have several parts, each with columns of its own; the metric is
 * chosen once, from what the first part has.
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
	char **derived; /* lines behind "event:", for the columns to come */
	size_t derived_count, derived_room;
	bool chosen;
	bool saturated; /* a number did not fit */
	bool surplus; /* a line had more numbers than there are columns */
	int64_t *line; /* room for one line's numbers */
};

void callgrind_events_free(struct callgrind_events *events);

/* The text behind "event:"; it counts from the next columns on. */
void callgrind_events_derive(struct callgrind_events *events, fg_str text);

/* The text behind "events:", which replaces the columns so far. */
void callgrind_events_columns(struct callgrind_events *events,
			      struct collapse *c, fg_str text);

/* Makes the last of these count for the columns there are, if any. */
void callgrind_events_settle(struct callgrind_events *events,
			     struct collapse *c);

/*
 * To be called before costs are read: looks for the metric to fold, the
 * first time by what the user asked for. An error when there is none such.
 */
fg_status callgrind_events_choose(struct callgrind_events *events,
				  struct collapse *c);

/*
 * The cost that a line's numbers stand for, which is also counted in
 * c->metrics when `own` (of all metrics if these are to be listed).
 */
int64_t callgrind_events_cost(struct callgrind_events *events,
			      struct collapse *c, fg_str numbers, bool own);

/* Stop at the largest (or smallest) number; then *saturated becomes true. */
int64_t callgrind_add(int64_t a, int64_t b, bool *saturated);

#endif
