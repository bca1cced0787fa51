/* SPDX-License-Identifier: MIT */
#include "pprof_default.h"

#include <string.h>

static bool counts_samples(const struct metric *metric)
{
	return (strcmp(metric->name, "samples") == 0 ||
		strcmp(metric->name, "sample") == 0) &&
	       strcmp(metric->unit, "count") == 0;
}

size_t pprof_default(const struct metrics *metrics)
{
	const struct metric *first = metrics->items;

	if (metrics->count > 0 && strcmp(first->name, "samples") == 0 &&
	    strcmp(first->unit, "count") == 0)
		return 0;
	return metrics->count - 1;
}

size_t pprof_sample_count(const struct metrics *metrics)
{
	size_t i = metrics->chosen;

	if (i < metrics->count && counts_samples(&metrics->items[i]))
		return metrics->count;
	while (i > 0 && i < metrics->count) {
		if (counts_samples(&metrics->items[--i]))
			return i;
	}
	return metrics->count;
}
