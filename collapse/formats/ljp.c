/* SPDX-License-Identifier: MIT */
/*
 * traces.txt of lightweight-java-profiler: the count of a stack, its number of
 * frames, then the frames, the leaf first.
 *
 *	 42 3  my_func_b(prog.java:455)
 *	       my_func_a(prog.java:123)
 *	       java.lang.Thread.run(Thread.java:744)
 *	 7 1   lone(Unknown Source)
 *	Total 49
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	uint64_t frames_left; /* of the current stack */
	bool over;
};

/* Cuts off "42 3"; the rest is the leaf. */
static bool take_counts(fg_str *line, uint64_t *count, uint64_t *frames)
{
	fg_str rest = *line;

	scan_blanks(&rest);
	if (!scan_u64(&rest, count) || scan_blanks(&rest) == 0 ||
	    !scan_u64(&rest, frames) || scan_blanks(&rest) == 0 ||
	    rest.n == 0 || *frames == 0)
		return false;
	*line = rest;
	return true;
}

static int detect(fg_str head)
{
	uint64_t count, frames;
	bool whole = true;
	fg_str line;

	if (!scan_line(&head, &line) || !take_counts(&line, &count, &frames) ||
	    fg_find_char(line, '(') == line.n)
		return BID_NO;
	/* the head of a long file may end inside a stack */
	while (--frames > 0 && (whole = scan_line(&head, &line))) {
		if (scan_blanks(&line) == 0 || line.n == 0 ||
		    fg_is_digit(*line.p))
			return BID_NO;
	}
	return whole ? BID_LIKELY : BID_WEAK;
}

/* Pushes a frame without the position in parentheses. */
static void push_frame(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	fg_str text = fg_trim(line);

	if (r->frames_left == 0) {
		dump_warn(d, "more frames than the title says");
		return;
	}
	text.n = fg_find_char(text, '(');
	dump_push(d, text);
	r->frames_left--;
}

static void end_stack(struct dump *d)
{
	struct reader *r = d->state;

	if (r->frames_left > 0)
		dump_warn(d, "the stack before this line has fewer frames than "
			     "its title says");
	r->frames_left = 0;
	dump_end(d);
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	uint64_t count, frames;

	if (fg_trim(line).n == 0)
		return;
	if (r->over) {
		dump_other(d);
		return;
	}
	if (take_counts(&line, &count, &frames)) {
		end_stack(d);
		d->weight = (struct fg_weight){ count, 0 };
		r->frames_left = frames;
		push_frame(d, line);
	} else if (fg_starts_with(line, FG_STR("Total "))) {
		end_stack(d);
		r->over = true;
	} else {
		push_frame(d, line);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	struct dump d = { .state = &r };

	return dump_read(&d, c, read_line);
}

const struct format format_ljp = {
	.name = "ljp",
	.summary = "lightweight-java-profiler's traces.txt",
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
