/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_AUSTIN_METRICS_H
#define COLLAPSE_AUSTIN_METRICS_H

#include "format.h"

/*
 * The metrics of a recording of Austin, which depend on its mode: wall and cpu
 * have microseconds, memory has bytes, full has all of them.
 *
 *	struct austin_metrics metrics = { 0 };
 *	austin_metrics_set_mode(&metrics, FG_STR("full"));
 *	status = austin_metrics_choose(&metrics, c);
 *	weight = austin_metrics_count(&metrics, c->metrics, weights, &samples);
 */
enum austin_metric {
	METRIC_TIME,
	METRIC_CPU,
	METRIC_BYTES,
	METRIC_FREED,
	METRICS
};

struct austin_metrics {
	size_t places[METRICS]; /* index among the offered metrics */
	bool has[METRICS];
	bool is_full, is_memory, is_chosen;
};

void austin_metrics_set_mode(struct austin_metrics *metrics, fg_str mode);

/*
 * Offers the metrics of the mode, and chooses the one to fold; see
 * format_choose_metric().
 */
fg_status austin_metrics_choose(struct austin_metrics *metrics,
				struct collapse *c);

/*
 * Adds the weights of a sample to the totals; negative ones do not count.
 * Returns the weight of the chosen metric. Sets *samples to 1, or to 0 for
 * memory: each of its changes was seen, not one of many.
 */
uint64_t austin_metrics_count(const struct austin_metrics *metrics,
			      struct metrics *totals,
			      const fg_swide weights[METRICS],
			      uint64_t *samples);

#endif
