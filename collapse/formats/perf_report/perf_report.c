/* SPDX-License-Identifier: MIT */
/*
 * Output of perf report --stdio with call chains, in any mode of its option
 * -g: caller, callee, fractal, flat and folded, with percentages or with
 * counts.
 *
 *	# Samples: 301  of event 'cpu-clock:ppp'
 *	# Event count (approx.): 301301301
 *	#
 *	# Overhead  Command  Shared Object  Symbol
 *	# ........  .......  .............  .................
 *	#
 *	     7.97%  jsonp    libc.so.6      [.] __strlen_evex
 *	            |
 *	            |--6.64%--main
 *	            |          |
 *	            |           --4.98%--print
 *	            |                     __strlen_evex
 *
 *	     4.32%  jsonp    jsonp          [.] skip
 *	2.99% main;value;members;skip
 *
 * An entry is a leaf with all the chains to it. With --children (where the
 * first column is "Children") it also has the chains to its callees. These end
 * in another function, and occur again in that function's entry. Chains below
 * perf's threshold go to a frame [pruned].
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "perf_report_fold.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct perf_report_tree tree;
	struct perf_report_table table;
	struct perf_report_fold fold;
	struct fg_buffer command;
	struct perf_report_entry entry;
	bool skip; /* the event is not wanted */
	bool has_event;
	uint64_t events_skipped;
};

static int detect(fg_str head)
{
	enum { LINES = 200 };
	fg_str line, rest;

	if (!fg_starts_with(head, FG_STR("#")) &&
	    !fg_starts_with(head, FG_STR("\n")))
		return BID_NO;
	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (!perf_report_is_title(line) || !scan_line(&head, &rest))
			continue;
		if (fg_starts_with(rest, FG_STR("# ....")))
			return BID_SURE;
	}
	return BID_NO;
}

static bool is_wanted(struct reader *r, fg_str event)
{
	const char **wanted = r->c->options->events;

	if (!wanted)
		return !r->has_event;
	return options_have(wanted, FG_STR("all")) ||
	       options_have(wanted, event) ||
	       options_have(wanted,
			    fg_slice(event, 0, fg_find_char(event, ':')));
}

/* "301  of event 'cpu-clock:ppp'" */
static void begin_event(struct reader *r, fg_str text)
{
	size_t quote = fg_find_char(text, '\'');
	fg_str event = quote < text.n ? scan_from(text, quote + 1) : FG_STR("");

	event.n = fg_rfind_char(event, '\'');
	r->fold.event.n = 0;
	fg_buffer_append(&r->fold.event, event);
	r->fold.about = false;
	r->fold.event_samples = perf_report_count(text, &r->fold.about);
	r->fold.event_period = 0;
	r->skip = !is_wanted(r, event);
	r->has_event = true;
	r->events_skipped += r->skip;
}

static void read_comment(struct reader *r, fg_str line)
{
	const fg_str count = FG_STR("Event count (approx.): ");
	fg_str text = scan_from(line, 1);

	scan_blanks(&text);
	if (fg_starts_with(text, FG_STR("...."))) {
		perf_report_table_dots(&r->table, line);
	} else if (scan_text(&text, FG_STR("Samples: "))) {
		begin_event(r, text);
	} else if (scan_text(&text, count)) {
		(void)fg_parse_u64(fg_trim(text), &r->fold.event_period);
	} else if (perf_report_is_title(line)) {
		perf_report_table_title(&r->table, line);
	}
}

/* "[.] main": the privilege level is in brackets. */
static fg_str symbol_of(fg_str cell)
{
	if (cell.n > 4 && cell.p[0] == '[' && cell.p[2] == ']' &&
	    cell.p[3] == ' ')
		cell = scan_from(cell, 4);
	return cell;
}

/* With underscores for blanks, as for perf script's text. */
static fg_frame intern_command(struct reader *r, fg_str command)
{
	r->command.n = 0;
	fg_buffer_append(&r->command, command);
	for (size_t i = 0; i < r->command.n; i++) {
		if (r->command.p[i] == ' ')
			r->command.p[i] = '_';
	}
	return stackbuf_intern(&r->stack, fg_buffer_text(&r->command));
}

static void read_cell(struct reader *r, struct perf_report_entry *e,
		      enum perf_report_column_role role, fg_str cell)
{
	const char **wanted = r->c->options->only_comms;

	switch (role) {
	case COLUMN_OVERHEAD:
		(void)perf_report_percent(&cell, &e->percent);
		break;
	case COLUMN_SAMPLES:
		e->has_samples = fg_parse_u64(cell, &e->samples);
		break;
	case COLUMN_PERIOD:
		e->has_period = fg_parse_u64(cell, &e->period);
		break;
	case COLUMN_COMMAND:
		e->command = intern_command(r, cell);
		e->is_unwanted = wanted && !options_have(wanted, cell);
		break;
	case COLUMN_SYMBOL:
		e->symbol = stackbuf_intern(&r->stack, symbol_of(cell));
		break;
	case COLUMN_CHILDREN:
		(void)perf_report_percent(&cell, &e->children);
		break;
	case COLUMN_OTHER:
		break;
	}
}

static void end_entry(struct reader *r)
{
	if (r->entry.is_open && !r->entry.is_unwanted)
		perf_report_fold_entry(&r->fold, &r->entry);
	r->entry.is_open = false;
	perf_report_tree_clear(&r->tree);
}

/* "     7.97%  jsonp    libc.so.6      [.] __strlen_evex" */
static bool begin_entry(struct reader *r, fg_str line)
{
	struct perf_report_entry e = { .is_open = true };
	fg_str text = line;
	uint64_t percent;

	if (scan_blanks(&text) == 0 || !perf_report_percent(&text, &percent) ||
	    scan_blanks(&text) == 0)
		return false;
	for (size_t i = 0; i < r->table.count; i++)
		read_cell(r, &e, r->table.columns[i].role,
			  perf_report_table_cell(&r->table, i, line));
	end_entry(r);
	r->entry = e;
	return true;
}

static fg_status read_line(struct reader *r, fg_str line)
{
	if (fg_starts_with(line, FG_STR("#"))) {
		end_entry(r);
		read_comment(r, line);
	} else if (r->skip || fg_trim(line).n == 0) {
		return FG_OK;
	} else if (!r->table.has_symbol) {
		return fg_fail(r->c->diag, FG_EINPUT, fg_lines_loc(r->c->in),
			       "no column of symbols; run perf report with "
			       "--sort comm,dso,symbol");
	} else if (!begin_entry(r, line) &&
		   (!r->entry.is_open ||
		    !perf_report_tree_line(&r->tree, line))) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"neither an entry nor a call chain");
	}
	return FG_OK;
}

/*
 * Checks the order of chains: with -g callee, chains to all functions look
 * alike.
 */
static fg_status check(const struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->table.has_children && r->fold.seen_callee > r->fold.seen_caller)
		return fg_fail(r->c->diag, FG_EINPUT, loc,
			       "chains of callers with --children do not show "
			       "which frames are leaves; run perf report with "
			       "--no-children");
	if (r->events_skipped > 0)
		fg_note(r->c->diag, loc,
			"%" PRIu64 " other events left out; --event NAME or "
			"all folds them",
			r->events_skipped);
	if (r->fold.guessed > 0)
		fg_warn(r->c->diag, loc,
			"the weights of %" PRIu64 " entries are estimated from "
			"percentages; with -n, perf report prints them",
			r->fold.guessed);
	return FG_OK;
}

static fg_status add_metric(struct reader *r)
{
	struct metrics *m = r->c->metrics;

	if (r->fold.unit == UNIT_PERCENT)
		metrics_add(m, FG_STR("percent"), FG_STR("percent"));
	else if (r->fold.unit == UNIT_SAMPLES)
		metrics_add(m, FG_STR("samples"), FG_STR("samples"));
	else
		metrics_add(m, FG_STR("period"), FG_STR(""));
	if (r->fold.unit == UNIT_PERCENT)
		r->fold.total /= (fg_swide)fg_pow10(PERF_REPORT_SCALE);
	metrics_count(m, 0, r->fold.total);
	return format_choose_metric(r->c, 0);
}

static fg_status read_all(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status = FG_OK;
	fg_str line;

	stackbuf_init(&r.stack, c);
	r.tree.stack = &r.stack;
	r.fold = (struct perf_report_fold){
		.options = c->options,
		.stack = &r.stack,
		.tree = &r.tree,
		.table = &r.table,
		.unit = perf_report_find_unit(
			fg_lines_peek(c->in, FG_PEEK_MAX)),
		.pruned = stackbuf_intern(&r.stack, FG_STR("[pruned]")),
	};
	while (status == FG_OK && fg_lines_next(c->in, &line))
		status = read_line(&r, line);
	end_entry(&r);
	if (status == FG_OK)
		status = check(&r);
	if (status == FG_OK)
		status = add_metric(&r);
	perf_report_tree_free(&r.tree);
	stackbuf_free(&r.stack);
	perf_report_table_free(&r.table);
	free(r.fold.event.p);
	free(r.command.p);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

/*
 * Only the end of a report shows which chains it has, so nothing is kept
 * before.
 */
static fg_status parse(struct collapse *c)
{
	struct collapse own = *c;
	fg_status status;

	own.out = fg_stacks_new(c->options->no_aggregate ? FG_KEEP_ORDER
							 : FG_FOLD);
	status = read_all(&own);
	if (status == FG_OK)
		fg_stacks_merge(c->out, own.out);
	fg_stacks_free(own.out);
	return status;
}

const struct format format_perf_report = {
	.name = "perf_report",
	.summary = "perf report --stdio with call chains",
	.own_metrics = true,
	.has = HAS_COMMS | HAS_COMM_FILTER | HAS_EVENTS,
	.detect = detect,
	.parse = parse,
};
