/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_METRICS_H
#define COLLAPSE_METRICS_H

#include "fg/base.h"
#include "fg/weight.h"

/*
 * The weights that one profile offers, the chosen one, and the sum of each:
 * for --metric, --list-metrics and the unit of the result.
 *
 * A format whose metrics are always the same lists them in its struct
 * (format.h); before parse() they are here in that order, and `chosen` is the
 * one to fold. A format that learns them from the input calls metrics_add()
 * for each, then format_choose_metric().
 *
 *	metrics_count(c->metrics, METRIC_BYTES, size);
 *	if (c->metrics->chosen == METRIC_BYTES)
 *		...
 */
struct metric {
	char *name; /* for --metric */
	char *unit; /* "bytes", "us", "samples"; "" when it is not known */
	fg_swide total; /* of all samples, also samples that a filter drops */
};

struct metrics {
	struct metric *items;
	size_t count, room;
	size_t fallback; /* the index of the default */
	size_t chosen; /* the index of the one to fold */
};

/* Copies both; returns the index. */
size_t metrics_add(struct metrics *metrics, fg_str name, fg_str unit);

/* Adds to the total of a metric that is there. */
static inline void metrics_count(struct metrics *metrics, size_t index,
				 fg_swide weight)
{
	metrics->items[index].total += weight;
}

/*
 * The index of the metric of that name, in any spelling of '-' and '_'; or
 * `count`.
 */
size_t metrics_find(const struct metrics *metrics, fg_str name);

/*
 * The metric that replaces a default without weight: the first with weight, or
 * `count` where the default has weight, or none has.
 */
size_t metrics_instead(const struct metrics *metrics);

/* Moves all from `from` to `to`, and empties `from`. */
void metrics_move(struct metrics *to, struct metrics *from);

void metrics_free(struct metrics *metrics);

#endif
