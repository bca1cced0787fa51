/* SPDX-License-Identifier: MIT */
/*
 * Backtraces of lldb, as "bt all" prints them: one frame per line, the leaf
 * first.
 *
 *	* thread #1, name = 'app', stop reason = signal SIGSTOP
 *	  * frame #0: 0x00007ffff7ea95d3 libc.so.6`__poll + 79
 *	    frame #1: 0x0000555555555181 app`main [inlined] get(n=5) at app.c:9:2
 *	    frame #2: 0x0000555555555181 app`main(argc=1) at app.c:20:9
 *	  thread #2, name = 'worker'
 *	    frame #0: 0x00007ffff7e2e0ba libc.so.6`___lldb_unnamed_symbol1 + 26
 *
 * If the text has lldb's prompts, only the output of "bt" is used: when lldb
 * stops a process, it prints the leaf of every thread, too.
 */
#include "fg/text.h"
#include "input/scan.h"
#include "names/symbol_text.h"
#include "sample/stack_dump.h"

struct reader {
	bool other_command; /* the lines are not output of "bt" */
};

/* Cuts off "thread #" or "frame #" with its number, and the text before it. */
static bool take_title(fg_str *line, fg_str title, fg_str *number)
{
	fg_str rest = *line;
	uint64_t value;

	scan_blanks(&rest);
	if (scan_text(&rest, FG_STR("*")))
		scan_blanks(&rest);
	if (!scan_text(&rest, title))
		return false;
	*line = rest;
	if (!scan_u64(&rest, &value))
		return false;
	*number = fg_slice(*line, 0, line->n - rest.n);
	*line = rest;
	return true;
}

/* "thread #2, name = 'worker', stop reason = signal SIGSTOP" */
static bool parse_thread(fg_str line, fg_str *name, fg_str *number)
{
	const fg_str mark = FG_STR(", name = '");
	size_t at;

	if (!take_title(&line, FG_STR("thread #"), number))
		return false;
	at = fg_find(line, mark);
	*name = at == line.n ? FG_STR("") : scan_from(line, at + mark.n);
	name->n = fg_find_char(*name, '\'');
	return true;
}

static bool take_end(fg_str *text, fg_str end)
{
	if (!fg_ends_with(*text, end))
		return false;
	text->n -= end.n;
	return true;
}

/* Cuts off the text after the function: " + 79", " at app.c:9:2 [opt]". */
static void take_place(fg_str *text, struct native_frame *frame)
{
	const fg_str at = FG_STR(" at "), offset = FG_STR(" + ");
	size_t i;

	(void)take_end(text, FG_STR(" [artificial]"));
	(void)take_end(text, FG_STR(" [opt]"));
	i = scan_rfind(*text, at);
	if (i < text->n &&
	    native_read_source(scan_from(*text, i + at.n), frame))
		text->n = i;
	i = scan_rfind(*text, offset);
	if (i < text->n && scan_is_number(scan_from(*text, i + offset.n)))
		text->n = i;
}

static bool parse_frame(fg_str line, fg_str *number, struct native_frame *frame)
{
	size_t tick;

	if (!take_title(&line, FG_STR("frame #"), number) ||
	    !scan_text(&line, FG_STR(": ")))
		return false;
	line = fg_trim_end(line);
	frame->has_address = scan_hex(&line, &frame->address);
	scan_blanks(&line);
	tick = fg_find_char(line, '`');
	if (tick < line.n) {
		frame->module = fg_slice(line, 0, tick);
		line = scan_from(line, tick + 1);
	}
	take_place(&line, frame);
	frame->name = line;
	return true;
}

static int detect(fg_str head)
{
	size_t threads = 0, frames = 0, lines = 0;
	fg_str line, name, number;

	while (scan_line(&head, &line)) {
		struct native_frame f = { 0 };

		lines += fg_trim(line).n > 0;
		threads += parse_thread(line, &name, &number);
		frames += parse_frame(line, &number, &f) && f.has_address;
	}
	return threads > 0 && frames >= lines / 4 && frames > 0 ? BID_SURE
								: BID_NO;
}

/* "fill(b=0x7ffe, n=3) [inlined] get(i=1)" is get, inlined into fill. */
static void push_frame(struct dump *d, struct native_frame *frame)
{
	const fg_str inlined = FG_STR(" [inlined] ");
	size_t at = scan_rfind(frame->name, inlined);

	if (at < frame->name.n) {
		frame->inlined = true;
		frame->name = scan_from(frame->name, at + inlined.n);
	}
	scan_text(&frame->name, FG_STR("::"));
	if (!d->c->options->keep_args)
		frame->name = symbol_cut_arguments(frame->name, &d->room);
	dump_push_native(d, frame);
}

static void read_command(struct dump *d, fg_str command)
{
	struct reader *r = d->state;

	dump_end(d);
	r->other_command = !fg_starts_with(command, FG_STR("bt")) &&
			   !fg_contains(command, FG_STR("backtrace"));
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct native_frame frame = { 0 };
	fg_str name, number;

	if (scan_text(&line, FG_STR("(lldb) "))) {
		read_command(d, line);
	} else if (r->other_command) {
		return;
	} else if (parse_thread(line, &name, &number)) {
		dump_end(d);
		dump_thread(d, name, number);
	} else if (parse_frame(line, &number, &frame)) {
		if (fg_equal(number, FG_STR("0")))
			dump_end(d);
		push_frame(d, &frame);
	} else {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r };

	return dump_read(&d, c, read_line);
}

const struct format format_lldb = {
	.name = "lldb",
	.summary = "backtraces of lldb",
	.has = HAS_THREADS | HAS_TIDS | HAS_MODULES | HAS_SOURCE | HAS_INLINED |
	       HAS_ADDRESSES | HAS_ARGUMENTS,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
