/* SPDX-License-Identifier: MIT */
/*
 * While a program starts, nearly every allocation makes a new peak, and
 * copying the costs of all traces each time would be quadratic. So nothing is
 * copied: the first change of a trace after a peak stores its value at the
 * peak.
 */
#include "heaptrack_costs.h"

#include <stdlib.h>

#include "fg/alloc.h"

void heaptrack_costs_reserve(struct heaptrack_costs *costs, uint32_t trace)
{
	FG_RESERVE(&costs->items, &costs->room, (size_t)trace + 1);
	while (costs->count <= trace)
		costs->items[costs->count++] = (struct heaptrack_cost){ 0 };
}

void heaptrack_costs_free(struct heaptrack_costs *costs)
{
	free(costs->items);
}

static int64_t add(struct heaptrack_costs *costs, int64_t a, int64_t b)
{
	int64_t sum;

	if (FG_LIKELY(!__builtin_add_overflow(a, b, &sum)))
		return sum;
	costs->saturated = true;
	return b > 0 ? INT64_MAX : INT64_MIN;
}

static void change_live(struct heaptrack_costs *costs,
			struct heaptrack_cost *cost, int64_t by)
{
	if (cost->peaks != costs->peaks) {
		cost->peaks = costs->peaks;
		cost->at_peak = cost->live;
	}
	cost->live = add(costs, cost->live, by);
	costs->live = add(costs, costs->live, by);
}

/* Impossibly large sizes are cut, so that sums can be signed. */
static int64_t signed_size(struct heaptrack_costs *costs, uint64_t size)
{
	if (FG_LIKELY(size <= INT64_MAX))
		return (int64_t)size;
	costs->saturated = true;
	return INT64_MAX;
}

void heaptrack_costs_allocate(struct heaptrack_costs *costs, uint32_t trace,
			      uint64_t size, uint64_t block)
{
	struct heaptrack_cost *cost = &costs->items[trace];

	change_live(costs, cost, signed_size(costs, size));
	cost->allocations++;
	if (__builtin_add_overflow(cost->bytes, size, &cost->bytes)) {
		costs->saturated = true;
		cost->bytes = UINT64_MAX;
	}
	if (costs->live > costs->peak) {
		costs->peak = costs->live;
		costs->peaks++;
	}
	costs->last = block;
	costs->has_last = true;
}

void heaptrack_costs_release(struct heaptrack_costs *costs, uint32_t trace,
			     uint64_t size, uint64_t block)
{
	struct heaptrack_cost *cost = &costs->items[trace];

	change_live(costs, cost, -signed_size(costs, size));
	if (costs->has_last && costs->last == block)
		cost->temporary++;
	costs->has_last = false;
}

int64_t heaptrack_costs_of(const struct heaptrack_costs *costs, uint32_t trace,
			   size_t metric)
{
	const struct heaptrack_cost *cost = &costs->items[trace];

	switch (metric) {
	case HEAPTRACK_ALLOCATIONS:
		return (int64_t)cost->allocations;
	case HEAPTRACK_TEMPORARY:
		return (int64_t)cost->temporary;
	case HEAPTRACK_LEAKED:
		return cost->live;
	case HEAPTRACK_PEAK:
		return cost->peaks == costs->peaks ? cost->at_peak : cost->live;
	default:
		return cost->bytes > INT64_MAX ? INT64_MAX
					       : (int64_t)cost->bytes;
	}
}

void heaptrack_costs_clear(struct heaptrack_costs *costs)
{
	for (size_t i = 0; i < costs->count; i++)
		costs->items[i] = (struct heaptrack_cost){ 0 };
	costs->live = 0;
	costs->peak = 0;
	costs->peaks = 0;
	costs->has_last = false;
}
