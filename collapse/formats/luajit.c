/* SPDX-License-Identifier: MIT */
/*
 * Text output of LuaJIT's profiler (luajit -jp): percentages, or with r
 * numbers of samples, of stacks up to the given depth, with "<" before callers
 * and ">" before callees.
 *
 *	60%  make < make < main
 *	40%  names < main
 *
 * If the profile is split (s, or two of f, l, v and z), the parts of a line
 * follow it: "<-" are callers, "->" callees, and "--" is the other property.
 *
 *	57%  names
 *	  <- 100%  main
 *	83%  C code
 *	  -- 100%  names < main
 *
 * The output of -jp=G is already folded.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

/* A line: "  <- 100%  main", "    6  names < main". */
struct row {
	char mark; /* '<', '>' or '-' of a part; 0: a total */
	uint64_t value;
	bool percent;
	fg_str chain;
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	bool percent;
	struct fg_buffer first; /* the chain whose parts may follow */
	uint64_t value, left; /* its value; the rest without its parts */
	fg_swide total;
};

/* Percentages of percentages have four decimals. */
enum { SCALE = 4, PARTS = 100 };

static bool parse_row(fg_str line, struct row *row)
{
	fg_str rest = line;

	*row = (struct row){ 0 };
	if (scan_text(&rest, FG_STR("  <- ")))
		row->mark = '<';
	else if (scan_text(&rest, FG_STR("  -> ")))
		row->mark = '>';
	else if (scan_text(&rest, FG_STR("  -- ")))
		row->mark = '-';
	scan_blanks(&rest);
	if (!scan_u64(&rest, &row->value))
		return false;
	row->percent = scan_text(&rest, FG_STR("%"));
	if (!scan_text(&rest, FG_STR("  ")) || rest.n == 0 ||
	    fg_is_blank(*rest.p) ||
	    (row->percent ? row->value > 100 : row->value > UINT32_MAX))
		return false;
	row->chain = rest;
	return true;
}

static int detect(fg_str head)
{
	enum { LINES = 50 };
	size_t rows = 0, percents = 0, chains = 0;
	fg_str line;

	for (size_t i = 0; i < LINES && scan_line(&head, &line); i++) {
		struct row row;

		if (fg_trim(line).n == 0)
			continue;
		if (!parse_row(line, &row))
			return BID_NO;
		rows++;
		percents += row.percent;
		chains += row.mark || fg_contains(row.chain, FG_STR(" < ")) ||
			  fg_contains(row.chain, FG_STR(" > "));
	}
	if (rows == 0 || (percents > 0 && percents < rows))
		return BID_NO;
	if (chains > 0)
		return BID_LIKELY;
	return percents > 0 ? BID_WEAK + 5 : BID_NO;
}

/* Pushes a chain, its root first. */
static void push_chain(struct reader *r, fg_str chain)
{
	bool callers = fg_contains(chain, FG_STR(" < "));
	const fg_str mark = callers ? FG_STR(" < ") : FG_STR(" > ");

	while (chain.p) {
		size_t at = callers ? scan_rfind(chain, mark)
				    : fg_find(chain, mark);
		fg_str rest = { NULL, 0 }, name = chain;

		if (at < chain.n) {
			fg_str left = fg_slice(chain, 0, at);
			fg_str right = scan_from(chain, at + mark.n);

			name = callers ? right : left;
			rest = callers ? left : right;
		}
		stackbuf_push(&r->stack, fg_trim(name));
		chain = rest;
	}
}

static void flush(struct reader *r, uint64_t weight)
{
	if (weight == 0) {
		stackbuf_clear(&r->stack);
		return;
	}
	r->total += weight;
	stackbuf_flush(&r->stack, ROOT_FIRST,
		       (struct fg_weight){ weight, r->percent ? SCALE : 0 });
}

/* Adds the rest of the line before, without its parts. */
static void end_first(struct reader *r)
{
	if (r->left > 0) {
		push_chain(r, fg_buffer_text(&r->first));
		flush(r, r->left);
	}
	r->left = 0;
}

static void read_first(struct reader *r, const struct row *row)
{
	end_first(r);
	r->first.n = 0;
	fg_buffer_append(&r->first, row->chain);
	r->value = row->value * (row->percent ? fg_pow10(SCALE) : 1);
	r->left = r->value;
}

static void read_part(struct reader *r, const struct row *row)
{
	uint64_t weight = row->percent ? r->value / PARTS * row->value
				       : row->value;

	if (row->mark != '<')
		push_chain(r, fg_buffer_text(&r->first));
	push_chain(r, row->chain);
	if (row->mark == '<')
		push_chain(r, fg_buffer_text(&r->first));
	if (weight > r->left)
		weight = r->left;
	r->left -= weight;
	flush(r, weight);
}

static void read_line(struct reader *r, fg_str line)
{
	struct row row;

	if (fg_trim(line).n == 0)
		return;
	if (!parse_row(line, &row) || (row.mark && r->value == 0)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"expected a weight and a stack");
		return;
	}
	r->percent |= row.percent;
	if (row.mark)
		read_part(r, &row);
	else
		read_first(r, &row);
}

static fg_status add_metric(struct reader *r)
{
	struct metrics *m = r->c->metrics;
	fg_str name = r->percent ? FG_STR("percent") : FG_STR("samples");

	if (r->percent)
		r->total /= (fg_swide)fg_pow10(SCALE);
	metrics_add(m, name, name);
	metrics_count(m, 0, r->total);
	if (r->percent && r->total < 97)
		fg_note(r->c->diag, fg_lines_whole(r->c->in),
			"%d %% are not in the input; luajit -jp=m0 shows all",
			(int)(100 - r->total));
	return format_choose_metric(r->c, 0);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status;
	fg_str line;

	stackbuf_init(&r.stack, c);
	while (fg_lines_next(c->in, &line))
		read_line(&r, line);
	end_first(&r);
	status = add_metric(&r);
	stackbuf_free(&r.stack);
	free(r.first.p);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

const struct format format_luajit = {
	.name = "luajit",
	.summary = "LuaJIT's profiler as text (-jp)",
	.own_metrics = true,
	.detect = detect,
	.parse = parse,
};
