/* SPDX-License-Identifier: MIT */
/*
 * Go's goroutines with their stacks, as net/http/pprof's goroutine?debug=2,
 * SIGQUIT and a panic print them: two lines per frame, the leaf first.
 *
 *	goroutine 1 [running]:
 *	main.main()
 *		/src/main.go:59 +0x267
 *
 *	goroutine 21 gp=0xb25d9df4d20 m=nil [chan receive, 5 minutes]:
 *	runtime.gopark(0x0?, 0x0?, 0x0?, 0x0?, 0x0?)
 *		/go/src/runtime/proc.go:462 +0xce fp=0xb25d9e28fa8 pc=0x47dc0e
 *	main.(*queue[...]).drain(...)
 *		/src/main.go:19
 *	created by main.main in goroutine 1
 *		/src/main.go:47 +0x7f
 *
 * (Go 1.26.) Each goroutine counts once. Its leaf is the thing that it waits
 * for, "[chan receive]", because Go leaves out the runtime's own frames, which
 * would show it. The function that created it did not call it, and so is not a
 * frame. But it shows the end: only the first goroutine, which ends with
 * main.main, and some of the runtime's have no such line. A text that was cut
 * between two goroutines cannot be told from a whole one.
 */
#include <stdlib.h>

#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	struct fg_buffer name; /* of a frame whose position comes next */
	bool inlined; /* that frame */
	bool sure; /* it is a call even without a position */
	bool open; /* inside a goroutine */
	bool whole; /* what can be its last line was read */
};

/*
 * "chan receive" of "chan receive, 5 minutes", "runnable" of "runnable
 * (scan)".
 */
static fg_str plain_state(fg_str state)
{
	const fg_str scanned = FG_STR(" (scan)");

	state = scan_before(state, FG_STR(", "));
	if (fg_ends_with(state, scanned))
		state.n -= scanned.n;
	return state;
}

/* A goroutine's first line. */
static bool parse_title(fg_str line, fg_str *number, fg_str *state)
{
	fg_str rest = line;
	uint64_t id;
	size_t at;

	if (!scan_text(&rest, FG_STR("goroutine ")))
		return false;
	line = rest;
	if (!scan_u64(&rest, &id) || !fg_ends_with(rest, FG_STR(":")))
		return false;
	*number = fg_slice(line, 0, line.n - rest.n);
	at = fg_find(rest, FG_STR(" ["));
	if (at == rest.n)
		return false;
	rest = scan_from(rest, at + 2);
	*state = plain_state(scan_before(rest, FG_STR("]")));
	return state->n < rest.n;
}

/* Looks only at line starts, which is cheaper in most texts. */
static int detect(fg_str head)
{
	fg_str line, number, state;

	if (!fg_starts_with(head, FG_STR("goroutine ")) &&
	    !fg_contains(head, FG_STR("\ngoroutine ")))
		return BID_NO;
	while (scan_line(&head, &line)) {
		if (parse_title(line, &number, &state))
			return BID_SURE - 5;
	}
	return BID_NO;
}

/* Functions that nothing calls which Go shows. */
static bool is_outermost(fg_str name)
{
	static const char *const names[] = { "main.main", "runtime.main",
					     "runtime.goexit", NULL };

	return scan_is_any(name, names) || fg_contains(name, FG_STR(".init"));
}

/* Ends the current frame; `place` is empty if none came. */
static void end_frame(struct dump *d, fg_str place)
{
	struct reader *r = d->state;
	struct native_frame frame = { .name = fg_buffer_text(&r->name),
				      .inlined = r->inlined };

	if (r->name.n > 0 && (r->sure || place.n > 0)) {
		(void)native_read_source(place, &frame);
		dump_push_native(d, &frame);
		r->whole |= is_outermost(frame.name);
	}
	r->name.n = 0;
}

/* Whether goroutines of the runtime wait so, and no other. */
static bool is_of_runtime(fg_str state)
{
	static const char *const states[] = { "GC ",	 "finalizer wait",
					      "cleanup", "force gc",
					      "trace",	 "timer",
					      NULL };

	return scan_starts_with_any(state, states);
}

static void begin_goroutine(struct dump *d, fg_str number, fg_str state)
{
	struct reader *r = d->state;

	dump_end(d);
	d->room.n = 0;
	fg_buffer_append(&d->room, FG_STR("goroutine "));
	fg_buffer_append(&d->room, number);
	dump_thread(d, fg_buffer_text(&d->room), number);
	r->open = true;
	r->whole = is_of_runtime(state);
	d->room.n = 0;
	fg_buffer_append(&d->room, FG_STR("["));
	fg_buffer_append(&d->room, state);
	fg_buffer_append(&d->room, FG_STR("]"));
	dump_push(d, fg_buffer_text(&d->room));
}

/*
 * "main.(*store).hold(0x0?, 0x0?)"; arguments "..." mean an inlined call. A C
 * function has no arguments, and text like "exit status 2" has no position
 * after it.
 */
static void begin_frame(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	size_t paren = fg_rfind_char(line, '(');

	r->sure = fg_ends_with(line, FG_STR(")"));
	if (!r->sure)
		paren = line.n;
	r->inlined = fg_equal(scan_from(line, paren), FG_STR("(...)"));
	fg_buffer_append(&r->name, fg_slice(line, 0, paren));
}

/* "...23 frames elided...", in the middle of a deep stack. */
static bool is_elision(fg_str line)
{
	return fg_starts_with(line, FG_STR("...")) &&
	       fg_ends_with(line, FG_STR(" frames elided..."));
}

static void read_call(struct dump *d, fg_str line)
{
	const struct reader *r = d->state;

	begin_frame(d, line);
	if (!r->sure)
		dump_other(d);
}

/* "\t/src/main.go:59 +0x267" */
static bool is_place(fg_str line)
{
	struct native_frame frame = { 0 };

	return native_read_source(scan_before(fg_trim(line), FG_STR(" +0x")),
				  &frame);
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	fg_str number, state;

	if (parse_title(line, &number, &state)) {
		end_frame(d, FG_STR(""));
		begin_goroutine(d, number, state);
	} else if (!r->open) {
		dump_other(d);
	} else if (fg_trim(line).n == 0) {
		end_frame(d, FG_STR(""));
		r->open = false;
	} else if (fg_is_blank(*line.p)) {
		/* "\tgoroutine running on other thread; stack unavailable" */
		if (fg_ends_with(line, FG_STR("stack unavailable")))
			r->whole = true;
		else if (!is_place(line))
			dump_other(d);
		end_frame(d, scan_before(fg_trim(line), FG_STR(" +0x")));
	} else {
		end_frame(d, FG_STR(""));
		if (is_elision(line))
			dump_push(d, FG_STR("[frames elided]"));
		else if (fg_starts_with(line, FG_STR("created by ")))
			r->whole = true;
		else
			read_call(d, line);
	}
}

static void end_input(struct dump *d)
{
	struct reader *r = d->state;

	bool half = r->sure && r->name.n > 0; /* without its position */

	d->open = !fg_lines_no_end(d->c->in) &&
		  (half || (r->open && !r->whole));
	end_frame(d, FG_STR(""));
	free(r->name.p);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r, .last = end_input };

	return dump_read(&d, c, read_line);
}

const struct format format_goroutine = {
	.name = "goroutine",
	.summary = "goroutines of Go: debug=2, SIGQUIT, panics",
	.has = HAS_THREADS | HAS_TIDS | HAS_SOURCE | HAS_INLINED,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
