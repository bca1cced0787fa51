/* SPDX-License-Identifier: MIT */
/*
 * The output of perf record: a file, or a stream (perf record -o -), of
 * records.
 *
 *	PERFILE2, header, attributes of events
 *	COMM   pid 18864 "cpp"
 *	MMAP2  pid 18864 /opt/cpp at 0x55c5c114b000, from offset 0x1000
 *	SAMPLE pid 18864, cpu-clock, chain 0x55c5c114be55 0x55c5c114bcbd
 *	...
 *	features: build ids, names of events, ...
 *
 * The format is described in perf's perf.data-file-format.txt and in
 * <linux/perf_event.h>; tested with files of perf 6.1. The folder perfdata/
 * has the parts: perfdata_recording.h says how they fit together.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "capability.h"
#include "fg/alloc.h"
#include "fg/text.h"
#include "perfdata_names.h"
#include "perfdata_recording.h"
#include "perfdata_report.h"
#include "sample/event.h"
#include "sample/off_time.h"

/* State that is kept from one file to the next. */
struct reading {
	const struct collapse_options *options;
	bool all_events; /* each as a root */
	struct fg_buffer chosen; /* the folded event, if the user named none */
	struct fg_buffer key; /* buffer for one key */
	struct report_sums sums;
	fg_status status; /* the first failure */
	struct fg_stacks *ns; /* with --off-cpu: off_time.h */
	struct fg_frames *events; /* names of all events */
	uint64_t *event_samples; /* per event name */
	size_t event_room;

	/* The current file. */
	struct recording r;
};

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("PERFILE2")) ||
			       fg_starts_with(head, FG_STR("2ELIFREP")) ||
			       fg_starts_with(head, FG_STR("PERFFILE"))
		       ? BID_SURE
		       : BID_NO;
}

static fg_str name_of(const struct reading *reading, event_number event)
{
	return fg_buffer_text(&reading->r.events.items[event].name);
}

static uint64_t samples_of(const struct reading *reading, event_number event)
{
	return event < reading->r.event_room ? reading->r.event_samples[event]
					     : 0;
}

/* The number of samples of all events with the same key. */
static uint64_t samples_of_key(struct reading *reading, event_number event)
{
	struct fg_buffer room = { 0 };
	fg_str key = event_key(name_of(reading, event), &room);
	uint64_t sum = 0;

	for (event_number i = 0; i < reading->r.events.count; i++) {
		if (fg_equal(event_key(name_of(reading, i), &reading->key),
			     key))
			sum += samples_of(reading, i);
	}
	free(room.p);
	return sum;
}

static bool is_better(struct reading *reading, event_number event,
		      event_number best)
{
	unsigned rank = event_rank(name_of(reading, event));
	unsigned best_rank = event_rank(name_of(reading, best));

	return rank != best_rank ? rank < best_rank
				 : samples_of_key(reading, event) >
					   samples_of_key(reading, best);
}

/* Without a wish of the user one event is folded; this chooses it. */
static void choose_event(struct reading *reading)
{
	event_number best = IDMAP_NONE;

	if (reading->options->events || reading->chosen.n > 0)
		return;
	for (event_number i = 0; i < reading->r.events.count; i++) {
		if (samples_of(reading, i) > 0 &&
		    (best == IDMAP_NONE || is_better(reading, i, best)))
			best = i;
	}
	if (best != IDMAP_NONE)
		fg_buffer_append(&reading->chosen,
				 event_key(name_of(reading, best),
					   &reading->key));
}

static bool wants_name(const struct reading *reading, fg_str name)
{
	const char **wanted = reading->options->events;
	struct fg_buffer room = { 0 };
	bool wants;

	if (reading->all_events || reading->ns || reading->options->wall_clock)
		return true;
	for (size_t i = 0; wanted && wanted[i]; i++) {
		if (event_is(name, fg_from_c(wanted[i])))
			return true;
	}
	wants = !wanted && fg_equal(event_key(name, &room),
				    fg_buffer_text(&reading->chosen));
	free(room.p);
	return wants;
}

static bool wants_event(void *reader, uint32_t event)
{
	const struct reading *reading = reader;

	return wants_name(reading, name_of(reading, event));
}

static fg_str event_root(void *reader, uint32_t event)
{
	struct reading *reading = reader;

	return reading->all_events && !reading->ns &&
			       !reading->options->wall_clock
		       ? event_key(name_of(reading, event), &reading->key)
		       : (fg_str){ NULL, 0 };
}

/* perf record --tail-synthesize writes names after the samples. */
static fg_str late_comm(void *reader, const struct task *task)
{
	struct reading *reading = reader;
	uint32_t index =
		idmap_find(&reading->r.tasks.tids, (uint32_t)task->tid);

	return index == IDMAP_NONE
		       ? (fg_str){ NULL, 0 }
		       : tasks_name(&reading->r.tasks,
				    reading->r.tasks.threads[index].late_comm);
}

static void look_up(void *reader, const struct place *place,
		    struct place_names *names)
{
	struct reading *reading = reader;

	names_look_up(&reading->r.names, place, names);
}

/* Names the stacks of a file and folds them. */
static void fold(struct reading *reading, struct collapse *c)
{
	struct naming naming = {
		.samples = reading->r.samples,
		.reader = reading,
		.look_up = look_up,
		.late_comm = late_comm,
		.wants_event = wants_event,
		.event_root = event_root,
		.count_samples = c->options->count == COUNT_SAMPLES,
		.ns = reading->ns,
		.mixes = c->options->wall_clock,
	};

	naming_init(&naming, c);
	naming_fold(&naming);
	reading->sums.folded += naming.folded;
	reading->sums.filtered += naming.filtered + reading->r.counts.filtered;
	reading->sums.frames += naming.frames;
	reading->sums.unknown += naming.unknown;
	report_unnamed(&reading->r, &naming, c->diag, fg_lines_whole(c->in));
	naming_free(&naming);
}

/* Adds up the samples of each event over all files. */
static void count_events(struct reading *reading)
{
	for (event_number i = 0; i < reading->r.events.count; i++) {
		size_t known = fg_frames_count(reading->events);
		fg_frame id =
			fg_frames_intern(reading->events, name_of(reading, i));

		if (id == known) {
			FG_RESERVE(&reading->event_samples,
				   &reading->event_room, known + 1);
			reading->event_samples[id] = 0;
		}
		reading->event_samples[id] += samples_of(reading, i);
		reading->sums.samples += samples_of(reading, i);
		if (wants_event(reading, i))
			reading->sums.of_event += samples_of(reading, i);
	}
}

/* "page-faults (3), cycles (12)": the events that are not folded. */
static void list_left_out(const struct reading *reading, struct fg_buffer *list)
{
	for (fg_frame id = 0; id < fg_frames_count(reading->events); id++) {
		fg_str name = fg_frames_name(reading->events, id);
		char count[32];

		if (reading->event_samples[id] == 0 ||
		    wants_name(reading, name))
			continue;
		if (list->n > 0)
			fg_buffer_append(list, FG_STR(", "));
		fg_buffer_append(list, name);
		snprintf(count, sizeof count, " (%" PRIu64 ")",
			 reading->event_samples[id]);
		fg_buffer_append(list, fg_from_c(count));
	}
}

static void add_metric(struct collapse *c, const struct reading *reading)
{
	const char **wanted = reading->options->events;
	fg_str name = fg_buffer_text(&reading->chosen), unit = FG_STR("");

	if (wanted)
		name = fg_from_c(wanted[0]);
	if (!reading->all_events && !(wanted && wanted[1]))
		unit = event_unit(name);
	if (reading->ns) {
		name = FG_STR("off-cpu");
		unit = FG_STR("us");
	} else if (reading->options->wall_clock) {
		name = FG_STR("wall-clock");
		unit = FG_STR("ns");
	} else if (c->options->count == COUNT_SAMPLES)
		name = unit = FG_STR("samples");
	metrics_add(c->metrics, name, unit);
	c->metrics->items[0].total = (fg_swide)fg_stacks_total(c->out, 0);
}

static fg_status parse(struct collapse *c)
{
	struct reading *reading = c->state;
	fg_status status;

	if (!reading) {
		c->state = reading = fg_calloc(1, sizeof *reading);
		reading->options = c->options;
		reading->events = fg_frames_new();
		reading->ns = c->options->off_cpu ? fg_stacks_new(FG_FOLD)
						  : NULL;
		reading->all_events =
			options_have(c->options->events, FG_STR("al"
								"l"));
	}
	recording_init(&reading->r, c);
	status = recording_read(&reading->r, c);
	if (status == FG_OK) {
		report_recording(&reading->r, c->diag, fg_lines_whole(c->in));
		report_waits(&reading->r, c->diag, fg_lines_whole(c->in));
		choose_event(reading);
		count_events(reading);
		fold(reading, c);
		if (c->timeline)
			c->timeline->is_absolute = true;
		add_metric(c, reading);
	}
	recording_free(&reading->r);
	if (reading->status == FG_OK)
		reading->status = status;
	return status;
}

static fg_status finish(struct collapse *c)
{
	struct reading *reading = c->state;
	struct fg_buffer left_out = { 0 };
	const char **wanted = c->options->events;
	fg_status status;

	if (reading->ns)
		off_time_add(reading->ns, c->out);
	list_left_out(reading, &left_out);
	reading->sums.left_out = fg_buffer_text(&left_out);
	reading->sums.event = wanted ? fg_from_c(wanted[0])
				     : fg_buffer_text(&reading->chosen);
	status = reading->status == FG_OK || reading->sums.folded > 0
			 ? report_sums(&reading->sums, c)
			 : reading->status;
	free(left_out.p);
	fg_stacks_free(reading->ns);
	fg_frames_free(reading->events);
	free(reading->event_samples);
	free(reading->chosen.p);
	free(reading->key.p);
	free(reading);
	c->state = NULL;
	return status;
}

const struct format format_perfdata = {
	.name = "perfdata",
	.summary = "perf.data, perf's own recording",
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_COMMS |
	       HAS_COMM_IDS | HAS_COMM_FILTER | HAS_COMM_NUMBERS | HAS_TIMES |
	       HAS_CPUS | HAS_EVENTS | HAS_PERIODS | HAS_SWITCHES |
	       HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_KERNEL | HAS_KERNEL_ADDRESSES | HAS_JIT |
	       HAS_BINARIES | HAS_CUT_STACKS | HAS_WAITS | HAS_TIMELINE,
	.detect = detect,
	.parse = parse,
	.finish = finish,
};
