/* SPDX-License-Identifier: MIT */
/*
 * Call trees of Apple's Instruments, copied by Edit > Deep Copy, with tabs
 * between the columns; blanks before the name show the depth. Two of its many
 * forms:
 *
 *	Running Time	Self (ms)		Symbol Name
 *	10.00 s   10.0%	1.50 s	 	main
 *	8500.0 ms   8.5%	0.5	 	 foo
 *
 *	Weight	Self Weight		Symbol Name
 *	96.08 Gc  100.0%	-	 	main
 *	1.20 Mc    0.0%	1.20 Mc	 	 foo
 *
 * Without a column of self weights, the callees' weights are subtracted.
 */
#include <stdlib.h>

#include "fg/text.h"

#include "fold/calltree.h"
#include "fold/rounded_weights.h"
#include "input/quantity.h"
#include "input/scan.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct calltree tree;
	struct fg_buffer line; /* with plain blanks */
	bool has_header;
	size_t self; /* its column; 0: there is none */
	bool in_ms; /* numbers without a unit */
	enum quantity_kind kind; /* PLAIN until one has a unit */
};

static fg_str last_column(fg_str line)
{
	size_t tab = fg_rfind_char(line, '\t');

	return tab == line.n ? line : scan_from(line, tab + 1);
}

static fg_str column(fg_str line, size_t i)
{
	fg_str cell = FG_STR("");

	for (size_t k = 0; k <= i && line.p; k++)
		cell = fg_cut(&line, '\t');
	return line.p ? cell : FG_STR("");
}

static bool is_header(fg_str line)
{
	fg_str title = fg_trim(last_column(line));

	return fg_find_char(line, '\t') < line.n &&
	       (fg_equal(title, FG_STR("Symbol Name")) ||
		fg_equal(title, FG_STR("Symbol Names")));
}

static int detect(fg_str head)
{
	fg_str line;

	return scan_line(&head, &line) && is_header(line) ? BID_SURE : BID_NO;
}

/* Puts blanks in place of U+2007 and U+00A0. */
static fg_str with_plain_blanks(struct reader *r, fg_str line)
{
	const fg_str wide = FG_STR("\342\200\207"), fixed = FG_STR("\302\240");

	r->line.n = 0;
	while (line.n > 0) {
		if (scan_text(&line, wide) || scan_text(&line, fixed)) {
			fg_buffer_append(&r->line, FG_STR(" "));
			continue;
		}
		fg_buffer_append(&r->line, fg_slice(line, 0, 1));
		line = scan_from(line, 1);
	}
	return fg_buffer_text(&r->line);
}

static void read_header(struct reader *r, fg_str line)
{
	fg_str cell;

	r->has_header = true;
	for (size_t i = 0; line.p; i++) {
		cell = fg_cut(&line, '\t');
		if (!fg_contains(cell, FG_STR("Self")))
			continue;
		r->self = i;
		r->in_ms = fg_contains(cell, FG_STR("(ms)"));
	}
}

/* Amounts of time are in ns, all others in their own unit. */
static bool parse_amount(struct reader *r, fg_str cell, uint64_t *amount)
{
	struct quantity q;

	if (!quantity_parse(cell, &q))
		return false;
	if (q.kind == QUANTITY_PLAIN) {
		/* units of 10^-9; for ms these are 10^-3 ns */
		*amount = q.amount / (r->in_ms ? 1000 : 1000000000);
		return true;
	}
	if (r->kind != QUANTITY_PLAIN && r->kind != q.kind)
		return false;
	r->kind = q.kind;
	*amount = q.amount;
	return true;
}

static bool is_time(const struct reader *r)
{
	return r->kind == QUANTITY_TIME || r->in_ms;
}

static void read_row(struct reader *r, fg_str line)
{
	fg_str text = with_plain_blanks(r, line), name = last_column(text);
	size_t indent = scan_blanks(&name);
	uint64_t amount;
	fg_frame id;

	name = fg_trim_end(name);
	if (name.n == 0 || !parse_amount(r, column(text, r->self), &amount)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a row of the call tree");
		return;
	}
	id = stackbuf_intern(&r->stack, name);
	r->tree.scale = is_time(r) ? 6 : 0;
	if (r->self == 0)
		calltree_total(&r->tree, indent, id, amount);
	else
		calltree_own(&r->tree, indent, id,
			     (struct fg_weight){ amount, r->tree.scale });
}

static fg_status settle_metric(struct reader *r)
{
	static const struct format_metric kinds[] = {
		[QUANTITY_PLAIN] = { "weight", "" },
		[QUANTITY_TIME] = { "time", "ms" },
		[QUANTITY_BYTES] = { "bytes", "bytes" },
		[QUANTITY_CYCLES] = { "cycles", "cycles" },
	};
	const struct format_metric *m =
		&kinds[is_time(r) ? QUANTITY_TIME : r->kind];

	metrics_add(r->c->metrics, fg_from_c(m->name), fg_from_c(m->unit));
	metrics_count(r->c->metrics, 0,
		      (fg_swide)(fg_stacks_total(r->c->out, 0) /
				 fg_pow10(fg_stacks_scale(r->c->out))));
	return format_choose_metric(r->c, 0);
}

static fg_status parse_exactly(struct collapse *c)
{
	struct reader r = { .c = c, .tree = { .stack = &r.stack } };
	fg_status status;
	fg_str line;

	stackbuf_init(&r.stack, c);
	while (fg_lines_next(c->in, &line)) {
		if (!r.has_header && is_header(line))
			read_header(&r, line);
		else if (r.has_header && fg_trim(line).n > 0)
			read_row(&r, line);
	}
	calltree_end(&r.tree);
	status = fg_lines_status(c->in);
	if (status == FG_OK)
		status = settle_metric(&r);
	calltree_free(&r.tree);
	stackbuf_free(&r.stack);
	free(r.line.p);
	return status;
}

static fg_status parse(struct collapse *c)
{
	return rounded_parse(c, parse_exactly, SMALL_LOST);
}

const struct format format_instruments = {
	.name = "instruments",
	.summary = "Apple's Instruments: call tree by Deep Copy",
	.own_metrics = true,
	.detect = detect,
	.parse = parse,
};
