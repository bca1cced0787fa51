/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_BPFTRACE_MAPS_H
#define COLLAPSE_BPFTRACE_MAPS_H

#include "format.h"

/*
 * The maps of one file, which may count different things. Each is a metric,
 * and so is the sum of all. The sum is the default, because calls and bytes
 * cannot be distinguished; a warning says so.
 *
 *	struct bpftrace_maps maps;
 *	bpftrace_maps_init(&maps, c);
 *	if (bpftrace_maps_count(&maps, FG_STR("@bytes"), 4096))
 *		stackbuf_flush(&stack, LEAF_FIRST, weight);
 *	status = bpftrace_maps_finish(&maps);
 */
struct bpftrace_maps {
	struct collapse *c;
	struct fg_frames *names; /* ids are one less than the metric's index */
	size_t chosen; /* the metric's index; SIZE_MAX: not seen so far */
};

void bpftrace_maps_init(struct bpftrace_maps *maps, struct collapse *c);

/* Counts a value of a map; returns whether to fold it. */
bool bpftrace_maps_count(struct bpftrace_maps *maps, fg_str name,
			 uint64_t value);

/* Chooses the metric, and frees. A file of one map has no metrics. */
FG_MUST_USE fg_status bpftrace_maps_finish(struct bpftrace_maps *maps);

#endif
