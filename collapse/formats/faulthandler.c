/* SPDX-License-Identifier: MIT */
/*
 * Repeated dumps of Python's faulthandler: one frame per line, the leaf first.
 *
 *	Timeout (0:00:01)!
 *	Thread 0x00007f1a2b3c4700 [worker] (most recent call first):
 *	  File "/usr/lib/python3.9/threading.py", line 302 in wait
 *	  File "worker.py", line 12 in run
 *	  ...
 *
 *	Current thread 0x00007f1a2cdd1740 (most recent call first):
 *	  File "main.py", line 5 in busy
 *	  File "main.py", line 9 in <module>
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

/*
 * Parses the title of a thread's stack; also "Stack (...", which has no
 * thread.
 */
static bool parse_thread(fg_str line, fg_str *name, fg_str *number)
{
	fg_str rest = line;
	uint64_t id;

	if (!fg_ends_with(line, FG_STR(" (most recent call first):")))
		return false;
	*name = *number = FG_STR("");
	if (scan_text(&rest, FG_STR("Stack ")))
		return true;
	if (!scan_text(&rest, FG_STR("Thread ")) &&
	    !scan_text(&rest, FG_STR("Current thread ")))
		return false;
	line = rest;
	if (!scan_hex(&rest, &id))
		return false;
	*number = fg_slice(line, 0, line.n - rest.n);
	if (scan_text(&rest, FG_STR(" [")))
		*name = scan_before(rest, FG_STR("] ("));
	return true;
}

struct place {
	fg_str file, line, function;
};

static bool parse_frame(fg_str line, struct place *place)
{
	const fg_str mark = FG_STR(", line "), in = FG_STR(" in ");
	size_t at;

	if (!scan_text(&line, FG_STR("  File ")))
		return false;
	at = fg_find(line, mark);
	place->file = fg_slice(line, 0, at);
	if (at == line.n)
		return false;
	line = scan_from(line, at + mark.n);
	at = fg_find(line, in);
	if (at == line.n)
		return false;
	place->line = fg_slice(line, 0, at);
	place->function = scan_from(line, at + in.n);
	if (place->file.n > 1 && *place->file.p == '"')
		place->file = fg_slice(place->file, 1, place->file.n - 1);
	return true;
}

static int detect(fg_str head)
{
	bool thread = false, frame = false;
	fg_str line, name, number;

	while (scan_line(&head, &line)) {
		struct place place;

		thread |= parse_thread(line, &name, &number);
		frame |= parse_frame(line, &place);
	}
	return thread && frame ? BID_SURE : BID_NO;
}

static void push_frame(struct dump *d, const struct place *place)
{
	struct fg_buffer *name = &d->room;

	name->n = 0;
	if (d->c->options->no_srcline) {
		fg_buffer_append(name, place->function);
		fg_buffer_append(name, FG_STR(" ("));
		fg_buffer_append(name, place->file);
		fg_buffer_append(name, FG_STR(")"));
	} else {
		fg_buffer_append(name, place->file);
		fg_buffer_append(name, FG_STR(":"));
		fg_buffer_append(name, place->line);
		fg_buffer_append(name, FG_STR(":"));
		fg_buffer_append(name, place->function);
	}
	dump_push(d, fg_buffer_text(name));
}

static void read_line(struct dump *d, fg_str line)
{
	fg_str name, number;
	struct place place;

	if (parse_thread(line, &name, &number)) {
		dump_end(d);
		dump_thread(d, name, number);
	} else if (parse_frame(line, &place)) {
		push_frame(d, &place);
	} else {
		dump_end(d);
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { 0 };

	return dump_read(&d, c, read_line);
}

const struct format format_faulthandler = {
	.name = "faulthandler",
	.summary = "Python's faulthandler dumps",
	.has = HAS_THREADS | HAS_TIDS | SHOWS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
