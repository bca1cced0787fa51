/* SPDX-License-Identifier: MIT */
/*
 * Flame graphs, read back: those of fg-render from the tree that they contain,
 * those of flamegraph.pl and inferno from the drawn boxes.
 *
 *	<g><title>main (1,234 samples, 56.7%)</title>
 *	<rect x="10.0" y="53" width="669.1" height="15.0" .../></g>
 *
 *	<g><title>main (1,234 samples, 56.7%)</title>
 *	<rect x="0.0%" y="53" width="56.7%" fg:x="0" fg:w="1234"/></g>
 *
 *	<rect x="10.0" y="53" ... onmouseover="s('main (1,234 samples, 56.7%)')" />
 *
 * Frames too narrow to be drawn are lost; their weight stays with their
 * callers.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "svg_frames.h"
#include "svg_own.h"

struct reader {
	struct collapse *c;
	struct xml *xml;
	struct stackbuf stack;
	struct svg_own own;
	struct svg_frames frames;
	struct fg_header header; /* of fg-render's input, if it had one */
	struct fg_buffer title; /* of the group that is open */
	bool in_group, in_title, in_chunk, in_script;
	bool inverted; /* the script says so */
};

static int detect(fg_str head)
{
	fg_str start = fg_trim(head);

	if (!fg_starts_with(start, FG_STR("<")) ||
	    !fg_contains(start, FG_STR("<svg")))
		return BID_NO;
	if (xml_is_page(start) && !fg_contains(start, FG_STR("\"fg-data\"")))
		return BID_NO;
	return BID_LIKELY;
}

/* "12.5" or "12.5%" */
static bool read_real(fg_str text, double *value)
{
	struct fg_weight w;

	if (fg_ends_with(text, FG_STR("%")))
		text.n--;
	if (!fg_weight_parse(text, &w, NULL))
		return false;
	*value = (double)w.units / (double)fg_pow10(w.scale);
	return true;
}

/* Reads the first of several attributes that exists and is a number. */
static bool read_place(struct xml *xml, const char *const *names, double *value)
{
	for (; *names; names++) {
		fg_str text = xml_attribute(xml, *names);

		if (text.p && read_real(text, value))
			return true;
	}
	return false;
}

/*
 * Reads the title of the first flamegraph.pl, which is in an attribute:
 * "s('main (3 samples)')".
 */
static void take_old_title(struct reader *r)
{
	fg_str text = xml_attribute(r->xml, "onmouseover");

	if (!fg_starts_with(text, FG_STR("s('")) ||
	    !fg_ends_with(text, FG_STR("')")))
		return;
	r->in_group = true;
	fg_buffer_append(&r->title, fg_slice(text, 3, text.n - 2));
}

/* Reads a box; a saved zoom keeps the true position in extra attributes. */
static void on_rect(struct reader *r)
{
	static const char *const xs[] = { "fg:orig_x", "fg:x", "_orig_x", "x",
					  NULL };
	static const char *const widths[] = { "fg:orig_w", "fg:w",
					      "_orig_width", "width", NULL };
	static const char *const ys[] = { "y", NULL };
	double x, y, width;

	if (r->title.n == 0)
		take_old_title(r);
	if (!r->in_group || r->title.n == 0)
		return;
	if (read_place(r->xml, xs, &x) && read_place(r->xml, ys, &y) &&
	    read_place(r->xml, widths, &width))
		svg_frames_add(&r->frames, fg_buffer_text(&r->title), x, y,
			       width);
	r->title.n = 0;
}

static void on_metadata(struct reader *r)
{
	fg_str class = xml_attribute(r->xml, "class");
	bool damaged = false;

	if (fg_equal(class, FG_STR("fg-data")) && !r->own.is_there)
		svg_own_begin(&r->own, r->xml);
	if (fg_equal(class, FG_STR("fg-header")) && r->header.count == 0)
		(void)fg_header_parse(xml_attribute(r->xml, "data-header"),
				      &r->header, &damaged);
	r->in_chunk = fg_equal(class, FG_STR("fg-chunk"));
}

static void on_start(struct reader *r)
{
	if (xml_is(r->xml, "g") || xml_is(r->xml, "a")) {
		r->in_group = true;
		r->title.n = 0;
		take_old_title(r);
	} else if (xml_is(r->xml, "title")) {
		r->in_title = r->in_group;
		r->title.n = 0;
	} else if (xml_is(r->xml, "rect")) {
		on_rect(r);
	} else if (xml_is(r->xml, "metadata")) {
		on_metadata(r);
	} else if (xml_is(r->xml, "script")) {
		r->in_script = true;
	}
}

static void on_end(struct reader *r)
{
	r->in_title = false;
	if (xml_is(r->xml, "g") || xml_is(r->xml, "a"))
		r->title.n = 0;
	else if (xml_is(r->xml, "metadata"))
		r->in_chunk = false;
	else if (xml_is(r->xml, "script"))
		r->in_script = false;
}

static void on_text(struct reader *r)
{
	fg_str text = r->xml->text;

	if (r->in_title)
		fg_buffer_append(&r->title, text);
	else if (r->in_chunk)
		fg_buffer_append(&r->own.text, text);
	else if (r->in_script)
		r->inverted |= fg_contains(text, FG_STR("inverted = true")) ||
			       fg_contains(text, FG_STR("inverted = 1"));
}

static void read_all(struct reader *r)
{
	while (xml_next(r->xml)) {
		if (r->xml->event == XML_START)
			on_start(r);
		else if (r->xml->event == XML_END)
			on_end(r);
		else
			on_text(r);
	}
}

static void fold_picture(struct reader *r, struct fg_loc loc)
{
	struct fg_diag *diag = r->c->diag;

	svg_frames_fold(&r->frames, r->inverted, &r->stack);
	if (r->frames.count > 0)
		fg_note(diag, loc,
			"read back from the drawn boxes: frames too narrow to "
			"be drawn count for their callers");
	if (r->frames.untitled > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " frames have no count in their title; "
			"their width is used",
			r->frames.untitled);
	if (r->frames.orphans > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " frames have no caller in the picture",
			r->frames.orphans);
	if (r->frames.excess > 0)
		fg_warn(diag, loc,
			"%" PRIu64 " frames have less than their callees",
			r->frames.excess);
}

/* Takes the picture's header, which describes the weights that were read. */
static void take_header(struct reader *r)
{
	static const char *const prefixes[] = { "before.", "after." };
	struct collapse *c = r->c;
	bool two = fg_stacks_two_columns(c->out);
	fg_str metric = fg_header_get(&r->header, "metric");
	fg_str unit = fg_header_get(&r->header, "unit");

	for (unsigned i = 0; i < (two ? 2 : 1); i++) {
		struct fg_number weight = r->stack.weight[i];
		struct fg_samples samples =
			fg_header_samples(&r->header, two ? prefixes[i] : "",
					  weight.units, weight.scale);

		fg_samples_join(fg_stacks_samples(c->out, i), &samples);
	}
	if (c->metrics->count == 0 && (metric.n > 0 || unit.n > 0))
		metrics_add(c->metrics, metric.n > 0 ? metric : unit, unit);
	if (c->header->count == 0)
		fg_header_copy(c->header, &r->header);
	fg_header_free(&r->header);
}

static void read_picture(struct collapse *c, struct xml *xml)
{
	struct reader r = { .c = c, .xml = xml };
	struct fg_loc loc = fg_lines_whole(c->in);

	stackbuf_init(&r.stack, c);
	read_all(&r);
	if (r.own.is_there && !svg_own_fold(&r.own, &r.stack)) {
		fg_warn(c->diag, loc,
			"the data in the picture is damaged; reading the drawn "
			"boxes");
		r.own.is_there = false;
	}
	if (!r.own.is_there)
		fold_picture(&r, loc);
	take_header(&r);
	svg_own_free(&r.own);
	svg_frames_free(&r.frames);
	free(r.title.p);
	stackbuf_free(&r.stack);
}

static fg_status parse(struct collapse *c)
{
	struct xml *xml = xml_new(c->in, c->diag);

	do
		read_picture(c, xml);
	while (xml_more(xml));
	xml_free(xml);
	return fg_lines_status(c->in);
}

const struct format format_svg = {
	.name = "svg",
	.summary = "flame graphs of fg-render, flamegraph.pl and inferno",
	.detect = detect,
	.parse = parse,
};
