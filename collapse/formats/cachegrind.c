/* SPDX-License-Identifier: MIT */
/*
 * Output of valgrind's cachegrind (and cg_merge, cg_diff): costs of source
 * lines, by function. It has no calls, so a stack is one function; with
 * --srcline, one line of a function.
 *
 *	desc: I1 cache:         32768 B, 64 B, 8-way associative
 *	cmd: ./json 1 4
 *	events: Ir I1mr ILmr
 *	fl=./csu/../csu/libc-start.c
 *	fn=__libc_start_main@@GLIBC_2.34
 *	128 2 1 1
 *	134 3 0 .
 *	summary: 8514275 1640 1501
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "formats/callgrind/callgrind_events.h"
#include "names/native.h"

struct reader {
	struct collapse *c;
	struct callgrind_events events;
	bool chosen; /* the metric was chosen */
	struct stackbuf stack;
	struct namer namer;
	struct fg_buffer file, function; /* the current file and function */
	fg_frame id; /* of the function, without its line */
	int64_t *costs; /* by frame; from cg_diff they may be negative */
	size_t room;
	int64_t sum;
	bool has_summary;
	fg_status status;
};

static int detect(fg_str head)
{
	if (!fg_starts_with(head, FG_STR("desc:")) &&
	    !fg_starts_with(head, FG_STR("cmd:")))
		return BID_NO;
	return fg_contains(head, FG_STR("\nevents:")) &&
			       fg_contains(head, FG_STR("\nfl=")) &&
			       !fg_contains(head, FG_STR("\ncalls=")) &&
			       !fg_contains(head, FG_STR("\nversion:"))
		       ? BID_SURE
		       : BID_NO;
}

static fg_frame name_line(struct reader *r, uint64_t line)
{
	struct native_frame frame = {
		.name = fg_buffer_text(&r->function),
		.file = fg_buffer_text(&r->file),
		.line = line,
	};
	fg_frame id;

	if (native_is_unnamed(frame.file))
		frame.file = FG_STR("");
	(void)namer_name(&r->namer, &frame, &id);
	return id;
}

static void set(struct fg_buffer *buffer, fg_str text)
{
	buffer->n = 0;
	fg_buffer_append(buffer, text);
}

static void add_cost(struct reader *r, fg_frame id, int64_t cost)
{
	size_t old = r->room;

	FG_RESERVE(&r->costs, &r->room, (size_t)id + 1);
	for (size_t i = old; i < r->room; i++)
		r->costs[i] = 0;
	r->costs[id] = callgrind_add(r->costs[id], cost, &r->events.saturated);
	r->sum = callgrind_add(r->sum, cost, &r->events.saturated);
}

static void on_cost(struct reader *r, fg_str numbers)
{
	fg_str digits = fg_cut(&numbers, ' ');
	uint64_t line = 0;
	fg_frame id = r->id;

	if (!r->chosen)
		r->status = callgrind_events_choose(&r->events, r->c);
	r->chosen = true;
	if (r->status != FG_OK)
		return;
	if (r->c->options->srcline && fg_parse_u64(digits, &line))
		id = name_line(r, line);
	add_cost(r, id, callgrind_events_cost(&r->events, r->c, numbers, true));
}

static void on_summary(struct reader *r, fg_str text)
{
	int64_t total;

	r->has_summary = true;
	if (!r->chosen)
		return;
	total = callgrind_events_cost(&r->events, r->c, text, false);
	if (total != r->sum)
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"the costs add up to %" PRId64 ", but the file says "
			"%" PRId64,
			r->sum, total);
}

static bool take_key(fg_str line, fg_str key, fg_str *rest)
{
	if (!fg_starts_with(line, key))
		return false;
	*rest = fg_trim(fg_slice(line, key.n, line.n));
	return true;
}

static void read_line(struct reader *r, fg_str line)
{
	fg_str rest;

	if (line.n == 0 || *line.p == '#')
		return;
	if (fg_is_digit(*line.p)) {
		on_cost(r, line);
	} else if (take_key(line, FG_STR("fn="), &rest)) {
		set(&r->function, rest);
		r->id = name_line(r, 0);
	} else if (take_key(line, FG_STR("fl="), &rest) ||
		   take_key(line, FG_STR("fi="), &rest) ||
		   take_key(line, FG_STR("fe="), &rest)) {
		set(&r->file, rest);
	} else if (take_key(line, FG_STR("events:"), &rest)) {
		callgrind_events_columns(&r->events, r->c, rest);
		r->chosen = false;
	} else if (take_key(line, FG_STR("summary:"), &rest)) {
		on_summary(r, rest);
	} else if (fg_find_char(line, ':') == line.n) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a line of cachegrind's");
	}
}

static void flush(struct reader *r)
{
	struct fg_loc loc = fg_lines_loc(r->c->in);
	uint64_t negative = 0;

	if (!r->has_summary)
		fg_warn(r->c->diag, loc, "the input ends before its summary");
	if (r->events.saturated)
		fg_warn(r->c->diag, loc, "costs over 64 bits were cut there");
	if (r->events.surplus)
		fg_warn(r->c->diag, loc,
			"some lines have more costs than there are events");
	for (fg_frame id = 0; id < r->room; id++) {
		negative += r->costs[id] < 0;
		if (r->costs[id] <= 0)
			continue;
		stackbuf_push_id(&r->stack, id);
		stackbuf_flush(&r->stack, ROOT_FIRST,
			       (struct fg_weight){ (uint64_t)r->costs[id], 0 });
	}
	if (negative > 0)
		fg_warn(r->c->diag, loc, "%" PRIu64 " negative costs left out",
			negative);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	r.id = name_line(&r, 0);
	while (r.status == FG_OK && fg_lines_next(c->in, &line))
		read_line(&r, fg_trim_end(line));
	if (r.status == FG_OK)
		r.status = fg_lines_status(c->in);
	if (r.status == FG_OK && !c->options->list_metrics)
		flush(&r);
	callgrind_events_free(&r.events);
	free(r.file.p);
	free(r.function.p);
	free(r.costs);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	return r.status;
}

const struct format format_cachegrind = {
	.name = "cachegrind",
	.summary = "valgrind's cachegrind: functions without callers",
	.own_metrics = true,
	.has = HAS_SOURCE | HAS_ADDRESSES | HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
