/* SPDX-License-Identifier: MIT */
/*
 * Output of wallClockProfiler: a report, then each stack with its count, leaf
 * first, with optional source lines between the frames.
 *
 *	17230 stack samples had 23 unique stacks
 *	...
 *	Full stacks:
 *
 *	99.791% ===================================== (17194 samples)
 *	       1: poll   (at /usr/src/asyncloop.nim:343)
 *	              343:|  waitFor(next)
 *	       2: main   (at /usr/src/main.nim:9)
 */
#include "fg/text.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	bool in_stacks; /* after the report */
};

/* "99.791% ==== (17194 samples)" */
static bool parse_title(fg_str line, uint64_t *count)
{
	fg_str text = fg_trim(line);
	fg_str percent = scan_word(&text);
	size_t paren = scan_rfind(text, FG_STR("("));

	if (!fg_ends_with(percent, FG_STR("%")) || paren == text.n)
		return false;
	text = scan_from(text, paren + 1);
	return scan_u64(&text, count) && fg_starts_with(text, FG_STR(" sampl"
								     "e"));
}

/* "       1: poll   (at asyncloop.nim:343)" */
static bool parse_frame(fg_str line, fg_str *frame)
{
	uint64_t number;

	scan_blanks(&line);
	if (!scan_u64(&line, &number) || !scan_text(&line, FG_STR(": ")))
		return false;
	*frame = fg_trim(line);
	return frame->n > 0;
}

/* "17230 stack samples had 23 unique stacks" */
static bool is_first(fg_str line)
{
	uint64_t count;

	return scan_u64(&line, &count) && fg_starts_with(line, FG_STR(" stack "
								      "samples "
								      "had "));
}

static int detect(fg_str head)
{
	bool stacks = false;
	uint64_t count;
	fg_str line;

	if (scan_line(&head, &line) && is_first(line))
		return BID_SURE;
	while (scan_line(&head, &line)) {
		stacks |= fg_starts_with(line, FG_STR("Full stacks"));
		if (stacks && parse_title(line, &count))
			return BID_SURE;
	}
	return BID_NO;
}

static void push_frame(struct dump *d, fg_str frame)
{
	if (d->c->options->no_srcline)
		frame = fg_trim_end(scan_before_last(frame, FG_STR(" (at ")));
	dump_push(d, frame);
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	uint64_t count;
	fg_str frame;

	if (!r->in_stacks) {
		r->in_stacks = fg_starts_with(line, FG_STR("Full stacks"));
		if (!r->in_stacks && !is_first(line))
			dump_other(d);
	} else if (parse_title(line, &count)) {
		dump_end(d);
		d->weight = (struct fg_weight){ count, 0 };
	} else if (parse_frame(line, &frame)) {
		push_frame(d, frame);
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

const struct format format_wcp = {
	.name = "wcp",
	.summary = "wallClockProfiler's stacks",
	.has = SHOWS_SOURCE,
	.unit = "samples",
	.detect = detect,
	.parse = parse,
};
