/* SPDX-License-Identifier: MIT */
/*
 * Repeated output of `py-spy dump` (0.4.1): a thread's frames, the leaf first,
 * and with --locals the values of variables, with more indent.
 *
 *	Process 25108: python3 report.py 400
 *	Python v3.11.7 (/usr/bin/python3.11)
 *
 *	Thread 25108 (active+gil): "MainThread"
 *	    JSONEncoder.iterencode (json/encoder.py:258)
 *	        Arguments:
 *	            o: [{"kind": "k0", "size": 0}, ...]
 *	    main (report.py:34)
 *	    <module> (report.py:36)
 *	Thread 25109 (idle): "worker"
 *	    wait (threading.py:320)
 *
 * Names are the same as in py-spy's recordings. As in these, waiting threads
 * are left out unless --keep-idle is given.
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

/* 'Thread 25108 (active+gil): "MainThread"'; the name may be missing. */
static bool parse_thread(fg_str line, fg_str *number, fg_str *state,
			 fg_str *name)
{
	if (!scan_text(&line, FG_STR("Thread ")))
		return false;
	*number = scan_word(&line);
	scan_blanks(&line);
	if (number->n == 0 || !scan_text(&line, FG_STR("(")))
		return false;
	*state = scan_before(line, FG_STR(")"));
	line = scan_from(line, state->n);
	*name = FG_STR("");
	if (scan_text(&line, FG_STR("): \"")) && line.n > 0)
		*name = fg_slice(line, 0, line.n - 1);
	return true;
}

static int detect(fg_str head)
{
	const fg_str python = FG_STR("\nPython v");
	fg_str line, number, state, name;

	if (!fg_contains(head, python))
		return BID_NO;
	head = scan_from(head, fg_find(head, python) + python.n);
	while (scan_line(&head, &line)) {
		if (parse_thread(line, &number, &state, &name))
			return BID_SURE - 5;
	}
	return BID_NO;
}

static void begin_thread(struct dump *d, fg_str number, fg_str state,
			 fg_str name)
{
	dump_end(d);
	dump_thread(d, name, number);
	d->waits = fg_equal(state, FG_STR("idle"));
}

/* Pushes "main (report.py:34)" without ":34". */
static void push_without_line(struct dump *d, fg_str name)
{
	size_t colon = fg_rfind_char(name, ':');

	d->room.n = 0;
	fg_buffer_append(&d->room, fg_slice(name, 0, colon));
	if (colon < name.n)
		fg_buffer_append(&d->room, FG_STR(")"));
	dump_push(d, fg_buffer_text(&d->room));
}

/* Reads " main (report.py:34)", but no line with more indent. */
static bool read_frame(struct dump *d, fg_str line)
{
	enum { INDENT = 4 };

	if (scan_blanks(&line) != INDENT || line.n == 0)
		return false;
	if (d->c->options->no_srcline && fg_ends_with(line, FG_STR(")")))
		push_without_line(d, line);
	else
		dump_push(d, line);
	return true;
}

/* "Python v3.11.2 (/usr/bin/python3.11)"; the variables of a frame. */
static bool is_detail(fg_str line)
{
	return fg_starts_with(line, FG_STR("     ")) ||
	       fg_starts_with(line, FG_STR("Python v"));
}

static void read_line(struct dump *d, fg_str line)
{
	fg_str number, state, name;

	if (parse_thread(line, &number, &state, &name)) {
		begin_thread(d, number, state, name);
	} else if (scan_text(&line, FG_STR("Process "))) {
		dump_end(d);
		dump_process(d, FG_STR(""), scan_before(line, FG_STR(":")));
	} else if (line.n == 0) {
		dump_end(d);
	} else if (!read_frame(d, line) && !is_detail(line)) {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct dump d = { 0 };

	return dump_read(&d, c, read_line);
}

const struct format format_pyspy_dump = {
	.name = "pyspy_dump",
	.summary = "py-spy dump",
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS |
	       HAS_IDLE_THREADS | SHOWS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
