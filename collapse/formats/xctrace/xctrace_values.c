/* SPDX-License-Identifier: MIT */
#include "xctrace_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

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

/*
 * Pushes a frame, with a limit: references to stacks of references could make
 * endless stacks.
 */
static void push_temp(struct xctrace_values *v, fg_frame id)
{
	if (v->temp_count == XCTRACE_FRAMES_MAX) {
		v->deep++;
		return;
	}
	FG_RESERVE(&v->temp, &v->temp_room, v->temp_count + 1);
	v->temp[v->temp_count++] = id;
}

static bool inside_stack(const struct xctrace_values *v)
{
	for (size_t i = v->depth; i-- > 0;) {
		if (v->open[i].kind == XCTRACE_STACK)
			return true;
	}
	return false;
}

/* Uses a stack as the value of the element; `whole`: its frames are in temp. */
static void use_stack(struct xctrace_values *v,
		      const struct xctrace_object *object, bool whole)
{
	if (!inside_stack(v)) {
		if (!v->row.has_stack)
			v->row.stack = *object;
		v->row.has_stack = true;
	} else if (!whole) {
		for (size_t i = 0; i < object->count; i++)
			push_temp(v, v->objects.frames[object->value + i]);
	}
}

static void use_label(struct xctrace_values *v, uint64_t label)
{
	if (xml_is(v->xml, "thread") && v->row.thread == 0)
		v->row.thread = label + 1;
	else if (xml_is(v->xml, "process") && v->row.process == 0)
		v->row.process = label + 1;
	else if (xml_is(v->xml, "binary"))
		v->binary = label + 1;
	else if (xml_is(v->xml, "path"))
		v->file = label + 1;
}

static void use(struct xctrace_values *v, const struct xctrace_object *object,
		bool whole)
{
	switch (object->kind) {
	case XCTRACE_FRAME:
		push_temp(v, (fg_frame)object->value);
		break;
	case XCTRACE_STACK:
		use_stack(v, object, whole);
		break;
	case XCTRACE_NUMBER:
		if (xml_is(v->xml, "weight"))
			v->row.time = object->value;
		else if (xml_is(v->xml, "cycle-weight"))
			v->row.cycles = object->value;
		else if (xml_is(v->xml, "sample-time"))
			v->row.taken = object->value;
		break;
	case XCTRACE_LABEL:
		use_label(v, object->value);
		break;
	case XCTRACE_OTHER:
		break;
	}
}

static void refer(struct xctrace_values *v, fg_str id)
{
	const struct xctrace_object *object =
		xctrace_objects_find(&v->objects, id);
	enum xctrace_kind kind = kind_of(v->xml);
	struct xctrace_object copy;

	if (object && object->kind == kind) {
		copy = *object;
		use(v, &copy, false);
	} else if (kind == XCTRACE_FRAME || kind == XCTRACE_STACK) {
		v->unresolved++;
		push_temp(v, stackbuf_intern(v->stack, FG_STR("[unresolved"
							      "]")));
		if (kind == XCTRACE_STACK && !inside_stack(v) &&
		    v->temp_count > 0) {
			copy = xctrace_objects_stack(
				&v->objects, v->temp + v->temp_count - 1, 1);
			v->temp_count--;
			use_stack(v, &copy, true);
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
static void note_leaf(struct xctrace_values *v, struct xctrace_element *e)
{
	fg_str fmt = xml_attribute(v->xml, "fmt");
	fg_str name = fg_slice(fmt, 0, fg_find(fmt, FG_STR(" \xe2\x86\x90 ")));

	if (name.n > 0 && !is_hex(name)) {
		e->leaf = stackbuf_intern(v->stack, name);
		e->has_leaf = true;
	}
}

static uint64_t label(struct xctrace_values *v, fg_str text)
{
	return fg_frames_intern(v->objects.labels, text);
}

static void begin_frame(struct xctrace_values *v)
{
	fg_str name = xml_attribute(v->xml, "name");

	v->name.n = 0;
	fg_buffer_append(&v->name,
			 name.n ? name : xml_attribute(v->xml, "addr"));
	v->binary = v->file = v->line = 0;
}

static void define(struct xctrace_values *v, fg_str id)
{
	struct xctrace_element *e = &v->open[v->depth];

	*e = (struct xctrace_element){ .kind = kind_of(v->xml),
				       .frames = v->temp_count };
	e->id = (fg_str){ fg_arena_bytes(&v->ids, id), id.n };
	v->text.n = 0;
	if (e->kind == XCTRACE_FRAME)
		begin_frame(v);
	else if (e->kind == XCTRACE_STACK)
		note_leaf(v, e);
}

/* Reads addresses, which are decimal numbers; a 0 at the end is ignored. */
static void take_addresses(struct xctrace_values *v)
{
	fg_str rest = fg_trim(fg_buffer_text(&v->text));
	uint64_t address;
	char text[24];

	while (rest.p) {
		fg_str word = fg_cut(&rest, ' ');
		int n;

		if (!fg_parse_u64(word, &address) || address == 0)
			continue;
		n = snprintf(text, sizeof text, "0x%" PRIx64, address);
		push_temp(v, stackbuf_intern(v->stack,
					     (fg_str){ text, (size_t)n }));
	}
}

static struct xctrace_object end_frame(struct xctrace_values *v)
{
	struct native_frame frame = {
		.name = fg_buffer_text(&v->name),
		.line = v->line,
	};
	fg_frame id;

	if (v->binary > 0)
		frame.module = fg_frames_name(v->objects.labels,
					      (fg_frame)(v->binary - 1));
	if (v->file > 0)
		frame.file = fg_frames_name(v->objects.labels,
					    (fg_frame)(v->file - 1));
	(void)namer_name(&v->namer, &frame, &id);
	return (struct xctrace_object){ XCTRACE_FRAME, id, 0 };
}

static struct xctrace_object end_stack(struct xctrace_values *v,
				       struct xctrace_element *e)
{
	struct xctrace_object object;

	if (xml_is(v->xml, "text-addresses")) {
		take_addresses(v);
		if (v->depth > 0)
			v->open[v->depth - 1].has_addresses = true;
	} else if (e->has_addresses && e->has_leaf &&
		   v->temp_count > e->frames) {
		v->temp[e->frames] = e->leaf;
	}
	object = xctrace_objects_stack(&v->objects, v->temp + e->frames,
				       v->temp_count - e->frames);
	if (!inside_stack(v))
		v->temp_count = e->frames;
	return object;
}

static struct xctrace_object end_label(struct xctrace_values *v,
				       struct xctrace_element *e)
{
	struct xctrace_object object = { .kind = XCTRACE_LABEL };

	object.value = e->label ? e->label - 1
				: label(v, fg_buffer_text(&v->text));
	return object;
}

/* Closes the innermost element. */
static void close_element(struct xctrace_values *v)
{
	struct xctrace_element *e = &v->open[--v->depth];
	struct xctrace_object object = { .kind = e->kind };

	switch (e->kind) {
	case XCTRACE_FRAME:
		object = end_frame(v);
		break;
	case XCTRACE_STACK:
		object = end_stack(v, e);
		break;
	case XCTRACE_NUMBER:
		(void)fg_parse_u64(fg_trim(fg_buffer_text(&v->text)),
				   &object.value);
		break;
	case XCTRACE_LABEL:
		object = end_label(v, e);
		break;
	case XCTRACE_OTHER:
		break;
	}
	if (e->id.n > 0)
		xctrace_objects_set(&v->objects, e->id, object);
	use(v, &object, true);
	v->text.n = 0;
}

/* Reads a label: mostly the text is in an attribute, sometimes inside. */
static void take_label(struct xctrace_values *v)
{
	const char *name = xml_is(v->xml, "binary") ? "name" : "fmt";
	fg_str text = xml_attribute(v->xml, name);

	if (text.n > 0 && !xml_is(v->xml, "path"))
		v->open[v->depth].label = label(v, text) + 1;
}

void xctrace_values_begin(struct xctrace_values *v)
{
	fg_str ref = xml_attribute(v->xml, "ref");
	fg_str line;

	if (v->depth >= XCTRACE_DEPTH_MAX) {
		v->depth++;
		return;
	}
	v->open[v->depth] = (struct xctrace_element){ .kind = XCTRACE_OTHER };
	if (ref.p) {
		refer(v, ref);
	} else if (xml_is(v->xml, "source")) {
		line = xml_attribute(v->xml, "line");
		(void)fg_parse_u64(line, &v->line);
	} else {
		define(v, xml_attribute(v->xml, "id"));
		if (v->open[v->depth].kind == XCTRACE_LABEL)
			take_label(v);
	}
	v->depth++;
}

void xctrace_values_text(struct xctrace_values *v)
{
	if (v->depth > 0 && v->depth <= XCTRACE_DEPTH_MAX)
		fg_buffer_append(&v->text, v->xml->text);
}

void xctrace_values_end(struct xctrace_values *v)
{
	if (v->depth > XCTRACE_DEPTH_MAX)
		v->depth--;
	else if (v->depth > 0)
		close_element(v);
}

void xctrace_values_row(struct xctrace_values *v)
{
	v->row = (struct xctrace_row){ 0 };
	v->depth = 0;
	v->temp_count = 0;
}

void xctrace_values_init(struct xctrace_values *v,
			 const struct collapse_options *options)
{
	namer_init(&v->namer, options, v->stack);
	xctrace_objects_init(&v->objects);
}

void xctrace_values_free(struct xctrace_values *v)
{
	xctrace_objects_free(&v->objects);
	namer_free(&v->namer);
	fg_arena_free(&v->ids);
	free(v->temp);
	free(v->text.p);
	free(v->name.p);
}
