/* SPDX-License-Identifier: MIT */
/*
 * The output of go tool pprof -traces: one stack per block, the leaf first,
 * with its weight before the leaf, after lines of labels.
 *
 *	File: app
 *	Type: cpu
 *	Duration: 1.62s, Total samples = 1.49s (92.17%)
 *	-----------+-------------------------------------------------------
 *	    worker:  0
 *	      40ms   main.mix (inline)
 *	             main.spin[...]
 *	             main.(*worker).run.func1
 *	-----------+-------------------------------------------------------
 */
#include "fg/text.h"
#include "input/quantity.h"
#include "input/scan.h"
#include "sample/stack_dump.h"

struct reader {
	enum quantity_kind kind; /* PLAIN until a weight has a unit */
	bool in_stacks, has_leaf;
	fg_wide total;
};

static bool is_rule(fg_str line)
{
	return fg_starts_with(line, FG_STR("-----------+-----"));
}

static int detect(fg_str head)
{
	enum { LINES = 30 };
	fg_str line;

	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (is_rule(line))
			return BID_SURE;
	}
	return BID_NO;
}

/* Splits " 40ms main.mix": pprof pads the weight and adds three blanks. */
static bool split_leaf(fg_str line, fg_str *weight, fg_str *name)
{
	fg_str text = line;

	scan_blanks(&text);
	*weight = scan_word(&text);
	*name = text;
	return scan_blanks(name) == 3 && name->n > 0 && fg_is_digit(*weight->p);
}

static void push_frame(struct dump *d, fg_str name)
{
	const fg_str inlined = FG_STR(" (inline)");
	struct native_frame frame = { .name = fg_trim(name) };

	if (fg_ends_with(frame.name, inlined)) {
		frame.inlined = true;
		frame.name.n -= inlined.n;
	}
	dump_push_native(d, &frame);
}

static void read_leaf(struct dump *d, fg_str weight, fg_str name)
{
	struct reader *r = d->state;
	struct quantity q;

	if (!quantity_parse(weight, &q)) {
		dump_warn(d, "the weight of this stack is not valid");
		q = (struct quantity){ 0, QUANTITY_PLAIN };
	}
	d->weight = (struct fg_weight){ q.amount, 0 };
	if (q.kind == QUANTITY_PLAIN)
		d->weight.scale = 9;
	else
		r->kind = q.kind;
	r->total += q.amount / fg_pow10(d->weight.scale);
	r->has_leaf = true;
	push_frame(d, name);
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	fg_str weight, name;

	if (is_rule(line)) {
		dump_end(d);
		r->in_stacks = true;
		r->has_leaf = false;
	} else if (fg_trim(line).n == 0) {
		return;
	} else if (!r->in_stacks) {
		dump_other(d);
	} else if (r->has_leaf && *line.p == ' ') {
		push_frame(d, line);
	} else if (!r->has_leaf && split_leaf(line, &weight, &name)) {
		read_leaf(d, weight, name);
	} else {
		dump_other(d);
	}
}

static fg_status parse(struct collapse *c)
{
	static const struct format_metric kinds[] = {
		[QUANTITY_PLAIN] = { "weight", "" },
		[QUANTITY_TIME] = { "time", "ns" },
		[QUANTITY_BYTES] = { "bytes", "bytes" },
		[QUANTITY_CYCLES] = { "cycles", "cycles" },
	};
	struct reader r = { 0 };
	struct dump d = { .state = &r };
	fg_status status = dump_read(&d, c, read_line);

	if (status != FG_OK)
		return status;
	metrics_add(c->metrics, fg_from_c(kinds[r.kind].name),
		    fg_from_c(kinds[r.kind].unit));
	metrics_count(c->metrics, 0, (fg_swide)r.total);
	return format_choose_metric(c, 0);
}

const struct format format_pproftraces = {
	.name = "pproftraces",
	.summary = "go tool pprof -traces",
	.own_metrics = true,
	.has = HAS_INLINED | HAS_ARGUMENTS,
	.detect = detect,
	.parse = parse,
};
