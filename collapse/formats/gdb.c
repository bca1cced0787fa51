/* SPDX-License-Identifier: MIT */
/*
 * Backtraces of gdb, and of pstack and gstack, which run it: one frame per
 * line, the leaf first.
 *
 *	Thread 2 (Thread 0x7ffff6ffd700 (LWP 101) "worker"):
 *	#0  0x00007ffff7b3c5d3 in poll () from /lib64/libc.so.6
 *	#1  0x0000000000401a2b in Queue<int>::pop (this=0x7ffe) at queue.h:40
 *	#2  <signal handler called>
 *	#3  main (argc=1, argv=0x7ffe) at main.c:40
 *	#4  0x0000000000401c00 in ?? ()
 *
 * A stack ends where the next begins, with "#0" or a thread's title. "thread
 * apply all" counts threads down to 1, which shows a cut between two of them;
 * a list of one thread, or one that counts up, has no mark at its end.
 */
#include <inttypes.h>

#include "fg/text.h"
#include "input/scan.h"
#include "names/symbol_text.h"
#include "sample/stack_dump.h"

/* Lists of threads that count down and end before 1. */
struct reader {
	uint64_t thread; /* the number of the last one; 0: none */
	bool down; /* a number followed on the one before it, in any list */
	uint64_t cut; /* the number of the first last one; 0: none */
	struct fg_loc place; /* of what follows that */
};

/* "Thread 2 (Thread 0x7ffff6ffd700 (LWP 101) "worker"):" */
static bool parse_thread(fg_str line, uint64_t *index, fg_str *name,
			 fg_str *number)
{
	size_t at;

	if (!scan_text(&line, FG_STR("Thread ")) || !scan_u64(&line, index) ||
	    !scan_text(&line, FG_STR(" (")))
		return false;
	at = fg_find(line, FG_STR("LWP "));
	*number = at == line.n ? FG_STR("") : scan_from(line, at + 4);
	number->n = fg_find_char(*number, ')');
	at = fg_find_char(line, '"');
	*name = at == line.n ? FG_STR("") : scan_from(line, at + 1);
	name->n = fg_rfind_char(*name, '"');
	return true;
}

/* Parses the text after the arguments: " at file:line", " from library". */
static void parse_place(fg_str text, struct native_frame *frame)
{
	const fg_str at = FG_STR(" at "), from = FG_STR(" from ");
	size_t i = scan_rfind(text, at);

	if (i < text.n && native_read_source(scan_from(text, i + at.n), frame))
		return;
	i = scan_rfind(text, from);
	if (i < text.n)
		frame->module = scan_from(text, i + from.n);
}

/* "#1  0x401a2b in pop (this=0x7ffe) at queue.h:40" */
static bool parse_frame(fg_str line, uint64_t *number,
			struct native_frame *frame)
{
	size_t end;

	if (!scan_text(&line, FG_STR("#")) || !scan_u64(&line, number) ||
	    scan_blanks(&line) == 0)
		return false;
	frame->has_address = scan_hex(&line, &frame->address) &&
			     scan_text(&line, FG_STR(" in "));
	end = symbol_call_length(line);
	frame->name = fg_slice(line, 0, end);
	if (end < line.n)
		parse_place(scan_from(line, end), frame);
	return end < line.n || fg_starts_with(line, FG_STR("<"));
}

static int detect(fg_str head)
{
	size_t frames = 0, first = 0;
	fg_str line;

	while (scan_line(&head, &line)) {
		struct native_frame frame = { 0 };
		uint64_t number;

		if (parse_frame(line, &number, &frame)) {
			frames++;
			first += number == 0;
		}
	}
	if (first == 0)
		return BID_NO;
	return frames > first ? BID_LIKELY + 20 : BID_LIKELY;
}

/*
 * Pushes a frame; gdb's "??" is better than an address, which differs from run
 * to run.
 */
static void push_frame(struct dump *d, struct native_frame *frame)
{
	if (native_is_unnamed(frame->name) && frame->module.n == 0 &&
	    d->c->options->unknown == UNKNOWN_MODULE)
		dump_push(d, frame->name);
	else
		dump_push_native(d, frame);
}

/* "#1  ": gdb writes two blanks, or one behind numbers of two digits. */
static bool begins_frame(fg_str line)
{
	uint64_t number;

	return scan_text(&line, FG_STR("#")) && scan_u64(&line, &number) &&
	       scan_blanks(&line) > 0;
}

static void end_list(struct dump *d)
{
	struct reader *r = d->state;

	if (r->down && r->thread > 1 && r->cut == 0) {
		r->cut = r->thread;
		r->place = fg_lines_loc(d->c->in);
	}
}

static void count_thread(struct dump *d, uint64_t index)
{
	struct reader *r = d->state;

	if (index + 1 == r->thread)
		r->down = true;
	else
		end_list(d);
	r->thread = index;
}

static void end_input(struct dump *d)
{
	struct reader *r = d->state;

	end_list(d);
	if (r->cut > 0 && !fg_lines_no_end(d->c->in))
		fg_doubt(d->c->diag, r->place,
			 "gdb counts threads down to 1, but the last one "
			 "before this line is %" PRIu64 ": the text may have "
			 "been cut",
			 r->cut);
}

static void read_line(struct dump *d, fg_str line)
{
	struct native_frame frame = { 0 };
	fg_str name, thread;
	uint64_t number;

	if (parse_thread(line, &number, &name, &thread)) {
		count_thread(d, number);
		dump_end(d);
		dump_thread(d, name, thread);
	} else if (parse_frame(line, &number, &frame)) {
		if (number == 0)
			dump_end(d);
		push_frame(d, &frame);
	} else if (begins_frame(line)) {
		dump_damaged(d);
	} else {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r, .last = end_input };

	return dump_read(&d, c, read_line);
}

const struct format format_gdb = {
	.name = "gdb",
	.summary = "backtraces of gdb, pstack and gstack",
	.has = HAS_THREADS | HAS_TIDS | HAS_MODULES | HAS_SOURCE |
	       HAS_ADDRESSES | HAS_ARGUMENTS,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
