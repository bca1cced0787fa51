/* SPDX-License-Identifier: MIT */
/*
 * Trace events, the JSON of chrome://tracing: Chrome and Node, clang
 * -ftime-trace, PyTorch, Perfetto's JSON, Bazel, py-spy, Hermes.
 *
 *	{"traceEvents":[
 *	 {"name":"process_name","ph":"M","pid":7,"tid":0,"args":{"name":"app"}},
 *	 {"name":"Layout","ph":"X","pid":7,"tid":7,"ts":100,"dur":30.5},
 *	 {"name":"parse","ph":"B","pid":7,"tid":8,"ts":110},
 *	 {"name":"parse","ph":"E","pid":7,"tid":8,"ts":140},
 *	 {"name":"Profile","ph":"P","id":"0x1","pid":7,"tid":7,"ts":99,
 *	  "args":{"data":{"startTime":99}}},
 *	 {"name":"ProfileChunk","ph":"P","id":"0x1","pid":7,"tid":9,"ts":200,
 *	  "args":{"data":{"cpuProfile":{"nodes":[...],"samples":[2,3]},
 *	   "timeDeltas":[120,130]}}}
 *	],"displayTimeUnit":"ms"}
 *
 * Or only the array, whose ']' may be missing. Times are in us. If there is a
 * V8 profile inside (trace_profiles.h), it is folded, else a table of samples
 * (trace_samples.h), else the durations (trace_durations.h). Asynchronous
 * events (b, e, n) overlap freely and have no stacks.
 */
#include <inttypes.h>

#include "fg/text.h"
#include "fold/rounded_weights.h"
#include "trace_reader.h"

static int detect(fg_str head)
{
	static const char *const paths[] = { ".traceEvents", "[].ph",
					     ".stackFrames",
					     ".metadata.dataOrigin", NULL };
	unsigned found = json_head_find(head, paths);

	if (found & 3)
		return BID_SURE;
	return found ? BID_LIKELY : BID_NO;
}

static void read_file(struct trace_reader *r)
{
	fg_str key;

	if (json_peek(r->json) == JSON_ARRAY) {
		json_allow_open_end(r->json);
		trace_reader_events(r);
		return;
	}
	json_object(r->json);
	while (json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("traceEvents")))
			trace_reader_events(r);
		else if (fg_equal(key, FG_STR("stackFrames")))
			trace_samples_read_frames(&r->samples, r->json);
		else if (fg_equal(key, FG_STR("samples")))
			trace_samples_read(&r->samples, &r->threads, r->json);
	}
}

static void report(const struct trace_reader *r, struct fg_loc loc)
{
	const struct trace_durations *d = &r->durations;
	struct fg_diag *diag = r->c->diag;

	if (d->outlasting > 0)
		fg_note(diag, loc,
			"events that outlast the event they began in: %" PRIu64,
			d->outlasting);
	if (d->unmatched > 0)
		fg_note(diag, loc, "ends of events that never began: %" PRIu64,
			d->unmatched);
	if (d->unclosed > 0)
		fg_note(diag, loc,
			"events without an end, taken to last until the end of "
			"the thread: %" PRIu64,
			d->unclosed);
}

static fg_swide fold_durations(struct trace_reader *r, struct fg_loc loc)
{
	const struct collapse_options *options = r->c->options;
	struct stacktree tree = { .in_order = options->no_aggregate,
				  .scale = 3 };
	fg_swide sum = trace_durations_sweep(&r->durations, &r->threads,
					     options, &r->stack, &tree);

	if (!options->list_metrics) {
		stacktree_flush(&tree, &r->stack, NULL, 0);
		report(r, loc);
	}
	stacktree_free(&tree);
	return (sum + 500) / 1000;
}

/* The source of a metric. */
enum source { V8_PROFILE, SAMPLE_TABLE, DURATIONS };

struct choice {
	enum source source;
	bool time; /* time, or else samples */
};

static fg_swide fold(struct trace_reader *r, struct fg_loc loc,
		     struct choice choice)
{
	struct collapse *c = r->c;
	bool list = c->options->list_metrics;
	enum v8_metric metric = choice.time ? V8_TIME : V8_SAMPLES;
	fg_swide total;

	if (choice.source == DURATIONS)
		return fold_durations(r, loc);
	if (choice.source == SAMPLE_TABLE)
		return trace_samples_fold(
			&r->samples, &r->threads, c, list ? NULL : &r->stack,
			loc, choice.time ? TRACE_TIME : TRACE_SAMPLES);
	total = trace_profiles_total(&r->profiles, &r->threads, c->options,
				     metric);
	if (!list)
		trace_profiles_fold(&r->profiles, &r->threads, c, &r->stack,
				    loc, metric);
	return total;
}

struct choices {
	struct choice items[3];
	size_t count;
};

static void offer(struct trace_reader *r, struct choices *choices,
		  const char *name, struct choice choice)
{
	metrics_add(r->c->metrics, fg_from_c(name),
		    choice.time ? FG_STR("us") : FG_STR("samples"));
	choices->items[choices->count++] = choice;
}

static void offer_all(struct trace_reader *r, struct choices *choices)
{
	bool has_profile = trace_profiles_exist(&r->profiles);
	enum source source = has_profile ? V8_PROFILE : SAMPLE_TABLE;
	bool has_samples = has_profile || r->samples.count > 0;

	if (has_profile || (has_samples && r->samples.has_times))
		offer(r, choices, "time", (struct choice){ source, true });
	if (has_samples)
		offer(r, choices, "samples", (struct choice){ source, false });
	if (r->durations.count > 0)
		offer(r, choices, has_samples ? "events" : "time",
		      (struct choice){ DURATIONS, true });
}

static fg_status choose_and_fold(struct trace_reader *r, struct fg_loc loc)
{
	struct metrics *metrics = r->c->metrics;
	struct choices choices = { .count = 0 };
	fg_status status;

	if (r->without_time > 0)
		fg_warn(r->c->diag, loc, "events without a time: %" PRIu64,
			r->without_time);
	if (r->sums > 0)
		fg_note(r->c->diag, loc,
			"left out clang's sums over all events of a name: "
			"%" PRIu64,
			r->sums);
	offer_all(r, &choices);
	if (choices.count == 0)
		return fg_fail(r->c->diag, FG_EINPUT, loc,
			       "no events with a duration and no samples; "
			       "asynchronous events, which have no stacks: "
			       "%" PRIu64,
			       r->asynchronous);
	status = format_choose_metric(r->c, 0);
	for (size_t i = 0; status == FG_OK && i < choices.count; i++) {
		if (r->c->options->list_metrics || i == metrics->chosen)
			metrics->items[i].total =
				fold(r, loc, choices.items[i]);
	}
	return status;
}

static fg_status parse_exactly(struct collapse *c)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct trace_reader r;
	fg_status status;

	trace_reader_init(&r, c);
	r.json = json_open(c->in, c->diag);
	read_file(&r);
	status = json_close(r.json);
	if (status == FG_OK)
		status = choose_and_fold(&r, loc);
	trace_reader_free(&r);
	return status;
}

/* Times may be fractions of a microsecond. */
static fg_status parse(struct collapse *c)
{
	return rounded_parse(c, parse_exactly, SMALL_KEPT);
}

const struct format format_trace_events = {
	.name = "trace_events",
	.summary = "trace events of Chrome, clang, PyTorch and many others",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_COMMS |
	       HAS_SOURCE | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
