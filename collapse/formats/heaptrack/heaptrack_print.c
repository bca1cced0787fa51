/* SPDX-License-Identifier: MIT */
/*
 * The stacks that heaptrack_print -F writes. They are folded, but have an
 * extra ';' before the weight, and weights of 0:
 *
 *	main (alloc.cpp);shapes::build(int) (alloc.cpp); 64
 *	main (alloc.cpp);grow() (alloc.cpp); 0
 */
#include <inttypes.h>

#include "fg/text.h"
#include "fold/stackbuf.h"

struct row {
	fg_str stack;
	uint64_t weight;
	bool is_negative;
};

static bool read_row(fg_str line, struct row *row)
{
	size_t blank = fg_rfind_char(line, ' ');
	fg_str number;

	if (blank == line.n || blank == 0 || line.p[blank - 1] != ';')
		return false;
	number = fg_slice(line, blank + 1, line.n);
	row->is_negative = fg_starts_with(number, FG_STR("-"));
	row->stack = fg_slice(line, 0, blank - 1);
	return fg_parse_u64(fg_slice(number, row->is_negative, number.n),
			    &row->weight);
}

/*
 * Whether it is the normal report of heaptrack_print, which has only the most
 * expensive stacks.
 */
static bool is_report(fg_str head)
{
	return fg_starts_with(head, FG_STR("reading file \"")) ||
	       fg_contains(head, FG_STR("\nMOST CALLS TO ALLOCATION"));
}

/* Detects it; the last line may be cut anywhere. */
static int detect(fg_str head)
{
	size_t lines = 0, rows = 0;
	struct row row;

	if (is_report(head))
		return BID_SURE;
	while (head.p) {
		fg_str line = fg_trim_end(fg_cut(&head, '\n'));

		if (line.n == 0 || (!head.p && lines > 0))
			continue;
		lines++;
		rows += read_row(line, &row);
	}
	return lines > 0 && rows * 10 >= lines * 9 ? BID_LIKELY : BID_NO;
}

static void add(struct stackbuf *stack, const struct row *row)
{
	fg_str rest = row->stack;

	while (rest.p)
		stackbuf_push(stack, fg_cut(&rest, ';'));
	stackbuf_flush(stack, ROOT_FIRST, (struct fg_weight){ row->weight, 0 });
}

static fg_status parse(struct collapse *c)
{
	struct stackbuf stack;
	uint64_t negative = 0;
	fg_str line;

	if (is_report(fg_lines_peek(c->in, FG_PEEK_MAX)))
		return fg_fail(c->diag, FG_EINPUT, fg_lines_loc(c->in),
			       "this is a report of the most expensive stacks; "
			       "fold heaptrack's own file instead");
	stackbuf_init(&stack, c);
	while (fg_lines_next(c->in, &line)) {
		struct row row;

		line = fg_trim_end(line);
		if (line.n == 0)
			continue;
		if (!read_row(line, &row))
			fg_warn(c->diag, fg_lines_loc(c->in),
				"expected a stack, ';' and a number");
		else if (row.is_negative && row.weight > 0)
			negative++;
		else if (row.weight > 0)
			add(&stack, &row);
	}
	if (negative > 0)
		fg_warn(c->diag, fg_lines_loc(c->in),
			"%" PRIu64 " negative weights left out", negative);
	stackbuf_free(&stack);
	return fg_lines_status(c->in);
}

const struct format format_heaptrack_print = {
	.name = "heaptrack_print",
	.summary = "stacks of heaptrack_print -F",
	.detect = detect,
	.parse = parse,
};
