/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_BPFTRACE_MAPS_H
#define COLLAPSE_BPFTRACE_MAPS_H

#include "format.h"

/*
 * The maps of one file, which may count different things: each is a metric,
 * and so are all of them together, which is the default for want of a way to
 * tell calls from bytes; a warning says so.
 *
 *	struct bpftrace_maps maps;
 *	bpftrace_maps_init(&maps, c);
 *	if (bpftrace_maps_count(&maps, FG_STR("@bytes"), 4096))
 *		stackbuf_flush(...);
 *	status = bpftrace_maps_finish(&maps);
 */
struct bpftrace_maps {
	struct collapse *c;
	struct fg_frames *names; /* ids are one less than the metric's index */
	size_t chosen; /* the metric's index; SIZE_MAX: not seen so far */
};

void bpftrace_maps_init(struct bpftrace_maps *maps, struct collapse *c);

/* Whether this value of this map is to be folded. */
bool bpftrace_maps_count(struct bpftrace_maps *maps, fg_str name,
			 uint64_t value);

/* Chooses the metric, and frees. A file of one map has no metrics. */
FG_MUST_USE fg_status bpftrace_maps_finish(struct bpftrace_maps *maps);

#endif
