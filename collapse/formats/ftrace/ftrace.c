/* SPDX-License-Identifier: MIT */
/*
 * Linux's trace with stacks after its events (options/stacktrace of tracefs,
 * trace-cmd record -T): the leaf first.
 *
 *	# tracer: nop
 *	#
 *	  ld-7244  [001] ..... 13567.823648: kmalloc: call_site=... bytes_req=96
 *	  ld-7244  [001] ..... 13567.823701: <stack trace>
 *	 => __kmalloc_noprof
 *	 => ext4_find_extent
 *
 * trace-cmd report has "kernel_stack:" before the stack and addresses after
 * its frames:
 *
 *	  ld-7244  [001] 13567.823701: kernel_stack:  <stack trace >
 *	=> __kmalloc_noprof (ffffffff812f1d45)
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "sample/kernel_lines.h"

struct reader {
	struct fg_buffer event; /* the last that was not a stack */
	struct fg_buffer first; /* the event to fold if the user names none */
	bool all, chosen;
	bool in_stack;
	uint64_t others; /* stacks of other events */
};

struct event {
	fg_str task, number, name;
	fg_str time; /* seconds, or empty */
	bool is_stack;
};

/* "  ld-7244  [001] ..... 13567.823648: kmalloc: call_site=..." */
static bool parse_event(fg_str line, struct event *e)
{
	size_t cpu = fg_find(line, FG_STR(" [")), colon;
	fg_str rest, word;

	if (cpu == line.n || fg_starts_with(line, FG_STR("#")))
		return false;
	rest = scan_from(line, cpu + 2);
	if (!kernel_task(fg_trim(fg_slice(line, 0, cpu)), &e->task,
			 &e->number) ||
	    fg_find_char(rest, ']') == rest.n)
		return false;
	do
		word = scan_word(&rest);
	while (word.n > 0 && !fg_ends_with(word, FG_STR(":")));
	e->time = fg_slice(word, 0, word.n > 0 ? word.n - 1 : 0);
	scan_blanks(&rest);
	colon = fg_find(rest, FG_STR(": "));
	e->name = fg_slice(rest, 0, colon);
	e->is_stack = fg_contains(rest, FG_STR("<stack trace"));
	return word.n > 0 && rest.n > 0;
}

static bool parse_frame(fg_str line, fg_str *name)
{
	fg_str rest = line;

	scan_blanks(&rest);
	if (!scan_text(&rest, FG_STR("=>")) || scan_blanks(&rest) == 0)
		return false;
	*name = scan_word(&rest);
	return name->n > 0;
}

static int detect(fg_str head)
{
	enum { LINES = 1000 };
	fg_str line;
	bool stack = false;

	if (!fg_starts_with(head, FG_STR("# tracer: ")) &&
	    !fg_starts_with(head, FG_STR("cpus=")) &&
	    !fg_contains(head, FG_STR("<stack trace")))
		return BID_NO;
	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		fg_str name;

		if (stack && parse_frame(line, &name))
			return BID_SURE;
		stack = fg_contains(line, FG_STR("<stack trace"));
	}
	return BID_NO;
}

static bool is_wanted(struct dump *d)
{
	struct reader *r = d->state;
	const char **asked = d->c->options->events;
	fg_str event = fg_buffer_text(&r->event);

	if (!r->chosen) {
		r->chosen = true;
		r->all = options_have(asked, FG_STR("all"));
		fg_buffer_append(&r->first, event);
	}
	return r->all || (asked ? options_have(asked, event)
				: fg_equal(fg_buffer_text(&r->first), event));
}

static void end_stack(struct dump *d)
{
	struct reader *r = d->state;

	if (d->stack.depth > 0 && !is_wanted(d)) {
		d->unwanted = true;
		r->others++;
	}
	if (r->all && d->stack.depth > 0)
		dump_thread(d, fg_buffer_text(&r->event), FG_STR(""));
	dump_end(d);
	r->in_stack = false;
}

static void read_event(struct dump *d, const struct event *e)
{
	struct reader *r = d->state;
	uint64_t ns = 0;

	end_stack(d);
	if (d->c->options->time_limited)
		d->unwanted = !options_seconds(e->time, &ns) ||
			      !options_in_time(d->c->options, ns);
	r->in_stack = e->is_stack;
	kernel_set_task(d, e->task, e->number);
	d->thread_root = r->all;
	if (e->is_stack)
		return;
	r->event.n = 0;
	fg_buffer_append(&r->event, e->name);
}

static void push_frame(struct dump *d, fg_str name)
{
	struct native_frame frame;

	if (!kernel_frame(name, d->c->options->keep_offsets, &frame))
		frame.name = name;
	kernel_push(d, &frame);
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct event e;
	fg_str name;

	if (r->in_stack && parse_frame(line, &name))
		push_frame(d, name);
	else if (parse_event(line, &e))
		read_event(d, &e);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r, .last = end_stack };
	fg_status status = dump_read(&d, c, read_line);

	if (r.others > 0 && !c->options->events)
		fg_note(c->diag, fg_lines_whole(c->in),
			"%" PRIu64 " stacks of events other than %.*s left "
			"out; --event NAME or all folds them",
			r.others, FG_FMT(fg_buffer_text(&r.first)));
	free(r.event.p);
	free(r.first.p);
	return status;
}

const struct format format_ftrace = {
	.name = "ftrace",
	.summary = "Linux's trace with stacks after events",
	.has = HAS_PROCESSES | HAS_PIDS | HAS_COMMS | HAS_COMM_IDS | HAS_TIMES |
	       HAS_EVENTS | HAS_ARGUMENTS | HAS_OFFSETS | HAS_KERNEL,
	.detect = detect,
	.parse = parse,
};
