/* SPDX-License-Identifier: MIT */
#ifndef HEAPTRACK_COSTS_H
#define HEAPTRACK_COSTS_H

#include "fg/base.h"

/*
 * What each trace (a stack that allocates) has cost, event by event. Traces
 * are numbered from 1; 0 is the one without frames. Zero-initialise it.
 *
 *	heaptrack_costs_reserve(&costs, trace);
 *	heaptrack_costs_allocate(&costs, trace, size, pointer);
 *	heaptrack_costs_release(&costs, trace, size, pointer);
 *	at_peak = heaptrack_costs_of(&costs, trace, HEAPTRACK_PEAK);
 *	heaptrack_costs_free(&costs);
 */
enum heaptrack_metric {
	HEAPTRACK_ALLOCATIONS,
	HEAPTRACK_TEMPORARY, /* freed by the event behind them */
	HEAPTRACK_LEAKED,
	HEAPTRACK_PEAK,
	HEAPTRACK_BYTES,
	HEAPTRACK_METRICS,
};

struct heaptrack_cost {
	uint64_t allocations, temporary, bytes;
	int64_t live; /* bytes not freed yet */
	int64_t at_peak; /* of `live`, if it changed after the last peak */
	uint64_t peaks; /* how many there had been when it last changed */
};

struct heaptrack_costs {
	struct heaptrack_cost *items;
	size_t count, room;
	int64_t live, peak; /* of all traces */
	uint64_t peaks;
	uint64_t last; /* block of the event before, if that allocated it */
	bool has_last, saturated;
};

/* To be called before a trace is given to the others. */
void heaptrack_costs_reserve(struct heaptrack_costs *costs, uint32_t trace);

/* `block` is whatever the file tells blocks apart by. */
void heaptrack_costs_allocate(struct heaptrack_costs *costs, uint32_t trace,
			      uint64_t size, uint64_t block);

/* A block of this size that the trace allocated is gone. */
void heaptrack_costs_release(struct heaptrack_costs *costs, uint32_t trace,
			     uint64_t size, uint64_t block);

/*
 * What a trace that was reserved comes to, in calls or in bytes; the peak is
 * what it had when the sum of all was largest, for the first time. Below zero
 * where more was released than allocated.
 */
int64_t heaptrack_costs_of(const struct heaptrack_costs *costs, uint32_t trace,
			   size_t metric);

/* All was before the profiler came; the traces stay. */
void heaptrack_costs_clear(struct heaptrack_costs *costs);
void heaptrack_costs_free(struct heaptrack_costs *costs);

#endif
