/* SPDX-License-Identifier: MIT */
/*
 * Lines of one file resemble their neighbours: sorted, they share most of
 * their stack. So the reader keeps the line before, finds by comparing bytes
 * how many frames stand again at the beginning, and interns only the rest.
 */
#include "fg/folded.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

static bool is_space(char c)
{
	return fg_is_blank(c) || c == '\r';
}

static bool is_of_number(char c)
{
	return fg_is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' ||
	       c == '-';
}

/*
 * Cuts the last word off *text if it is a number with a blank in front, and
 * the blanks too. The word may be the first of the line only behind a blank.
 */
static bool cut_weight(fg_str *text, struct fg_weight *weight, bool *saturated)
{
	size_t end = text->n, start;

	while (end > 0 && is_space(text->p[end - 1]))
		end--;
	start = end;
	/* stops early, because the last word may be as long as the line */
	while (start > 0 && is_of_number(text->p[start - 1]))
		start--;
	if (start == end || start == 0 || !is_space(text->p[start - 1]) ||
	    !fg_weight_parse(fg_slice(*text, start, end), weight, saturated))
		return false;
	while (start > 0 && is_space(text->p[start - 1]))
		start--;
	text->n = start;
	return true;
}

unsigned fg_folded_split(fg_str line, bool one_column, fg_str *stack,
			 struct fg_weight weights[2], bool *saturated)
{
	struct fg_weight first;
	fg_str rest = line;

	if (!cut_weight(&rest, &weights[0], saturated))
		return 0;
	*stack = fg_trim(rest);
	if (one_column || !cut_weight(&rest, &first, saturated))
		return 1;
	weights[1] = weights[0];
	weights[0] = first;
	*stack = fg_trim(rest);
	return 2;
}

struct reader {
	struct fg_stacks *to;
	fg_frame *ids; /* of the line before */
	fg_frame *turned; /* room for them leaf first */
	uint32_t *ends; /* where each of its names ended */
	size_t depth, room, ends_room, turned_room;
	char *text; /* of the line before */
	size_t text_n, text_room;
	bool saturated;
};

static void reader_free(struct reader *r)
{
	free(r->ids);
	free(r->turned);
	free(r->ends);
	free(r->text);
}

static size_t same_bytes(const char *a, const char *b, size_t n)
{
	size_t i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t x, y;

		memcpy(&x, a + i, 8);
		memcpy(&y, b + i, 8);
		if (x != y)
			break;
	}
	while (i < n && a[i] == b[i])
		i++;
	return i;
}

/* Drops the frames that this line does not share; returns where to go on. */
static size_t keep_shared(struct reader *r, fg_str stack)
{
	size_t n = stack.n < r->text_n ? stack.n : r->text_n;
	size_t same = n ? same_bytes(stack.p, r->text, n) : 0;

	/* a name is shared when the ';' behind it is */
	while (r->depth > 0 && r->ends[r->depth - 1] >= same)
		r->depth--;
	return r->depth > 0 ? r->ends[r->depth - 1] + 1 : 0;
}

static void remember(struct reader *r, fg_str stack, size_t from)
{
	FG_RESERVE(&r->text, &r->text_room, stack.n);
	if (stack.n > from)
		memcpy(r->text + from, stack.p + from, stack.n - from);
	r->text_n = stack.n;
}

/* Empty names at the end of a stack do not count. */
static fg_str without_empty_end(fg_str stack)
{
	while (stack.n > 0 &&
	       (stack.p[stack.n - 1] == ';' || is_space(stack.p[stack.n - 1])))
		stack.n--;
	return stack;
}

static void split_names(struct reader *r, fg_str stack)
{
	struct fg_frames *frames = fg_stacks_frames(r->to);
	size_t at = keep_shared(r, stack);

	remember(r, stack, at);
	while (at < stack.n) {
		fg_str rest = fg_slice(stack, at, stack.n);
		size_t n = fg_find_char(rest, ';');

		FG_RESERVE(&r->ids, &r->room, r->depth + 1);
		FG_RESERVE(&r->ends, &r->ends_room, r->depth + 1);
		r->ids[r->depth] =
			fg_frames_intern(frames, (fg_str){ rest.p, n });
		r->ends[r->depth++] = (uint32_t)(at + n);
		at += n + 1;
	}
}

static const fg_frame *turn(struct reader *r)
{
	FG_RESERVE(&r->turned, &r->turned_room, r->depth);
	for (size_t i = 0; i < r->depth; i++)
		r->turned[i] = r->ids[r->depth - 1 - i];
	return r->turned;
}

static void add_stack(struct reader *r, bool reverse,
		      const struct fg_weight weights[2], unsigned count)
{
	const fg_frame *ids = reverse ? turn(r) : r->ids;

	if (count == 1 && !fg_stacks_two_columns(r->to))
		fg_stacks_add(r->to, ids, r->depth, weights[0], 0);
	else
		fg_stacks_add2(r->to, ids, r->depth, weights[0],
			       weights[count - 1]);
}

static bool is_comment(fg_str text)
{
	return *text.p == '#' && (text.n == 1 || text.p[1] == ' ');
}

static void bad_line(struct fg_folded_reader *reader, struct fg_lines *in,
		     struct fg_diag *diag)
{
	struct fg_loc loc = fg_lines_loc(in);

	if (reader->bad++ == 0)
		reader->first_bad = loc.line;
	fg_warn(diag, loc, "no weight at the end of the line");
}

static void read_line(struct fg_folded_reader *reader, struct reader *r,
		      struct fg_lines *in, fg_str line, struct fg_diag *diag)
{
	struct fg_weight weights[2];
	fg_str stack, text = fg_trim(line);
	unsigned count;

	if (text.n == 0 || is_comment(text))
		return;
	reader->lines++;
	count = fg_folded_split(line, false, &stack, weights, &r->saturated);
	reader->pairs += count == 2;
	if (count == 2 && reader->one_column)
		count = fg_folded_split(line, true, &stack, weights,
					&r->saturated);
	if (count == 0) {
		bad_line(reader, in, diag);
		return;
	}
	split_names(r, without_empty_end(stack));
	add_stack(r, reader->reverse, weights, count);
}

fg_status fg_folded_read(struct fg_folded_reader *reader, struct fg_lines *in,
			 struct fg_stacks *to, struct fg_diag *diag)
{
	bool saturated = fg_stacks_saturated(to);
	struct reader r = { .to = to };
	fg_str line;

	while (fg_lines_next(in, &line))
		read_line(reader, &r, in, line, diag);
	if (r.saturated || (fg_stacks_saturated(to) && !saturated))
		fg_warn(diag, (struct fg_loc){ fg_lines_loc(in).file, 0 },
			"a weight does not fit in 64 bits and was capped");
	reader_free(&r);
	return fg_lines_status(in);
}

bool fg_folded_detect(fg_str head)
{
	size_t good = 0, bad = 0;
	fg_str line;

	for (size_t seen = 0; head.n > 0 && seen < 100; seen++) {
		struct fg_weight weights[2];
		fg_str stack;
		size_t end = fg_find_char(head, '\n');

		/* the head may end in the middle of a line */
		if (end == head.n && seen > 0)
			break;
		line = fg_trim(fg_cut(&head, '\n'));
		if (line.n == 0 || is_comment(line))
			continue;
		if (fg_folded_split(line, false, &stack, weights, NULL))
			good++;
		else
			bad++;
	}
	return good > 0 && bad * 10 <= good;
}
