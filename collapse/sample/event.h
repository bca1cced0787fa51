/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_EVENT_H
#define SAMPLE_EVENT_H

#include "fg/alloc.h"
#include "fg/base.h"

/*
 * The names of Linux perf's events, as in perf script's text and in perf.data.
 * Names have a PMU, terms and modifiers around the counted thing:
 *
 *	cycles:ppp    cpu_core/cycles/P    cpu-clock/call-graph=fp/u
 *	sched:sched_switch    cpu/event=0x3c,umask=0x0/u    raw 0x1a8
 *
 * Source: perf-list(1), and tools/perf/util/parse-events.l of Linux 6.15 for
 * the modifiers. All functions are O(length of the name).
 */

/*
 * The counted thing without the rest: "cycles" for all in the first line,
 * except "cpu-clock". It is a part of `name`, and `name` itself where nothing
 * can be left out.
 */
fg_str event_base(fg_str name);

/*
 * The name that identifies an event. "cpu_core/cycles/P" and
 * "cpu_atom/cycles/P", two halves of one request on a hybrid processor, are
 * both "cycles:P". The result is `name` or is in `room`, which the caller
 * frees.
 */
fg_str event_key(fg_str name, struct fg_buffer *room);

/*
 * The rank of an event. If the user named none, the event with the smallest
 * rank is folded, so that each part of a recording gives the same event. The
 * order is cycles, cpu-clock, task-clock, the other well-known hardware events
 * one by one, hardware events of any other name, and the rest: page faults,
 * switches, tracepoints, probes. Of equal rank, take the key with the most
 * samples, then the one that comes first.
 */
enum { EVENT_RANK_HARDWARE = 100, EVENT_RANK_OTHER = 200 };
unsigned event_rank(fg_str name);

/*
 * The unit of a sample's period: "ns" for the clocks, else "count" (of the
 * thing that the event is named after).
 */
fg_str event_unit(fg_str name);

/*
 * Whether the user's `wanted` means this event: as printed, by its key, or
 * either without modifiers and terms.
 */
bool event_is(fg_str name, fg_str wanted);

#endif
