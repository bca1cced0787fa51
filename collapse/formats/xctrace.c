/* SPDX-License-Identifier: MIT */
/*
 * What xctrace export writes of a recording of Instruments: rows of samples.
 * Each value is written in full once and by its id from then on, at any depth.
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
 * Backtraces are leaf first. Xcode to 14.2 has addresses in place of frames
 * (<text-addresses>), and the leaf's name in `fmt`; Xcode 26 puts the
 * backtrace into a <tagged-backtrace>, later ones the frames alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "native.h"
#include "xctrace/xctrace_rows.h"
#include "xml.h"

enum { DEPTH_MAX = 256, FRAMES_MAX = 10000 };

/* An element that is open: what it will be, and where it began. */
struct element {
	enum xctrace_kind kind;
	fg_str id; /* in `ids` */
	size_t frames; /* in temp when it began */
	fg_frame leaf; /* what fmt says of it */
	bool has_leaf, has_addresses;
	uint64_t label; /* + 1; 0: its text is one */
};

struct reader {
	struct collapse *c;
	struct xml *xml;
	struct stackbuf stack;
	struct namer namer;
	struct xctrace_objects objects;
	struct fg_arena ids;
	struct element open[DEPTH_MAX];
	size_t depth;
	fg_frame *temp; /* frames of the backtraces that are open */
	size_t temp_count, temp_room;
	struct fg_buffer text; /* of the element that is open */
	struct fg_buffer name; /* of the frame that is open */
	uint64_t binary, file; /* labels + 1 of that frame */
	uint64_t line;
	struct xctrace_row row; /* that is open */
	bool in_row, is_toc;
	struct xctrace_rows rows;
	uint64_t unresolved, without_stack, deep;
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

static enum xctrace_kind kind_of(const struct xml *xml)
{
	if (xml_is(xml, "frame"))
		return XCTRACE_FRAME;
	if (xml_is(xml, "backtrace") || xml_is(xml, "tagged-backtrace") ||
	    xml_is(xml, "text-addresses"))
		return XCTRACE_STACK;
	if (xml_is(xml, "weight") || xml_is(xml, "cycle-weight") ||
	    xml_is(xml, "sample-time"))
		return XCTRACE_NUMBER;
	if (xml_is(xml, "thread") || xml_is(xml, "process") ||
	    xml_is(xml, "binary") || xml_is(xml, "path"))
		return XCTRACE_LABEL;
	return XCTRACE_OTHER;
}

/* References to stacks of references could make stacks without end. */
static void push_temp(struct reader *r, fg_frame id)
{
	if (r->temp_count == FRAMES_MAX) {
		r->deep++;
		return;
	}
	FG_RESERVE(&r->temp, &r->temp_room, r->temp_count + 1);
	r->temp[r->temp_count++] = id;
}

static bool inside_stack(const struct reader *r)
{
	for (size_t i = r->depth; i-- > 0;) {
		if (r->open[i].kind == XCTRACE_STACK)
			return true;
	}
	return false;
}

/* A value stands where the element is; `whole`: its frames are in temp. */
static void use_stack(struct reader *r, const struct xctrace_object *object,
		      bool whole)
{
	if (!inside_stack(r)) {
		if (!r->row.has_stack)
			r->row.stack = *object;
		r->row.has_stack = true;
	} else if (!whole) {
		for (size_t i = 0; i < object->count; i++)
			push_temp(r, r->objects.frames[object->value + i]);
	}
}

static void use_label(struct reader *r, uint64_t label)
{
	if (xml_is(r->xml, "thread") && r->row.thread == 0)
		r->row.thread = label + 1;
	else if (xml_is(r->xml, "process") && r->row.process == 0)
		r->row.process = label + 1;
	else if (xml_is(r->xml, "binary"))
		r->binary = label + 1;
	else if (xml_is(r->xml, "path"))
		r->file = label + 1;
}

static void use(struct reader *r, const struct xctrace_object *object,
		bool whole)
{
	switch (object->kind) {
	case XCTRACE_FRAME:
		push_temp(r, (fg_frame)object->value);
		break;
	case XCTRACE_STACK:
		use_stack(r, object, whole);
		break;
	case XCTRACE_NUMBER:
		if (xml_is(r->xml, "weight"))
			r->row.time = object->value;
		else if (xml_is(r->xml, "cycle-weight"))
			r->row.cycles = object->value;
		else if (xml_is(r->xml, "sample-time"))
			r->row.taken = object->value;
		break;
	case XCTRACE_LABEL:
		use_label(r, object->value);
		break;
	case XCTRACE_OTHER:
		break;
	}
}

static void refer(struct reader *r, fg_str id)
{
	const struct xctrace_object *object =
		xctrace_objects_find(&r->objects, id);
	enum xctrace_kind kind = kind_of(r->xml);
	struct xctrace_object copy;

	if (object && object->kind == kind) {
		copy = *object;
		use(r, &copy, false);
	} else if (kind == XCTRACE_FRAME || kind == XCTRACE_STACK) {
		r->unresolved++;
		push_temp(r, stackbuf_intern(&r->stack, FG_STR("[unresolved"
							       "]")));
		if (kind == XCTRACE_STACK && !inside_stack(r) &&
		    r->temp_count > 0) {
			copy = xctrace_objects_stack(
				&r->objects, r->temp + r->temp_count - 1, 1);
			r->temp_count--;
			use_stack(r, &copy, true);
		}
	}
}

static bool is_hex(fg_str name)
{
	uint64_t number;

	return fg_starts_with(name, FG_STR("0x")) &&
	       fg_parse_hex(fg_slice(name, 2, name.n), &number);
}

/* "value(char const**) ← (2 other frames)" */
static void note_leaf(struct reader *r, struct element *e)
{
	fg_str fmt = xml_attribute(r->xml, "fmt");
	fg_str name = fg_slice(fmt, 0, fg_find(fmt, FG_STR(" \xe2\x86\x90 ")));

	if (name.n > 0 && !is_hex(name)) {
		e->leaf = stackbuf_intern(&r->stack, name);
		e->has_leaf = true;
	}
}

static uint64_t label(struct reader *r, fg_str text)
{
	return fg_frames_intern(r->objects.labels, text);
}

static void begin_frame(struct reader *r)
{
	fg_str name = xml_attribute(r->xml, "name");

	r->name.n = 0;
	fg_buffer_append(&r->name,
			 name.n ? name : xml_attribute(r->xml, "addr"));
	r->binary = r->file = r->line = 0;
}

static void define(struct reader *r, fg_str id)
{
	struct element *e = &r->open[r->depth];

	*e = (struct element){ .kind = kind_of(r->xml),
			       .frames = r->temp_count };
	e->id = (fg_str){ fg_arena_bytes(&r->ids, id), id.n };
	r->text.n = 0;
	if (e->kind == XCTRACE_FRAME)
		begin_frame(r);
	else if (e->kind == XCTRACE_STACK)
		note_leaf(r, e);
}

/* Addresses are decimal numbers; a 0 at the end is none. */
static void take_addresses(struct reader *r)
{
	fg_str rest = fg_trim(fg_buffer_text(&r->text));
	uint64_t address;
	char text[24];

	while (rest.p) {
		fg_str word = fg_cut(&rest, ' ');
		int n;

		if (!fg_parse_u64(word, &address) || address == 0)
			continue;
		n = snprintf(text, sizeof text, "0x%" PRIx64, address);
		push_temp(r, stackbuf_intern(&r->stack,
					     (fg_str){ text, (size_t)n }));
	}
}

static struct xctrace_object end_frame(struct reader *r)
{
	struct native_frame frame = {
		.name = fg_buffer_text(&r->name),
		.line = r->line,
	};
	fg_frame id;

	if (r->binary > 0)
		frame.module = fg_frames_name(r->objects.labels,
					      (fg_frame)(r->binary - 1));
	if (r->file > 0)
		frame.file = fg_frames_name(r->objects.labels,
					    (fg_frame)(r->file - 1));
	(void)namer_name(&r->namer, &frame, &id);
	return (struct xctrace_object){ XCTRACE_FRAME, id, 0 };
}

static struct xctrace_object end_stack(struct reader *r, struct element *e)
{
	struct xctrace_object object;

	if (xml_is(r->xml, "text-addresses")) {
		take_addresses(r);
		if (r->depth > 0)
			r->open[r->depth - 1].has_addresses = true;
	} else if (e->has_addresses && e->has_leaf &&
		   r->temp_count > e->frames) {
		r->temp[e->frames] = e->leaf;
	}
	object = xctrace_objects_stack(&r->objects, r->temp + e->frames,
				       r->temp_count - e->frames);
	if (!inside_stack(r))
		r->temp_count = e->frames;
	return object;
}

static struct xctrace_object end_label(struct reader *r, struct element *e)
{
	struct xctrace_object object = { .kind = XCTRACE_LABEL };

	object.value = e->label ? e->label - 1
				: label(r, fg_buffer_text(&r->text));
	return object;
}

/* The element that was open last is complete. */
static void close_element(struct reader *r)
{
	struct element *e = &r->open[--r->depth];
	struct xctrace_object object = { .kind = e->kind };

	switch (e->kind) {
	case XCTRACE_FRAME:
		object = end_frame(r);
		break;
	case XCTRACE_STACK:
		object = end_stack(r, e);
		break;
	case XCTRACE_NUMBER:
		(void)fg_parse_u64(fg_trim(fg_buffer_text(&r->text)),
				   &object.value);
		break;
	case XCTRACE_LABEL:
		object = end_label(r, e);
		break;
	case XCTRACE_OTHER:
		break;
	}
	if (e->id.n > 0)
		xctrace_objects_set(&r->objects, e->id, object);
	use(r, &object, true);
	r->text.n = 0;
}

/* Most have their text in an attribute, and others inside. */
static void take_label(struct reader *r)
{
	const char *name = xml_is(r->xml, "binary") ? "name" : "fmt";
	fg_str text = xml_attribute(r->xml, name);

	if (text.n > 0 && !xml_is(r->xml, "path"))
		r->open[r->depth].label = label(r, text) + 1;
}

static void begin_value(struct reader *r)
{
	fg_str ref = xml_attribute(r->xml, "ref");
	fg_str line;

	if (r->depth == DEPTH_MAX)
		return;
	r->open[r->depth] = (struct element){ .kind = XCTRACE_OTHER };
	if (ref.p) {
		refer(r, ref);
	} else if (xml_is(r->xml, "source")) {
		line = xml_attribute(r->xml, "line");
		(void)fg_parse_u64(line, &r->line);
	} else {
		define(r, xml_attribute(r->xml, "id"));
		if (r->open[r->depth].kind == XCTRACE_LABEL)
			take_label(r);
	}
	r->depth++;
}

static void end_row(struct reader *r)
{
	r->in_row = false;
	r->depth = 0;
	r->temp_count = 0;
	if (r->row.has_stack && r->row.stack.count > 0)
		xctrace_rows_add(&r->rows, &r->row);
	else
		r->without_stack++;
}

static void on_start(struct reader *r)
{
	if (r->in_row) {
		begin_value(r);
	} else if (xml_is(r->xml, "row")) {
		r->in_row = true;
		r->row = (struct xctrace_row){ 0 };
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
	if (r->depth == 0)
		end_row(r);
	else if (r->depth <= DEPTH_MAX)
		close_element(r);
}

static void on_text(struct reader *r)
{
	if (r->in_row && r->depth > 0)
		fg_buffer_append(&r->text, r->xml->text);
}

static void on_event(struct reader *r)
{
	if (r->xml->event == XML_START)
		on_start(r);
	else if (r->xml->event == XML_END)
		on_end(r);
	else
		on_text(r);
}

/* Of several exports each defines its ids anew. */
static void read_all(struct reader *r)
{
	do {
		while (xml_next(r->xml))
			on_event(r);
	} while (!r->in_row && xml_more(r->xml));
}

static fg_status finish(struct reader *r)
{
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
	if (r->unresolved > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " references to what was not there",
			r->unresolved);
	if (r->deep > 0)
		fg_warn(r->c->diag, loc,
			"backtraces cut at %d frames from the leaf",
			FRAMES_MAX);
	if (r->without_stack > 0 && r->c->options->verbose)
		fg_note(r->c->diag, loc, "%" PRIu64 " rows without a stack",
			r->without_stack);
	xctrace_rows_fold(&r->rows, &r->objects, r->c, &r->stack);
	return fg_lines_status(r->c->in);
}

static fg_status parse(struct collapse *c)
{
	struct reader *r = fg_calloc(1, sizeof *r);
	fg_status status;

	r->c = c;
	r->xml = xml_new(c->in, c->diag);
	stackbuf_init(&r->stack, c);
	namer_init(&r->namer, c->options, &r->stack);
	xctrace_objects_init(&r->objects);
	xctrace_rows_init(&r->rows);
	read_all(r);
	status = finish(r);
	xctrace_rows_free(&r->rows);
	xctrace_objects_free(&r->objects);
	namer_free(&r->namer);
	stackbuf_free(&r->stack);
	xml_free(r->xml);
	fg_arena_free(&r->ids);
	free(r->temp);
	free(r->text.p);
	free(r->name.p);
	free(r);
	return status;
}

const struct format format_xctrace = {
	.name = "xctrace",
	.summary = "samples of Instruments, by xctrace export",
	.metrics = xctrace_metrics,
	.options = "modules per-process per-thread process strip-templates "
		   "thread time",
	.detect = detect,
	.parse = parse,
};
