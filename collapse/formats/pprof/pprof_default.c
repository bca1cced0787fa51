/* SPDX-License-Identifier: MIT */
#include "pprof_default.h"

#include <string.h>

size_t pprof_default(const struct metrics *metrics)
{
	const struct metric *first = metrics->items;

	if (metrics->count > 0 && strcmp(first->name, "samples") == 0 &&
	    strcmp(first->unit, "count") == 0)
		return 0;
	return metrics->count - 1;
}
