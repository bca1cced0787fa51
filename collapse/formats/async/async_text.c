/* SPDX-License-Identifier: MIT */
/*
 * Text output of async-profiler, for its option "traces": the hottest stacks,
 * the leaf first, and after them a table of functions.
 *
 *	--- Execution profile ---
 *	Total samples       : 444
 *
 *	--- 64000000 ns (3.36%), 16 samples
 *	  [ 0] java.lang.String.compareTo
 *	  [ 1] java.util.TreeMap.computeIfAbsent
 *	  [ 2] [pool-1-thread-1 tid=10083]
 *
 *	          ns  percent  samples  top
 *	  ----------  -------  -------  ---
 *	  1120000000   58.82%      263  java.lang.String.compareTo
 */
#include <inttypes.h>

#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

enum { SAMPLES, TOTAL };

struct reader {
	fg_status status;
	uint64_t taken; /* samples, from the first lines; 0: not given */
	bool over; /* after the stacks */
};

/* "--- 64000000 ns (3.36%), 16 samples" */
static bool parse_title(fg_str line, uint64_t *total, fg_str *unit,
			uint64_t *samples)
{
	if (!scan_text(&line, FG_STR("--- ")) || !scan_u64(&line, total))
		return false;
	scan_blanks(&line);
	unit->p = line.p;
	unit->n = fg_find(line, FG_STR(" ("));
	line = scan_from(line, fg_find(line, FG_STR("%), ")));
	return scan_text(&line, FG_STR("%), ")) && scan_u64(&line, samples) &&
	       fg_starts_with(line, FG_STR(" sample"));
}

/* "  [ 0] java.lang.String.compareTo" */
static bool parse_frame(fg_str line, fg_str *name)
{
	uint64_t number;

	if (scan_blanks(&line) == 0 || !scan_text(&line, FG_STR("[")))
		return false;
	scan_blanks(&line);
	if (!scan_u64(&line, &number) || !scan_text(&line, FG_STR("] ")))
		return false;
	*name = fg_trim(line);
	return true;
}

static int detect(fg_str head)
{
	enum { LINES = 30 };
	uint64_t total, samples;
	fg_str line, unit;

	if (!fg_starts_with(head, FG_STR("---")) &&
	    !fg_starts_with(head, FG_STR("Started")))
		return BID_NO;
	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (parse_title(line, &total, &unit, &samples))
			return BID_SURE;
	}
	return BID_NO;
}

static void choose_metric(struct dump *d, fg_str unit)
{
	struct reader *r = d->state;
	fg_str name = fg_equal(unit, FG_STR("ns")) ? FG_STR("time") : unit;

	metrics_add(d->c->metrics, FG_STR("samples"), FG_STR("samples"));
	metrics_add(d->c->metrics, name.n > 0 ? name : FG_STR("total"), unit);
	r->status = format_choose_metric(d->c, SAMPLES);
}

static void begin_stack(struct dump *d, fg_str unit, uint64_t samples,
			uint64_t total)
{
	struct metrics *m = d->c->metrics;

	dump_end(d);
	if (m->count == 0)
		choose_metric(d, unit);
	metrics_count(m, SAMPLES, samples);
	metrics_count(m, TOTAL, total);
	d->samples = samples;
	d->weight.units = m->chosen == SAMPLES ? samples : total;
}

static void read_line(struct dump *d, fg_str line)
{
	const fg_str title = FG_STR("Total samples");
	struct reader *r = d->state;
	uint64_t samples, total;
	fg_str text;

	if (r->status != FG_OK)
		return;
	if (parse_title(line, &total, &text, &samples)) {
		begin_stack(d, text, samples, total);
		r->over = false;
	} else if (parse_frame(line, &text) && !r->over) {
		dump_push(d, text);
	} else if (fg_starts_with(line, title)) {
		line = fg_trim(scan_from(line, fg_find_char(line, ':') + 1));
		(void)fg_parse_u64(line, &r->taken);
	} else if (fg_trim(line).n == 0) {
		dump_end(d);
		r->over = true;
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .status = FG_OK };
	struct dump d = { .state = &r };
	fg_status status = dump_read(&d, c, read_line);
	fg_swide found = c->metrics->count ? c->metrics->items[0].total : 0;

	if (found < r.taken && status == FG_OK)
		fg_note(c->diag, fg_lines_whole(c->in),
			"it has the stacks of %" PRIu64 " of %" PRIu64
			" samples; async-profiler's traces=N sets the number "
			"of stacks",
			(uint64_t)found, r.taken);
	return r.status != FG_OK ? r.status : status;
}

const struct format format_async_text = {
	.name = "async_text",
	.summary = "async-profiler's stacks as text (traces)",
	.own_metrics = true,
	.detect = detect,
	.parse = parse,
};
