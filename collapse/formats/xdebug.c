/* SPDX-License-Identifier: MIT */
/*
 * Xdebug's function traces for machines (xdebug.trace_format=1), with tabs
 * between the fields: depth, number of the call, kind (0 entry, 1 exit,
 * others), time in seconds, memory. An entry also has the function, whether it
 * is user-defined, the included file, and the place of the call.
 *
 *	TRACE START [2026-01-15 10:20:30.123456]
 *	1	0	0	0.010870	114112	{main}	1		../trace.php	0	0
 *	2	1	0	0.032009	114272	str_split	0		../trace.php	8	1	'abc'
 *	2	1	1	0.032073	116632
 *	2	1	R			array(3)
 *				0.034300	0
 *	TRACE END   [2026-01-15 10:20:30.147652]
 *
 * Traces without that setting are for people, and refused:
 *
 *	    0.0005     393216       -> strlen($string = 'a') /x.php:4
 *
 * The time up to a line belongs to the function that ran. Calls are counted at
 * functions that call nothing.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

enum { METRIC_TIME, METRIC_CALLS };

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	fg_frame *calls; /* functions that were entered and not left */
	size_t depth, room;
	struct fg_buffer name;
	uint64_t now; /* of the last line, in ns */
	bool started, at_leaf; /* the last line was an entry */
	bool for_people; /* a line of another form, without tabs */
};

enum { LEVEL, NUMBER, KIND, TIME, MEMORY, FUNCTION, USER, INCLUDED, FIELDS };

static int detect(fg_str head)
{
	enum { LINES = 10 };
	fg_str line;

	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (fg_starts_with(line, FG_STR("TRACE START [")))
			return BID_SURE;
	}
	return BID_NO;
}

static void split(fg_str line, fg_str *fields)
{
	for (int i = 0; i < FIELDS; i++)
		fields[i] = line.p ? fg_cut(&line, '\t') : FG_STR("");
}

/* Adds `amount` of a metric to the function that is running. */
static void charge(struct reader *r, size_t metric, struct fg_weight amount,
		   uint64_t total)
{
	metrics_count(r->c->metrics, metric, total);
	if (r->c->metrics->chosen != metric || amount.units == 0)
		return;
	for (size_t i = stackbuf_skip(&r->stack, r->depth); i < r->depth; i++)
		stackbuf_push_id(&r->stack, r->calls[i]);
	stackbuf_flush(&r->stack, ROOT_FIRST, amount);
}

/* Adds time in microseconds, exact also where the trace has more digits. */
static void charge_time(struct reader *r, uint64_t now)
{
	const struct collapse_options *o = r->c->options;
	uint64_t from = r->now, to = now;
	struct fg_weight us = { 0, 3 };
	uint64_t ns;

	if (o->time_limited) {
		from = from < o->time_from ? o->time_from : from;
		to = to > o->time_to ? o->time_to : to;
	}
	ns = to > from ? to - from : 0;
	us.units = ns;
	if (ns % 1000 == 0)
		us = (struct fg_weight){ ns / 1000, 0 };
	if (r->depth > 0)
		charge(r, METRIC_TIME, us, ns / 1000);
	r->now = now;
}

/* "require(file)" for require and similar functions. */
static fg_str call_name(struct reader *r, const fg_str *fields)
{
	fg_str file = fields[INCLUDED], name = fields[FUNCTION];

	if (file.n == 0 || (!fg_starts_with(name, FG_STR("require")) &&
			    !fg_starts_with(name, FG_STR("include"))))
		return name;
	r->name.n = 0;
	fg_buffer_append(&r->name, name);
	fg_buffer_append(&r->name, FG_STR("("));
	fg_buffer_append(&r->name, file);
	fg_buffer_append(&r->name, FG_STR(")"));
	return fg_buffer_text(&r->name);
}

/* Leaves functions down to a depth, also where lines are missing. */
static void leave_to(struct reader *r, uint64_t level)
{
	if (level <= r->depth)
		r->depth = level > 0 ? (size_t)level - 1 : 0;
}

static void read_record(struct reader *r, const fg_str *fields)
{
	bool entry = fg_equal(fields[KIND], FG_STR("0"));
	uint64_t level, now;

	if (!entry && !fg_equal(fields[KIND], FG_STR("1")))
		return;
	if (!fg_parse_u64(fields[LEVEL], &level) ||
	    !options_seconds(fields[TIME], &now)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"neither an entry nor an exit");
		return;
	}
	charge_time(r, now);
	if (!entry && r->at_leaf && r->depth > 0 &&
	    options_in_time(r->c->options, now))
		charge(r, METRIC_CALLS, (struct fg_weight){ 1, 0 }, 1);
	r->at_leaf = entry;
	leave_to(r, level);
	if (!entry)
		return;
	FG_RESERVE(&r->calls, &r->room, r->depth + 1);
	r->calls[r->depth++] = stackbuf_intern(&r->stack, call_name(r, fields));
}

static void read_line(struct reader *r, fg_str line)
{
	fg_str fields[FIELDS];

	if (fg_starts_with(line, FG_STR("TRACE START"))) {
		r->started = true;
		r->depth = 0;
		r->at_leaf = false;
	} else if (fg_starts_with(line, FG_STR("TRACE END"))) {
		r->started = false;
	} else if (r->started && fg_find_char(line, '\t') == line.n &&
		   fg_contains(line, FG_STR(" -> "))) {
		r->for_people = true;
	} else if (r->started && !r->for_people && line.n > 0) {
		split(line, fields);
		read_record(r, fields);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_str line;

	stackbuf_init(&r.stack, c);
	while (fg_lines_next(c->in, &line))
		read_line(&r, line);
	if (r.started && !r.for_people)
		fg_warn(c->diag, fg_lines_loc(c->in), "the trace has no end");
	stackbuf_free(&r.stack);
	free(r.calls);
	free(r.name.p);
	if (r.for_people && fg_lines_status(c->in) == FG_OK)
		return fg_fail(c->diag, FG_EINPUT, fg_lines_whole(c->in),
			       "this trace of Xdebug is for people; record it "
			       "with xdebug.trace_format=1");
	return fg_lines_status(c->in);
}

static const struct format_metric metrics[] = {
	[METRIC_TIME] = { "time", "us" },
	[METRIC_CALLS] = { "calls", "calls" },
	{ NULL, NULL },
};

const struct format format_xdebug = {
	.name = "xdebug",
	.summary = "Xdebug's function traces",
	.metrics = metrics,
	.has = HAS_TIMES,
	.detect = detect,
	.parse = parse,
};
