/* SPDX-License-Identifier: MIT */
/*
 * PerfView's stacks, a .perfView.xml (unpacked from its .zip): frames by
 * number, stacks as a frame and the stack of its caller, and samples.
 *
 *	<StackWindow>
 *	 <StackSource>
 *	  <Frames Count="2">
 *	   <Frame ID="0">Process64 demo (4321)</Frame>
 *	   <Frame ID="1">demo!Shop.Cart.Total()</Frame>
 *	  </Frames>
 *	  <Stacks Count="2">
 *	   <Stack ID="0" CallerID="-1" FrameID="0"/>
 *	   <Stack ID="1" CallerID="0" FrameID="1"/>
 *	  </Stacks>
 *	  <Samples Count="1">
 *	   <Sample ID="0" Time="12.345" StackID="1" Metric="2.5"/>
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"

#include "fold/stackbuf.h"
#include "format.h"
#include "input/xml.h"

enum { METRIC, SAMPLES, FREE_IDS = 65536 };

static const struct format_metric metrics[] = {
	[METRIC] = { "metric", "" },
	[SAMPLES] = { "samples", "samples" },
	{ 0 },
};

struct link {
	uint64_t frame, caller; /* numbers plus one; 0: none */
	bool is_there;
};

struct sample {
	uint64_t stack;
	struct fg_weight metric;
};

struct reader {
	struct collapse *c;
	struct xml *xml;
	struct stackbuf stack;
	fg_frame *frames; /* by number, plus one; 0: not there */
	size_t frame_room;
	struct link *links; /* by number */
	size_t link_room;
	struct sample *samples;
	size_t sample_count, sample_room;
	uint64_t frame; /* that is open, plus one */
	struct fg_buffer text; /* of it */
	uint64_t elements; /* seen so far */
	uint64_t bad, negative;
};

static int detect(fg_str head)
{
	fg_str start = fg_trim(head);

	return fg_starts_with(start, FG_STR("<")) &&
			       fg_contains(start, FG_STR("<StackSource"))
		       ? BID_SURE
		       : BID_NO;
}

/*
 * An attribute that is a number, plus one; 0 for "-1" and what is none.
 * Numbers count up, so that one far beyond what was seen is not believed.
 */
static uint64_t number_of(struct reader *r, const char *name)
{
	uint64_t number;

	return fg_parse_u64(xml_attribute(r->xml, name), &number) &&
			       number / 4 < r->elements + FREE_IDS
		       ? number + 1
		       : 0;
}

static void begin_stack(struct reader *r)
{
	uint64_t id = number_of(r, "ID");
	size_t room = r->link_room;

	if (id == 0) {
		r->bad++;
		return;
	}
	FG_RESERVE(&r->links, &r->link_room, (size_t)id);
	for (; room < r->link_room; room++)
		r->links[room] = (struct link){ 0 };
	r->links[id - 1] = (struct link){
		.frame = number_of(r, "FrameID"),
		.caller = number_of(r, "CallerID"),
		.is_there = true,
	};
}

/* "1.5"; 1 when it is not said. */
static bool read_metric(struct reader *r, struct fg_weight *metric)
{
	fg_str text = xml_attribute(r->xml, "Metric");

	*metric = (struct fg_weight){ 1, 0 };
	if (fg_starts_with(text, FG_STR("-"))) {
		r->negative++;
		return false;
	}
	return text.n == 0 || fg_weight_parse(text, metric, NULL);
}

/* Times are in ms. */
static bool is_in_time(struct reader *r)
{
	const struct collapse_options *o = r->c->options;
	struct fg_weight ms;
	uint64_t ns;

	if (!o->time_limited)
		return true;
	if (!fg_weight_parse(xml_attribute(r->xml, "Time"), &ms, NULL))
		return false;
	ns = (uint64_t)((fg_wide)ms.units * 1000000 / fg_pow10(ms.scale));
	return options_in_time(o, ns);
}

static void begin_sample(struct reader *r)
{
	struct sample sample = { .stack = number_of(r, "StackID") };

	if (!is_in_time(r) || !read_metric(r, &sample.metric))
		return;
	FG_RESERVE(&r->samples, &r->sample_room, r->sample_count + 1);
	r->samples[r->sample_count++] = sample;
}

/* "demo!Shop.Cart.Total()" has the module in front. */
static fg_str name_of(const struct reader *r, fg_str name)
{
	size_t bang = fg_find_char(name, '!');

	if (r->c->options->no_modules && bang + 1 < name.n)
		name = fg_slice(name, bang + 1, name.n);
	return name;
}

static void end_frame(struct reader *r)
{
	size_t room = r->frame_room;

	if (r->frame == 0)
		return;
	FG_RESERVE(&r->frames, &r->frame_room, (size_t)r->frame);
	for (; room < r->frame_room; room++)
		r->frames[room] = 0;
	r->frames[r->frame - 1] =
		stackbuf_intern(&r->stack,
				name_of(r, fg_trim(fg_buffer_text(&r->text)))) +
		1;
	r->frame = 0;
}

static void read_event(struct reader *r)
{
	const struct xml *xml = r->xml;

	r->elements += xml->event == XML_START;
	if (xml->event == XML_TEXT) {
		if (r->frame > 0)
			fg_buffer_append(&r->text, xml->text);
	} else if (xml_is(xml, "Frame")) {
		if (xml->event == XML_END) {
			end_frame(r);
			return;
		}
		r->frame = number_of(r, "ID");
		r->text.n = 0;
	} else if (xml->event == XML_START && xml_is(xml, "Stack")) {
		begin_stack(r);
	} else if (xml->event == XML_START && xml_is(xml, "Sample")) {
		begin_sample(r);
	}
}

/* A chain longer than there are stacks goes round in circles. */
static bool push_stack(struct reader *r, uint64_t id)
{
	size_t depth_max = stackbuf_depth_max(&r->stack);

	for (size_t n = 0; id > 0 && n <= r->link_room; n++) {
		const struct link *link;

		if (n == depth_max) {
			stackbuf_cut(&r->stack);
			return true;
		}
		if (id > r->link_room || !r->links[id - 1].is_there)
			return false;
		link = &r->links[id - 1];
		if (link->frame > 0 && link->frame <= r->frame_room &&
		    r->frames[link->frame - 1] > 0)
			stackbuf_push_id(&r->stack,
					 r->frames[link->frame - 1] - 1);
		else
			stackbuf_push(&r->stack, FG_STR("[unknown]"));
		id = link->caller;
	}
	return id == 0;
}

static void fold(struct reader *r)
{
	struct metrics *m = r->c->metrics;

	for (size_t i = 0; i < r->sample_count; i++) {
		const struct sample *sample = &r->samples[i];
		struct fg_weight weight = sample->metric;

		metrics_count(m, METRIC, weight.units / fg_pow10(weight.scale));
		metrics_count(m, SAMPLES, 1);
		if (m->chosen == SAMPLES)
			weight = (struct fg_weight){ 1, 0 };
		r->bad += !push_stack(r, sample->stack);
		if (r->stack.depth == 0)
			stackbuf_push(&r->stack, FG_STR("[unknown]"));
		stackbuf_flush_samples(&r->stack, LEAF_FIRST, weight, 1);
	}
}

static void report(const struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->bad > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " stacks that lack a caller or a number",
			r->bad);
	if (r->negative > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " negative weights left out", r->negative);
}

/* The ids of a document are its own. */
static void read_document(struct collapse *c, struct xml *xml)
{
	struct reader r = { .c = c, .xml = xml };

	stackbuf_init(&r.stack, c);
	while (xml_next(xml))
		read_event(&r);
	fold(&r);
	report(&r);
	stackbuf_free(&r.stack);
	free(r.frames);
	free(r.links);
	free(r.samples);
	free(r.text.p);
}

static fg_status parse(struct collapse *c)
{
	struct xml *xml = xml_new(c->in, c->diag);

	do
		read_document(c, xml);
	while (xml_more(xml));
	xml_free(xml);
	return fg_lines_status(c->in);
}

const struct format format_perfview = {
	.name = "perfview",
	.summary = "PerfView's stacks as XML",
	.metrics = metrics,
	.has = HAS_TIMES | SHOWS_MODULES,
	.detect = detect,
	.parse = parse,
};
