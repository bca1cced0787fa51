/* SPDX-License-Identifier: MIT */
/*
 * What perf record writes: a file, or a stream (perf record -o -), of records.
 *
 *	PERFILE2, header, attributes of events
 *	COMM   pid 18864 "cpp"
 *	MMAP2  pid 18864 /opt/cpp at 0x55c5c114b000, from offset 0x1000
 *	SAMPLE pid 18864, cpu-clock, chain 0x55c5c114be55 0x55c5c114bcbd
 *	...
 *	features: build ids, names of events, ...
 *
 * The format is described in perf's perf.data-file-format.txt and in
 * <linux/perf_event.h>; tried with files of perf 6.1. The folder perfdata/ has
 * the parts: perfdata_recording.h says how they fit together.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "perf/perf_events.h"
#include "perfdata/perfdata_names.h"
#include "perfdata/perfdata_recording.h"

/* What goes on from one file to the next. */
struct run {
	struct perf_choice choice;
	struct recording *r; /* the one at hand */
	struct fg_buffer key;
};

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("PERFILE2")) ||
			       fg_starts_with(head, FG_STR("2ELIFREP")) ||
			       fg_starts_with(head, FG_STR("PERFFILE"))
		       ? BID_SURE
		       : BID_NO;
}

static fg_str event_name(const struct recording *r, event_number event)
{
	return fg_buffer_text(&r->events.items[event].name);
}

/* Without a wish, one event is folded: here it becomes known which. */
static void choose(struct run *run)
{
	const struct recording *r = run->r;

	for (size_t i = 0; i < r->events.count; i++) {
		if (i < r->event_room && r->event_samples[i] > 0 &&
		    !perf_choice_settled(&run->choice))
			(void)perf_choice_keeps(&run->choice,
						event_name(r, (uint32_t)i));
	}
}

static bool wants_event(void *reader, uint32_t event)
{
	struct run *run = reader;

	return perf_choice_keeps(&run->choice, event_name(run->r, event));
}

static fg_str event_root(void *reader, uint32_t event)
{
	struct run *run = reader;

	if (!run->choice.all)
		return (fg_str){ NULL, 0 };
	run->key.n = 0;
	return perf_event_key(event_name(run->r, event), &run->key);
}
