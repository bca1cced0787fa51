/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_COSTS_H
#define HEAPTRACK_COSTS_H

#include "fg/base.h"

/*
 * The costs of each trace (a stack that allocates), event by event. Traces are
 * numbered from 1; 0 is the one without frames. Zero-initialise it.
 *
 *	heaptrack_costs_reserve(&costs, trace);
 *	heaptrack_costs_allocate(&costs, trace, size, pointer);
 *	heaptrack_costs_release(&costs, trace, size, pointer);
 *	at_peak = heaptrack_costs_of(&costs, trace, HEAPTRACK_PEAK);
 *	heaptrack_costs_free(&costs);
 */
enum heaptrack_metric {
	HEAPTRACK_ALLOCATIONS,
	HEAPTRACK_TEMPORARY, /* freed by the next event */
	HEAPTRACK_LEAKED,
	HEAPTRACK_PEAK,
	HEAPTRACK_BYTES,
	HEAPTRACK_METRICS,
};

struct heaptrack_cost {
	uint64_t allocations, temporary, bytes;
	int64_t live; /* bytes not freed yet */
	int64_t at_peak; /* `live` at the last peak, if it changed after it */
	uint64_t peaks; /* number of peaks at its last change */
};

struct heaptrack_costs {
	struct heaptrack_cost *items;
	size_t count, room;
	int64_t live, peak; /* sums of all traces */
	uint64_t peaks;
	uint64_t last; /* block of the event before, if it was an allocation */
	bool has_last, saturated;
};

/* Call it before you pass a trace to the other functions. */
void heaptrack_costs_reserve(struct heaptrack_costs *costs, uint32_t trace);

/* `block` is the number or the pointer that identifies a block in the file. */
void heaptrack_costs_allocate(struct heaptrack_costs *costs, uint32_t trace,
			      uint64_t size, uint64_t block);

/* Counts the release of a block of this size that the trace allocated. */
void heaptrack_costs_release(struct heaptrack_costs *costs, uint32_t trace,
			     uint64_t size, uint64_t block);

/*
 * The cost of a reserved trace, in calls or in bytes; the peak is its value
 * when the sum of all was largest, for the first time. Negative where more was
 * released than allocated.
 */
int64_t heaptrack_costs_of(const struct heaptrack_costs *costs, uint32_t trace,
			   size_t metric);

/* Resets all costs, when the profiler was attached later; the traces stay. */
void heaptrack_costs_clear(struct heaptrack_costs *costs);
void heaptrack_costs_free(struct heaptrack_costs *costs);

#endif
