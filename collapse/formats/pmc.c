/* SPDX-License-Identifier: MIT */
/*
 * Output of FreeBSD's pmcstat -G: for every event, trees of functions with
 * their callers; the numbers are samples.
 *
 *	@ unhalted-cycles [41 samples]
 *
 *	41.46%  [17]       witness_unlock @ /boot/kernel/kernel
 *	 70.59%  [12]        __mtx_unlock_flags
 *	  16.67%  [2]          selfdfree
 *	   100.0%  [2]           sys_poll
 *	 29.41%  [5]         _mtx_unlock_sleep_flags
 *
 * The image is printed only if it differs from that of the line before. The
 * rest of a function, without its callers, belongs to callers that pmcstat
 * left out.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "format.h"
#include "input/scan.h"
#include "names/native.h"

/* A node on the path to the last one. */
struct image {
	size_t indent;
	fg_str name;
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct calltree tree;
	struct image *images;
	size_t depth, room;
	struct fg_arena names; /* of the images */
	bool skips; /* another event is wanted */
};

/* "@ unhalted-cycles [41 samples]" */
static bool parse_title(fg_str line, fg_str *event)
{
	size_t at;

	if (!scan_text(&line, FG_STR("@ ")) || !fg_ends_with(line, FG_STR(" sam"
									  "ples"
									  "]")))
		return false;
	at = scan_rfind(line, FG_STR(" ["));
	*event = fg_slice(line, 0, at);
	return at < line.n;
}

static bool is_percent(fg_str word)
{
	if (word.n < 2 || word.p[word.n - 1] != '%')
		return false;
	for (size_t i = 0; i + 1 < word.n; i++) {
		if (!fg_is_digit(word.p[i]) && word.p[i] != '.')
			return false;
	}
	return true;
}

/* " 70.59%  [12]        symbol @ image" */
static bool parse_node(fg_str line, size_t *indent, uint64_t *count,
		       struct native_frame *frame)
{
	const fg_str mark = FG_STR(" @ ");
	size_t at;

	*indent = scan_blanks(&line);
	if (!is_percent(scan_word(&line)))
		return false;
	scan_blanks(&line);
	if (!scan_text(&line, FG_STR("[")) || !scan_u64(&line, count) ||
	    !scan_text(&line, FG_STR("]")))
		return false;
	line = fg_trim(line);
	at = scan_rfind(line, mark);
	frame->name = fg_slice(line, 0, at);
	if (at < line.n)
		frame->module = scan_from(line, at + mark.n);
	return frame->name.n > 0;
}

static int detect(fg_str head)
{
	fg_str line, event;

	return scan_line(&head, &line) && parse_title(fg_trim_end(line), &event)
		       ? BID_SURE
		       : BID_NO;
}

/* The image of a node; without one, that of its parent. */
static fg_str image_of(struct reader *r, size_t indent, fg_str named)
{
	struct image image = { .indent = indent };

	while (r->depth > 0 && r->images[r->depth - 1].indent >= indent)
		r->depth--;
	if (named.n > 0) {
		image.name.p = fg_arena_bytes(&r->names, named);
		image.name.n = named.n;
	} else if (r->depth > 0) {
		image.name = r->images[r->depth - 1].name;
	}
	FG_RESERVE(&r->images, &r->room, r->depth + 1);
	r->images[r->depth++] = image;
	return image.name;
}

static void begin_event(struct reader *r, fg_str event)
{
	struct metrics *m = r->c->metrics;
	const char *wanted = r->c->options->metric;
	size_t index;

	calltree_end(&r->tree);
	index = metrics_find(m, event);
	if (index == m->count)
		metrics_add(m, event, FG_STR("samples"));
	r->skips = wanted ? metrics_find(m, fg_from_c(wanted)) != index
			  : index > 0;
}

static void add_node(struct reader *r, size_t indent, uint64_t count,
		     struct native_frame *frame)
{
	struct metrics *m = r->c->metrics;
	fg_frame id;

	if (indent == 0)
		metrics_count(m, m->count - 1, count);
	if (r->skips)
		return;
	frame->module = image_of(r, indent, frame->module);
	if (namer_name(&r->namer, frame, &id))
		calltree_total(&r->tree, indent, id, count);
}

static void read_line(struct reader *r, fg_str line)
{
	struct native_frame frame = { 0 };
	uint64_t count;
	size_t indent;
	fg_str event;

	if (parse_title(fg_trim_end(line), &event))
		begin_event(r, event);
	else if (r->c->metrics->count > 0 &&
		 parse_node(line, &indent, &count, &frame))
		add_node(r, indent, count, &frame);
	else if (fg_trim(line).n > 0)
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a line of a call graph");
}

static fg_status finish(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);
	const struct metrics *m = r->c->metrics;
	fg_status status = fg_lines_status(r->c->in);

	calltree_end(&r->tree);
	if (status == FG_OK)
		status = format_choose_metric(r->c, 0);
	if (status == FG_OK && m->count > 1 && !r->c->options->metric &&
	    !r->c->options->list_metrics)
		fg_note(r->c->diag, loc,
			"folded the first of %zu events, %s; choose with "
			"--metric",
			m->count, m->items->name);
	return status;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = {
		.c = c,
		.tree = { .stack = &r.stack, .order = LEAF_FIRST },
	};
	fg_status status;
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	while (fg_lines_next(c->in, &line))
		read_line(&r, line);
	status = finish(&r);
	calltree_free(&r.tree);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	free(r.images);
	fg_arena_free(&r.names);
	return status;
}

const struct format format_pmc = {
	.name = "pmc",
	.summary = "FreeBSD's pmcstat -G call graphs",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_ADDRESSES | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
