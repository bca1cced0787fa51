/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/text.h"
#include "perf_messages.h"

enum {
	EVENTS_SHOWN = 8,
	UNKNOWN_ODD = 50, /* a message says so from this percentage on */
	SMALL_PART = 10, /* warn if less than one sample of so many is folded */
};

/* The sums, and the sentence that they become. */
struct report {
	const struct collapse *c;
	const struct perf_run *run;
	const struct perf_counts *counts;
	const struct perf_events *events;
	struct perf_tally tally; /* of the folded samples */
	uint64_t samples, kept; /* all samples; those of the kept events */
	struct perf_off_counts off; /* of --off-cpu */
	struct fg_out *text;
};

static void sum_up(struct report *report)
{
	size_t count = fg_frames_count(report->events->names);

	report->tally = perf_events_sum(report->events);
	if (report->run->parser.off_cpu)
		report->off = perf_offcpu_counts(report->run->parser.off_cpu);
	report->samples = report->kept = report->events->eventless.samples;
	for (size_t i = 0; i < count; i++) {
		const struct perf_event *event = &report->events->items[i];

		report->samples += event->samples;
		if (event->kept)
			report->kept += event->samples;
	}
}

/*
 * Lists events, "cycles (12), page-faults (3)": those that were kept, or those
 * that were not.
 */
static void say_events(struct report *report, bool kept)
{
	const struct perf_events *events = report->events;
	size_t count = fg_frames_count(events->names), shown = 0, more = 0;
	uint32_t *order = perf_events_sorted(events);

	for (size_t i = 0; i < count; i++) {
		const struct perf_event *event = &events->items[order[i]];
		fg_str name = fg_frames_name(events->names, order[i]);

		if (event->kept != kept || event->samples == 0)
			continue;
		if (shown == EVENTS_SHOWN) {
			more++;
			continue;
		}
		fg_out_printf(report->text, "%s%.*s (%" PRIu64 ")",
			      shown++ ? ", " : "", FG_FMT(name),
			      event->samples);
	}
	if (more > 0)
		fg_out_printf(report->text, " and %zu more", more);
	free(order);
}

static uint64_t unknown_share(const struct report *report)
{
	const struct perf_tally *tally = &report->tally;
	fg_wide unknown = (fg_wide)tally->unknown * 100;

	return tally->frames ? (uint64_t)(unknown / tally->frames) : 0;
}

static bool without_chains(const struct report *report)
{
	return report->tally.folded > 0 && report->tally.chains == 0;
}

static bool has_huge_weight(const struct report *report)
{
	return report->tally.huge_weight || report->run->huge_weight;
}

/* Whether the chosen event is a small part of the recording. */
static bool is_small_part(const struct report *report)
{
	return perf_choice_is_open(&report->run->choice) &&
	       (fg_wide)report->kept * SMALL_PART < report->samples;
}

static bool has_odd_lines(const struct perf_counts *counts)
{
	return counts->noise > 0 || counts->orphans > 0;
}

static bool has_lone_parts(const struct perf_run *run)
{
	return run->parser.deferred.lone_samples > 0 ||
	       run->parser.deferred.lone_chains > 0;
}

/* Call chains of user space and their samples that found nothing to join. */
static void say_deferred(struct report *report)
{
	const struct perf_deferred *deferred = &report->run->parser.deferred;
	const struct collapse_options *options = report->c->options;

	if (!has_lone_parts(report->run))
		return;
	fg_out_printf(report->text,
		      "; samples without their call chain of user space: "
		      "%" PRIu64 "; such chains (DEFERRED CALLCHAIN) without "
		      "a sample: %" PRIu64,
		      deferred->lone_samples, deferred->lone_chains);
	if (options->no_aggregate || options->off_cpu)
		fg_out_printf(report->text,
			      "; %s does not join them: run perf script "
			      "without --no-merge-callchains",
			      options->off_cpu ? "--off-cpu"
					       : "--no-aggregate");
}

/* The number of times off the CPU whose end is not in the input. */
static uint64_t endless(const struct report *report)
{
	return report->off.lost + report->off.open;
}

/*
 * Whether many ends are missing. At the end of any recording some threads
 * wait, and at its beginning a switch may be missing. Many more missing ends
 * mean that only some processors were recorded.
 */
static bool misses_ends(const struct report *report)
{
	enum { FEW = 20, MOST = 2 }; /* a number of times; one in so many */

	return report->off.lost * FEW > report->off.stops ||
	       endless(report) * MOST > report->off.stops;
}

static void say_endless(struct report *report)
{
	if (endless(report) == 0)
		return;
	fg_out_printf(report->text,
		      "; %" PRIu64 " of %" PRIu64 " times that a thread "
		      "stopped have no end in the input and do not count",
		      endless(report), report->off.stops);
	if (misses_ends(report))
		fg_out_printf(report->text, ": were all processors recorded "
					    "(perf record -a)?");
}

static void say_odd_lines(struct report *report)
{
	const struct perf_counts *counts = report->counts;
	struct fg_loc odd = report->run->odd;

	if (counts->noise > 0)
		fg_out_printf(report->text,
			      "; %" PRIu64 " line%s not understood",
			      counts->noise, counts->noise == 1 ? "" : "s");
	if (counts->orphans > 0)
		fg_out_printf(report->text,
			      "; %" PRIu64 " frame%s outside any sample",
			      counts->orphans, counts->orphans == 1 ? "" : "s");
	if (has_odd_lines(counts))
		fg_out_printf(report->text, ", first at %s:%" PRIu64, odd.file,
			      odd.line);
}

/* Says which events were folded, and which others there were. */
static void say_choice(struct report *report)
{
	bool verbose = report->c->options->verbose;

	if (report->kept < report->samples || verbose) {
		fg_out_printf(report->text, ": ");
		say_events(report, true);
	}
	if (report->kept == report->samples)
		return;
	fg_out_printf(report->text, "; left out ");
	say_events(report, false);
	if (perf_choice_is_open(&report->run->choice))
		fg_out_printf(report->text, "; --event NAME chooses another, "
					    "--event all folds each below a "
					    "root");
}

static void say_all(struct report *report)
{
	const struct perf_tally *tally = &report->tally;
	bool verbose = report->c->options->verbose;

	fg_out_printf(report->text, "folded %" PRIu64 " of %" PRIu64 " samples",
		      tally->folded, report->samples);
	say_choice(report);
	if (tally->filtered > 0 && verbose)
		fg_out_printf(report->text, "; %" PRIu64 " dropped by filters",
			      tally->filtered);
	if (unknown_share(report) > UNKNOWN_ODD || verbose)
		fg_out_printf(report->text,
			      "; %" PRIu64 "%% of the frames are unknown",
			      unknown_share(report));
	if (without_chains(report))
		fg_out_printf(report->text, "; no call chains: they need perf "
					    "record -g, "
					    "and perf script without -G");
	if (has_huge_weight(report))
		fg_out_printf(report->text, "; weights over 64 bits were cut");
	say_deferred(report);
	say_endless(report);
	say_odd_lines(report);
}

static bool has_switches(const struct perf_events *events)
{
	for (size_t i = 0; i < fg_frames_count(events->names); i++) {
		if (fg_equal(fg_frames_name(events->names, (fg_frame)i),
			     FG_STR("sched:sched_switch")))
			return true;
	}
	return false;
}

static void say_no_time_off(struct report *report)
{
	struct fg_out *text = report->text;

	fg_out_printf(text, "no time off the CPU found");
	if (report->off.stops > 0) {
		fg_out_printf(text,
			      ": of %" PRIu64 " times that a thread stopped "
			      "none has an end in the input; record all "
			      "processors (perf record -a)",
			      report->off.stops);
	} else if (report->tally.filtered > 0) {
		fg_out_printf(text, ": the filters drop all threads");
	} else if (has_switches(report->events)) {
		fg_out_printf(text, ": the sched:sched_switch events do not "
				    "name the next thread (perf script -F "
				    "+trace)");
	} else {
		fg_out_printf(text, ", which needs sched:sched_switch events; "
				    "there are: ");
		say_events(report, true);
	}
}

/* Says why there are no samples, as far as the input shows it. */
static void say_nothing(struct report *report)
{
	const struct collapse_options *options = report->c->options;
	struct fg_out *text = report->text;

	if (report->samples == 0) {
		fg_out_printf(text, "no samples found; did perf script fail?");
	} else if (options->off_cpu) {
		say_no_time_off(report);
	} else if (report->kept == 0) {
		fg_out_printf(text,
			      "no sample of the event '%.*s'; there are: ",
			      FG_FMT(perf_choice_name(&report->run->choice)));
		say_events(report, false);
	} else {
		fg_out_printf(text, "the filters drop all %" PRIu64 " samples",
			      report->kept);
	}
	say_odd_lines(report);
}

static bool is_worth_it(const struct report *report)
{
	return report->c->options->verbose || report->kept < report->samples ||
	       without_chains(report) || has_huge_weight(report) ||
	       unknown_share(report) > UNKNOWN_ODD ||
	       has_odd_lines(report->counts) || has_lone_parts(report->run) ||
	       endless(report) > 0;
}

static fg_status tell(struct report *report)
{
	struct fg_diag *diag = report->c->diag;
	uint64_t folded = report->tally.folded;
	struct fg_loc nowhere = { 0 };
	fg_str text = { report->text->buffer, report->text->used };

	if (folded == 0 && fg_stacks_count(report->c->out) == 0 &&
	    fg_stacks_count(report->run->stacks) == 0)
		return fg_fail(diag, FG_EINPUT, nowhere, "%.*s", FG_FMT(text));
	if (folded > 0 && (is_small_part(report) || misses_ends(report) ||
			   has_lone_parts(report->run)))
		fg_doubt(diag, nowhere, "%.*s", FG_FMT(text));
	else if (folded == 0 || has_odd_lines(report->counts) ||
		 has_huge_weight(report))
		fg_warn(diag, nowhere, "%.*s", FG_FMT(text));
	else
		fg_note(diag, nowhere, "%.*s", FG_FMT(text));
	return FG_OK;
}

fg_status perf_report(struct collapse *c, const struct perf_run *run)
{
	struct report report = {
		.c = c,
		.run = run,
		.counts = &run->parser.counts,
		.events = &run->parser.events,
	};
	fg_status status = FG_OK;

	sum_up(&report);
	if (report.tally.folded > 0 && !is_worth_it(&report))
		return FG_OK;
	report.text = fg_out_memory();
	if (report.tally.folded > 0)
		say_all(&report);
	else
		say_nothing(&report);
	status = tell(&report);
	if (fg_out_close(report.text, false) != FG_OK)
		return FG_EIO;
	return status;
}
