/* SPDX-License-Identifier: MIT */
/*
 * Output of xctrace export for a recording of Instruments: rows of samples.
 * Each value is written in full once and later by its id, at any depth.
 *
 *	<trace-query-result>
 *	<node xpath='...'><schema name="time-profile">...</schema>
 *	<row><sample-time id="1">1000000</sample-time>
 *	  <thread id="2" fmt="main 0x1a2b3 (json, pid: 4711)">...</thread>
 *	  <weight id="9" fmt="1.00 ms">1000000</weight>
 *	  <backtrace id="11"><frame id="12" name="value" addr="0x2c01">
 *	    <binary id="13" name="json"/></frame><frame ref="15"/></backtrace>
 *	</row>
 *	<row>...<weight ref="9"/><backtrace ref="11"/></row>
 *
 * Backtraces are leaf first. Xcode up to 14.2 has addresses in place of frames
 * (<text-addresses>), and the leaf's name in `fmt`; Xcode 26 puts the
 * backtrace into a <tagged-backtrace>, later versions only the frames.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "xctrace_values.h"

struct reader {
	struct collapse *c;
	struct xml *xml;
	struct stackbuf stack;
	struct xctrace_values values; /* of the row that is open */
	bool in_row, is_toc;
	struct xctrace_rows rows;
	uint64_t without_stack;
};

static int detect(fg_str head)
{
	fg_str start = fg_trim(head);

	return fg_starts_with(start, FG_STR("<")) &&
			       (fg_contains(start, FG_STR("<trace-query-"
							  "result")) ||
				fg_contains(start, FG_STR("<trace-toc")))
		       ? BID_SURE
		       : BID_NO;
}

static void end_row(struct reader *r)
{
	const struct xctrace_row *row = &r->values.row;

	r->in_row = false;
	if (row->has_stack && row->stack.count > 0)
		xctrace_rows_add(&r->rows, row);
	else
		r->without_stack++;
}

static void on_start(struct reader *r)
{
	if (r->in_row) {
		xctrace_values_begin(&r->values);
	} else if (xml_is(r->xml, "row")) {
		r->in_row = true;
		xctrace_values_row(&r->values);
	} else if (xml_is(r->xml, "schema")) {
		xctrace_rows_schema(&r->rows, xml_attribute(r->xml, "name"));
	} else if (xml_is(r->xml, "trace-toc")) {
		r->is_toc = true;
	}
}

static void on_end(struct reader *r)
{
	if (!r->in_row)
		return;
	if (r->values.depth == 0)
		end_row(r);
	else
		xctrace_values_end(&r->values);
}

static void on_event(struct reader *r)
{
	if (r->xml->event == XML_START)
		on_start(r);
	else if (r->xml->event == XML_END)
		on_end(r);
	else if (r->in_row)
		xctrace_values_text(&r->values);
}

/* Reads all exports; each has its own ids. */
static void read_all(struct reader *r)
{
	do {
		while (xml_next(r->xml))
			on_event(r);
	} while (!r->in_row && xml_more(r->xml));
}

static fg_status finish(struct reader *r)
{
	const struct xctrace_values *v = &r->values;
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->is_toc)
		return fg_fail(r->c->diag, FG_EINPUT, loc,
			       "this is a table of contents; export the "
			       "samples: xctrace export --input X.trace "
			       "--xpath "
			       "'/trace-toc/run[@number=\"1\"]/data/"
			       "table[@schema=\"time-profile\"]'");
	if (r->in_row)
		fg_warn(r->c->diag, loc, "the input ends inside a row");
	if (v->unresolved > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " references to missing entries",
			v->unresolved);
	if (v->deep > 0)
		fg_warn(r->c->diag, loc,
			"backtraces cut at %d frames from the leaf",
			XCTRACE_FRAMES_MAX);
	if (r->without_stack > 0 && r->c->options->verbose)
		fg_note(r->c->diag, loc, "%" PRIu64 " rows without a stack",
			r->without_stack);
	xctrace_rows_fold(&r->rows, &v->objects, r->c, &r->stack);
	return fg_lines_status(r->c->in);
}

static fg_status parse(struct collapse *c)
{
	struct reader *r = fg_calloc(1, sizeof *r);
	fg_status status;

	r->c = c;
	r->xml = xml_new(c->in, c->diag);
	stackbuf_init(&r->stack, c);
	r->values.xml = r->xml;
	r->values.stack = &r->stack;
	xctrace_values_init(&r->values, c->options);
	xctrace_rows_init(&r->rows);
	read_all(r);
	status = finish(r);
	xctrace_rows_free(&r->rows);
	xctrace_values_free(&r->values);
	stackbuf_free(&r->stack);
	xml_free(r->xml);
	free(r);
	return status;
}

const struct format format_xctrace = {
	.name = "xctrace",
	.summary = "samples of Instruments, by xctrace export",
	.metrics = xctrace_metrics,
	.has = HAS_THREADS | HAS_PROCESSES | HAS_TIMES | HAS_MODULES |
	       HAS_SOURCE | HAS_ARGUMENTS | HAS_TEMPLATES,
	.detect = detect,
	.parse = parse,
};
