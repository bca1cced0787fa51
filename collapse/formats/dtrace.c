/* SPDX-License-Identifier: MIT */
/*
 * DTrace's aggregated stacks, as printed for `profile-97 { @[ustack()] =
 * count(); }`: one frame per line, the leaf first, then the count.
 *
 *	CPU     ID                    FUNCTION:NAME
 *	  0  74121                        :tick-60s
 *
 *	              libc.so.1`__read+0x7
 *	              a.out`ns::Buffer<int>::fill(char const*, int)+0x1c
 *	              libjvm.so`Lorg/App;run->Lorg/Buffer;get+0x4
 *	              0xfffffd7fff1a2b3c
 *	                4
 *
 * The kernel half and the user half of a stack have a blank line between them,
 * so only the count ends the stack. A key like execname is in the second
 * column before the stack, or after the stack on the line of the count.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "names/symbol_text.h"
#include "sample/stack_dump.h"

struct reader {
	bool in_body; /* after the title lines */
	bool in_chart; /* of quantize() and the like, up to a blank line */
	struct fg_buffer name, full;
};

static bool is_frame(fg_str text)
{
	fg_str word = scan_word(&text);
	uint64_t address;

	if (fg_find_char(word, '`') < word.n)
		return true;
	return scan_hex(&word, &address) && word.n == 0;
}

/* Whether it is a key: keys begin in the second column, frames much later. */
static bool is_key(fg_str line)
{
	fg_str text = line;
	size_t indent = scan_blanks(&text);

	return indent > 0 && indent <= 2 && !is_frame(text);
}

static int detect(fg_str head)
{
	size_t frames = 0, counts = 0, keys = 0, others = 0;
	fg_str line;

	if (fg_starts_with(head, FG_STR("CPU     ID ")))
		return BID_SURE;
	while (scan_line(&head, &line)) {
		fg_str text = fg_trim(line);

		if (text.n == 0)
			continue;
		if (scan_is_number(text))
			counts++;
		else if (fg_is_blank(*line.p) && is_frame(text))
			frames += fg_find_char(text, '`') < text.n;
		else if (is_key(line))
			keys++;
		else
			others++;
	}
	return frames > 0 && frames >= keys && counts > 0 &&
			       others <= 3 + frames / 8
		       ? BID_LIKELY + 5
		       : BID_NO;
}

/* HotSpot's name for a class is "Ljava/lang/Object;". */
static fg_str without_class_mark(fg_str name)
{
	while (name.n > 0 && *name.p == 'L')
		name = scan_from(name, 1);
	return name;
}

/* The index of "->" between a caller and a function inlined into it. */
static size_t find_inlined(fg_str name)
{
	size_t from = 0, at;

	for (;;) {
		at = from + fg_find(scan_from(name, from), FG_STR("->"));
		if (at == name.n ||
		    !fg_ends_with(fg_slice(name, 0, at), FG_STR("operator")))
			return at;
		from = at + 2;
	}
}

static fg_str without_arguments(struct dump *d, fg_str name)
{
	if (d->c->options->keep_args || !fg_contains(name, FG_STR("::")))
		return name;
	return symbol_cut_arguments(name, &d->room);
}

/* Pushes module`symbol, or with --no-modules the symbol. */
static void push_symbol(struct dump *d, fg_str frame, fg_str offset)
{
	struct reader *r = d->state;
	size_t tick = fg_find_char(frame, '`');
	fg_str symbol = frame, name;

	r->name.n = 0;
	if (tick < frame.n) {
		if (!d->c->options->no_modules)
			fg_buffer_append(&r->name,
					 fg_slice(frame, 0, tick + 1));
		symbol = scan_from(frame, tick + 1);
	}
	fg_buffer_append(&r->name, symbol_repair_rust(symbol, &d->room));
	name = without_arguments(d, fg_buffer_text(&r->name));
	if (offset.n > 0) {
		r->full.n = 0;
		fg_buffer_append(&r->full, name);
		fg_buffer_append(&r->full, offset);
		name = fg_buffer_text(&r->full);
	}
	dump_push(d, name);
}

/*
 * Pushes a frame with functions inlined into it: "caller->callee". They come
 * leaf first, like all frames.
 */
static void push_inlined(struct dump *d, fg_str frame)
{
	size_t first = d->stack.depth, last;
	size_t at = find_inlined(frame);

	dump_push(d, without_class_mark(fg_slice(frame, 0, at)));
	while (at < frame.n) {
		frame = scan_from(frame, at + 2);
		at = find_inlined(frame);
		d->room.n = 0;
		fg_buffer_append(&d->room,
				 without_class_mark(fg_slice(frame, 0, at)));
		fg_buffer_append(&d->room, FG_STR("_[i]"));
		dump_push(d, fg_buffer_text(&d->room));
	}
	for (last = d->stack.depth - 1; first < last; first++, last--) {
		fg_frame id = d->stack.ids[first];

		d->stack.ids[first] = d->stack.ids[last];
		d->stack.ids[last] = id;
	}
}

static void push_frame(struct dump *d, fg_str text)
{
	fg_str frame = symbol_without_offset(text);
	fg_str offset = scan_from(text, frame.n);

	/* the offset in the leaf says nothing about its callees */
	if (!d->c->options->keep_offsets || d->stack.depth == 0)
		offset.n = 0;
	if (find_inlined(frame) < frame.n)
		push_inlined(d, fg_slice(text, 0, frame.n + offset.n));
	else
		push_symbol(d, frame, offset);
}

static void read_count(struct dump *d, fg_str digits)
{
	struct fg_weight weight = { 0, 0 };

	if (!fg_parse_u64(digits, &weight.units))
		dump_warn(d, "the count is too large");
	else if (d->stack.depth == 0)
		dump_warn(d, "a count without a stack");
	dump_end_with(d, weight);
	dump_process(d, FG_STR(""), FG_STR(""));
}

static void read_key(struct dump *d, fg_str text)
{
	size_t blank = text.n;
	fg_str last;

	while (blank > 0 && !fg_is_blank(text.p[blank - 1]))
		blank--;
	last = scan_from(text, blank);
	if (d->stack.depth == 0 || !scan_is_number(last)) {
		dump_process(d, text, FG_STR(""));
		return;
	}
	dump_process(d, fg_trim(fg_slice(text, 0, blank)), FG_STR(""));
	read_count(d, last);
}

/* Drops the stack, so that it is not joined with the next one. */
static void leave_out(struct dump *d, const char *message)
{
	dump_warn(d, message);
	dump_end_with(d, (struct fg_weight){ 0, 0 });
	dump_process(d, FG_STR(""), FG_STR(""));
}

/*
 * Whether the line is part of an aggregation that is not a count:
 *
 *	           value  ------------- Distribution ------------- count
 *	               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 5
 */
static bool is_left_out(struct dump *d, fg_str text)
{
	struct reader *r = d->state;

	if (r->in_chart) {
		r->in_chart = text.n > 0;
		return true;
	}
	if (fg_starts_with(text, FG_STR("-")) &&
	    scan_is_number(scan_from(text, 1))) {
		leave_out(d, "a sum below zero, left out");
		return true;
	}
	r->in_chart = fg_starts_with(text, FG_STR("value ")) &&
		      fg_contains(text, FG_STR("- Distribution -"));
	if (r->in_chart)
		leave_out(d, "a distribution is no count, left out");
	return r->in_chart;
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	fg_str text = fg_trim(line);
	bool count = scan_is_number(text);

	if (!r->in_body) {
		r->in_body = text.n == 0 || count || is_frame(text);
		if (!r->in_body)
			return;
	}
	if (is_left_out(d, text))
		return;
	if (count)
		read_count(d, text);
	else if (is_key(line))
		read_key(d, text);
	else if (text.n > 0)
		push_frame(d, text);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = {
		.counted = true,
		.process_root = true,
		.state = &r,
	};

	fg_status status = dump_read(&d, c, read_line);

	free(r.name.p);
	free(r.full.p);
	return status;
}

const struct format format_dtrace = {
	.name = "dtrace",
	.summary = "DTrace's stack() and ustack() aggregations",
	.has = HAS_PROCESSES | HAS_PIDS | SHOWS_MODULES | HAS_ARGUMENTS |
	       HAS_OFFSETS,
	.detect = detect,
	.parse = parse,
};
