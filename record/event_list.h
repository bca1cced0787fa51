/* SPDX-License-Identifier: MIT */
#ifndef RECORD_EVENT_LIST_H
#define RECORD_EVENT_LIST_H

#include <linux/perf_event.h>

#include "fg/alloc.h"
#include "fg/diag.h"

/*
 * What is counted: events by the names that perf gives them.
 *
 *	struct events events = { 0 };
 *	status = events_add(&events, FG_STR("cycles:u,page-faults"), diag);
 *	... events.items[0].attr ...
 *	events_free(&events);
 *
 * Names are those of perf list: hardware events (cycles, instructions),
 * software events (cpu-clock, page-faults), caches (L1-dcache-load-misses),
 * raw ones (r1a8), tracepoints (sched:sched_switch) and events of a PMU
 * (cpu/cache-misses/, cpu/event=0x3c,umask=0/). Modifiers follow a colon:
 * u user, k kernel, h hypervisor, p precise (up to three).
 */
struct event {
	struct perf_event_attr attr; /* type, config and what modifiers say */
	char *name; /* as perf would print it */
	bool chose_ring; /* u, k or h was given: kernel or user only */
	bool takes_all; /* a sample of each, whatever the rate */
};

struct events {
	struct event *items;
	size_t count, room;
};

/*
 * Adds the events of a list with commas in between. FG_EUSAGE with a message
 * when there is no such event.
 */
fg_status events_add(struct events *events, fg_str list, struct fg_diag *diag);

/* A copy, which is freed on its own. */
struct events events_copy(const struct events *events);

/* Frees the names, and makes it empty again. */
void events_free(struct events *events);

/*
 * Reads modifiers ("u", "kpp") into the attributes; *ring becomes true where
 * u, k or h is among them. False for other letters.
 */
bool event_modify(fg_str modifiers, struct perf_event_attr *attr, bool *ring);

#endif
