/* SPDX-License-Identifier: MIT */
#include "event.h"

#include <stdlib.h>

#include "fg/text.h"
#include "input/scan.h"

/* By rank; names on one line are the same event. */
static const char *const ranked[][3] = {
	{ "cycles", "cpu-cycles" },
	{ "cpu-clock" },
	{ "task-clock" },
	{ "instructions" },
	{ "ref-cycles" },
	{ "bus-cycles" },
	{ "branches", "branch-instructions" },
	{ "cache-misses" },
	{ "branch-misses" },
	{ "cache-references" },
	{ "stalled-cycles-frontend", "idle-cycles-frontend" },
	{ "stalled-cycles-backend", "idle-cycles-backend" },
};

/* Events that the kernel or perf itself counts, besides the clocks. */
static const char *const software[] = {
	"page-faults",
	"faults",
	"minor-faults",
	"major-faults",
	"context-switches",
	"cs",
	"cpu-migrations",
	"migrations",
	"alignment-faults",
	"emulation-faults",
	"cgroup-switches",
	"bpf-output",
	"dummy",
	"offcpu-time",
	"unknown",
	NULL,
};

static size_t place_in_table(fg_str base)
{
	size_t i = 0, count = sizeof ranked / sizeof *ranked;

	while (i < count && !scan_is_any(base, ranked[i]))
		i++;
	return i;
}

static bool is_known(fg_str base)
{
	return place_in_table(base) < sizeof ranked / sizeof *ranked ||
	       scan_is_any(base, software);
}

/*
 * Whether the name can have modifiers: "probe:p" is the name of a probe; other
 * names end in modifiers.
 */
static bool may_have_modifiers(fg_str name, size_t colon)
{
	return !fg_starts_with(name, FG_STR("probe")) ||
	       fg_find_char(name, ':') < colon;
}

/* "cycles:ppp" without ":ppp", "sched:sched_switch" as it is. */
static fg_str without_modifiers(fg_str name)
{
	static const char letters[] = "ukhpPGHSDIWebRX";
	size_t colon = fg_rfind_char(name, ':');

	for (size_t i = colon + 1; i < name.n; i++) {
		if (!memchr(letters, name.p[i], sizeof letters - 1))
			return name;
	}
	return may_have_modifiers(name, colon) ? fg_slice(name, 0, colon)
					       : name;
}

fg_str event_base(fg_str name)
{
	fg_str terms = name, pmu = fg_cut(&terms, '/'), term;

	if (!terms.p)
		return without_modifiers(name);
	/* "cpu-clock/period=9/" has its terms after the event's name, */
	if (is_known(pmu) || fg_find_char(pmu, ':') < pmu.n)
		return pmu;
	/* "cpu/cycles,period=9/" after the name of the PMU */
	term = fg_slice(terms, 0, fg_find_char(terms, '/'));
	term = fg_slice(term, 0, fg_find_char(term, ','));
	return term.n > 0 && fg_find_char(term, '=') == term.n ? term : name;
}

fg_str event_key(fg_str name, struct fg_buffer *room)
{
	const fg_str big = FG_STR("cpu_core"), small = FG_STR("cpu_atom");
	fg_str modifiers = name, pmu = fg_cut(&modifiers, '/'), event;

	if (!fg_equal(pmu, big) && !fg_equal(pmu, small))
		return name;
	event = fg_cut(&modifiers, '/');
	if (event.n == 0)
		return name;
	if (modifiers.n == 0)
		return event;
	room->n = 0;
	fg_buffer_append(room, event);
	fg_buffer_append(room, FG_STR(":"));
	fg_buffer_append(room, modifiers);
	return fg_buffer_text(room);
}

unsigned event_rank(fg_str name)
{
	fg_str base = event_base(name);
	size_t place = place_in_table(base);

	if (place < sizeof ranked / sizeof *ranked)
		return (unsigned)place;
	/* "name=a:b" can be a term of a PMU's event */
	if (scan_is_any(base, software) ||
	    (fg_find_char(base, ':') < fg_find_char(base, '/')))
		return EVENT_RANK_OTHER;
	return EVENT_RANK_HARDWARE;
}

fg_str event_unit(fg_str name)
{
	static const char *const times[] = { "cpu-clock", "task-clock",
					     "offcpu-time", NULL };
	fg_str base = event_base(name);

	return scan_is_any(base, times) ? FG_STR("ns") : FG_STR("count");
}

bool event_is(fg_str name, fg_str wanted)
{
	struct fg_buffer room = { 0 };
	fg_str key = event_key(name, &room);
	bool is = fg_equal(wanted, name) || fg_equal(wanted, key) ||
		  fg_equal(wanted, without_modifiers(key)) ||
		  fg_equal(wanted, event_base(name));

	free(room.p);
	return is;
}
