/* SPDX-License-Identifier: MIT */
#include "austin_metrics.h"

#include "fg/text.h"

void austin_metrics_set_mode(struct austin_metrics *metrics, fg_str mode)
{
	metrics->is_full = fg_equal(mode, FG_STR("full"));
	metrics->is_memory = fg_equal(mode, FG_STR("memory"));
}

static void offer(struct austin_metrics *metrics, struct metrics *all,
		  enum austin_metric metric, const char *name, const char *unit)
{
	metrics->places[metric] =
		metrics_add(all, fg_from_c(name), fg_from_c(unit));
	metrics->has[metric] = true;
}

fg_status austin_metrics_choose(struct austin_metrics *metrics,
				struct collapse *c)
{
	metrics->is_chosen = true;
	if (!metrics->is_memory)
		offer(metrics, c->metrics, METRIC_TIME, "time", "us");
	if (metrics->is_full)
		offer(metrics, c->metrics, METRIC_CPU, "cpu", "us");
	if (metrics->is_memory || metrics->is_full) {
		offer(metrics, c->metrics, METRIC_BYTES, "bytes", "bytes");
		offer(metrics, c->metrics, METRIC_FREED, "freed", "bytes");
	}
	return format_choose_metric(c, 0);
}

uint64_t austin_metrics_count(const struct austin_metrics *metrics,
			      struct metrics *totals,
			      const fg_swide weights[METRICS],
			      uint64_t *samples)
{
	uint64_t weight = 0;

	*samples = 0;
	for (enum austin_metric i = 0; i < METRICS; i++) {
		if (!metrics->has[i] || weights[i] <= 0)
			continue;
		metrics_count(totals, metrics->places[i], weights[i]);
		if (metrics->places[i] != totals->chosen)
			continue;
		weight = (uint64_t)weights[i];
		*samples = i < METRIC_BYTES;
	}
	return weight;
}
