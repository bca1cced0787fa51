/* SPDX-License-Identifier: MIT */
/*
 * Output of eu-stack of elfutils, run repeatedly: one frame per line, the leaf
 * first.
 *
 *	PID 1234 - process
 *	TID 1234:
 *	#0  0x00007f0b4c1d2a13 __poll
 *	#1  0x000055d0c3a1b0ff - 1 worker - /opt/my app/app
 *	    [0123456789abcdef]@0x55d0c3a1a000+10fe
 *	    /src/worker.cc:40:7
 *	#2  0x00007f0b4c9a5a2c
 *
 * With -a the address has a mark after it, four blanks or " - 1". With -m the
 * module comes last. With -s the source position is on its own line.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	struct fg_buffer frame; /* the next line may be its source position */
};

static bool parse_number(fg_str line, fg_str before, fg_str after,
			 fg_str *number)
{
	uint64_t value;
	fg_str rest = line;

	if (!scan_text(&rest, before))
		return false;
	line = rest;
	if (!scan_u64(&rest, &value) || !fg_starts_with(rest, after))
		return false;
	*number = fg_slice(line, 0, line.n - rest.n);
	return true;
}

static bool parse_process(fg_str line, fg_str *number)
{
	return parse_number(line, FG_STR("PID "), FG_STR(" - "), number);
}

static bool parse_thread(fg_str line, fg_str *number)
{
	return parse_number(line, FG_STR("TID "), FG_STR(":"), number);
}

/*
 * Finds the module, which begins with a path or "[vdso]"; no symbol begins so.
 */
static size_t find_module(fg_str text)
{
	size_t path = scan_rfind(text, FG_STR(" - /"));
	size_t special = scan_rfind(text, FG_STR(" - ["));

	return path < text.n ? path : special;
}

static bool parse_frame(fg_str line, struct native_frame *frame)
{
	uint64_t number;
	size_t module;

	if (!scan_text(&line, FG_STR("#")) || !scan_u64(&line, &number))
		return false;
	scan_blanks(&line);
	if (!scan_hex(&line, &frame->address))
		return false;
	frame->has_address = true;
	if (fg_equal(line, FG_STR(" - 1")) || fg_starts_with(line, FG_STR(" - "
									  "1"
									  " ")))
		line = scan_from(line, 4);
	module = find_module(line);
	if (module < line.n)
		frame->module = scan_from(line, module + 3);
	frame->name = fg_trim(fg_slice(line, 0, module));
	return true;
}

static int detect(fg_str head)
{
	bool thread = false, frame = false;
	fg_str line, number;

	while (scan_line(&head, &line)) {
		struct native_frame f = { 0 };

		thread |= parse_process(line, &number) ||
			  parse_thread(line, &number);
		frame |= parse_frame(line, &f);
	}
	return thread && frame ? BID_SURE - 5 : BID_NO;
}

/* Pushes the frame that is kept, with its source position if known. */
static void push_kept(struct dump *d, fg_str place)
{
	struct reader *r = d->state;
	struct native_frame frame = { 0 };

	if (r->frame.n == 0)
		return;
	(void)parse_frame(fg_buffer_text(&r->frame), &frame);
	(void)native_read_source(place, &frame);
	/* addresses differ from run to run, names do not */
	if (d->c->options->unknown == UNKNOWN_MODULE)
		frame.has_address = false;
	dump_push_native(d, &frame);
	r->frame.n = 0;
}

static void keep(struct dump *d, fg_str line)
{
	struct reader *r = d->state;

	push_kept(d, FG_STR(""));
	fg_buffer_append(&r->frame, line);
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	fg_str number;

	if (parse_process(line, &number)) {
		push_kept(d, FG_STR(""));
		dump_end(d);
		dump_process(d, FG_STR(""), number);
	} else if (parse_thread(line, &number)) {
		push_kept(d, FG_STR(""));
		dump_end(d);
		dump_thread(d, FG_STR(""), number);
	} else if (parse_frame(line, &frame)) {
		keep(d, line);
	} else if (scan_blanks(&line) > 0 &&
		   !fg_starts_with(line, FG_STR("["))) {
		if (!native_read_source(line, &frame))
			dump_other(d);
		push_kept(d, line);
	} else if (!fg_starts_with(line, FG_STR("["))) {
		dump_other(d);
	}
}

static void end(struct dump *d)
{
	push_kept(d, FG_STR(""));
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r, .last = end };
	fg_status status = dump_read(&d, c, read_line);

	free(r.frame.p);
	return status;
}

const struct format format_elfutils = {
	.name = "elfutils",
	.summary = "eu-stack of elfutils",
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_MODULES |
	       HAS_SOURCE | HAS_ADDRESSES | HAS_ARGUMENTS,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
