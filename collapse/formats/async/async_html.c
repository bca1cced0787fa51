/* SPDX-License-Identifier: MIT */
/*
 * The flame graph page of async-profiler. It has a table of names, each
 * sharing its beginning with the one before (the first character gives the
 * length, counted from the blank), and a call for each frame:
 *
 *	const cpool = [
 *	'all',
 *	' AbstractAssembler::AbstractAssembler',
 *	'!dapterHandlerLibrary::create_native_wrapper',
 *	];
 *	n(3,394)
 *	u(1624,1)
 *	f(2611,1,1)
 *
 * f has a key (8 times the name's number, plus a kind), a level, a distance
 * and a width; u is one level above the frame before, n is beside it; both
 * have a key and a width. A missing width is the same as the one before.
 *
 * Before 3.0 there was no table, and the calls had names: level, distance,
 * width, kind, name. Before these calls also had counts, the kinds were
 * different:
 *
 *	f(1,0,3,1,'M.fib')
 *	f(2,3,354,1,'M.work',0,0,20)
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/scan.h"
#include "names/native.h"

enum { KIND_INLINED = 2, KINDS = 8 };

struct open_frame {
	fg_frame id;
	uint64_t own; /* its total without the frames above it */
	bool is_left_out;
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct namer namer;
	struct fg_frames *names; /* numbers are those in `numbers` */
	fg_frame *numbers; /* of the table's entries */
	size_t count, room;
	struct fg_buffer last; /* name of the table */
	struct open_frame *open; /* by level; the root is at 0 */
	size_t depth, open_room;
	uint64_t level, width; /* of the frame before */
	uint64_t bad, excess;
	bool in_table, in_calls;
	bool is_old; /* the calls have names */
	bool has_kinds; /* the kinds are the current ones */
	struct fg_buffer name; /* room for one */
};

#define OLD_CALL "function f(level, left, width, type, title"

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("<!DOCTYPE html")) &&
			       (fg_contains(head, FG_STR("\nconst cpool = "
							 "[")) ||
				fg_contains(head, FG_STR(OLD_CALL)))
		       ? BID_SURE
		       : BID_NO;
}

/* The bytes of the first `units` characters, in JavaScript's count. */
static size_t beginning(fg_str text, uint64_t units)
{
	size_t at = 0;

	while (units > 0 && at < text.n) {
		size_t n = fg_utf8_length(fg_slice(text, at, text.n));

		at += n ? n : 1;
		units -= n == 4 && units > 1 ? 2 : 1;
	}
	return at;
}

/* "'!dapter\\'s'," without quotes, comma and backslashes. */
static void unquote(fg_str line, struct fg_buffer *to)
{
	fg_str text = fg_trim(line);

	if (fg_ends_with(text, FG_STR(",")))
		text.n--;
	if (text.n >= 2 && *text.p == '\'')
		text = fg_slice(text, 1, text.n - 1);
	to->n = 0;
	for (size_t i = 0; i < text.n; i++) {
		i += text.p[i] == '\\' && i + 1 < text.n;
		fg_buffer_append(to, fg_slice(text, i, i + 1));
	}
}

static void add_name(struct reader *r, fg_str line)
{
	struct fg_buffer text = { 0 };
	unsigned char first;

	unquote(line, &text);
	if (r->count == 0) {
		r->last.n = 0;
		fg_buffer_append(&r->last, fg_buffer_text(&text));
	} else if (text.n > 0) {
		first = (unsigned char)text.p[0];
		r->last.n = beginning(fg_buffer_text(&r->last),
				      first > ' ' ? first - ' ' : 0);
		fg_buffer_append(&r->last, (fg_str){ text.p + 1, text.n - 1 });
	}
	FG_RESERVE(&r->numbers, &r->room, r->count + 1);
	r->numbers[r->count++] =
		fg_frames_intern(r->names, fg_buffer_text(&r->last));
	free(text.p);
}

static void close_frame(struct reader *r)
{
	uint64_t own = r->open[--r->depth].own;

	size_t depth_max = stackbuf_depth_max(&r->stack), i = r->depth;

	if (own == 0)
		return;
	for (; i > 0 && r->stack.depth < depth_max; i--) {
		if (!r->open[i].is_left_out)
			stackbuf_push_id(&r->stack, r->open[i].id);
	}
	if (i > 0)
		stackbuf_cut(&r->stack);
	if (r->stack.depth == 0)
		stackbuf_push(&r->stack, FG_STR("[not drawn]"));
	stackbuf_flush(&r->stack, LEAF_FIRST, (struct fg_weight){ own, 0 });
}

static void take_from_below(struct reader *r, uint64_t width)
{
	uint64_t *own;

	if (r->depth == 0)
		return;
	own = &r->open[r->depth - 1].own;
	r->excess += width > *own;
	*own -= width > *own ? *own : width;
}

static void add_frame(struct reader *r, fg_str name, bool inlined)
{
	struct native_frame frame = { .name = name, .inlined = inlined };
	struct open_frame open = { .own = r->width };

	if (r->level > r->depth) {
		r->bad++;
		return;
	}
	while (r->depth > r->level)
		close_frame(r);
	take_from_below(r, r->width);
	open.is_left_out = !namer_name(&r->namer, &frame, &open.id);
	FG_RESERVE(&r->open, &r->open_room, r->depth + 1);
	r->open[r->depth++] = open;
}

/* "f(2611,1,1)"; false when it is not a call. */
static bool read_call(struct reader *r, fg_str line)
{
	uint64_t numbers[4] = { 0 };
	fg_str rest = line;
	size_t n = 0;

	if (line.n < 4 || line.p[1] != '(' || line.p[line.n - 1] != ')' ||
	    !memchr("fun", line.p[0], 3))
		return false;
	rest = fg_slice(line, 2, line.n - 1);
	while (rest.p && n < 4) {
		if (!fg_parse_u64(fg_cut(&rest, ','), &numbers[n++]))
			return false;
	}
	if (*line.p == 'f')
		r->level = numbers[1];
	else if (*line.p == 'u')
		r->level++;
	n = *line.p == 'f' ? 3 : 1;
	if (numbers[n] > 0)
		r->width = numbers[n];
	if (numbers[0] / KINDS >= r->count)
		r->bad++;
	else
		add_frame(r,
			  fg_frames_name(r->names,
					 r->numbers[numbers[0] / KINDS]),
			  numbers[0] % KINDS == KIND_INLINED);
	return true;
}

/* The length of the quoted text at the beginning, with its quotes. */
static size_t quoted_length(fg_str text)
{
	size_t n = 1;

	while (n < text.n && text.p[n] != '\'')
		n += text.p[n] == '\\' ? 2 : 1;
	return n + 1;
}

/* "f(2,3,354,1,'M.work',0,0,20)" */
static void read_old_call(struct reader *r, fg_str line)
{
	uint64_t numbers[4] = { 0 };
	fg_str rest = line;
	size_t n;

	if (!scan_text(&rest, FG_STR("f(")))
		return;
	for (n = 0; n < 4 && rest.p; n++) {
		if (!fg_parse_u64(fg_cut(&rest, ','), &numbers[n]))
			break;
	}
	if (n < 4 || !fg_starts_with(rest, FG_STR("'")) ||
	    quoted_length(rest) > rest.n) {
		r->bad++;
		return;
	}
	unquote(fg_slice(rest, 0, quoted_length(rest)), &r->name);
	r->level = numbers[0];
	r->width = numbers[2];
	add_frame(r, fg_buffer_text(&r->name),
		  r->has_kinds && numbers[3] == KIND_INLINED);
}

static void read_line(struct reader *r, fg_str line)
{
	if (fg_equal(line, FG_STR("const cpool = ["))) {
		r->in_table = true;
	} else if (r->in_table && fg_starts_with(line, FG_STR("]"))) {
		r->in_table = false;
		r->in_calls = true;
	} else if (r->in_table) {
		add_name(r, line);
	} else if (r->is_old) {
		read_old_call(r, line);
	} else if (r->in_calls) {
		(void)read_call(r, line);
	} else if (fg_contains(line, FG_STR(OLD_CALL))) {
		r->is_old = r->in_calls = true;
		r->has_kinds = fg_contains(line, FG_STR("inln"));
	}
}

static void report(struct reader *r)
{
	struct fg_loc loc = fg_lines_whole(r->c->in);

	if (r->in_table || !r->in_calls)
		fg_warn(r->c->diag, loc, "the page ends before its frames");
	if (r->bad > 0)
		fg_warn(r->c->diag, loc, "%" PRIu64 " bad frames left out",
			r->bad);
	if (r->excess > 0)
		fg_warn(r->c->diag, loc,
			"%" PRIu64 " frames have less than their callees",
			r->excess);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c, .names = fg_frames_new() };
	fg_str line;

	stackbuf_init(&r.stack, c);
	namer_init(&r.namer, c->options, &r.stack);
	while (fg_lines_next(c->in, &line))
		read_line(&r, fg_trim_end(line));
	while (r.depth > 0)
		close_frame(&r);
	report(&r);
	fg_frames_free(r.names);
	free(r.numbers);
	free(r.last.p);
	free(r.name.p);
	free(r.open);
	namer_free(&r.namer);
	stackbuf_free(&r.stack);
	return fg_lines_status(c->in);
}

const struct format format_async_html = {
	.name = "async_html",
	.summary = "flame graph pages of async-profiler",
	.has = HAS_INLINED | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
