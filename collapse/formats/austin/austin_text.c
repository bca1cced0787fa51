/* SPDX-License-Identifier: MIT */
/*
 * Text output of Austin before 4.0 without -b: stacks of Python, the root
 * first, in the form of folded text, after comments that name the mode.
 *
 *	# austin: 3.7.0
 *	# interval: 5000
 *	# mode: wall
 *
 *	P11080;T0:11080;/srv/w.py:<module>:8;/srv/w.py:main:6 5098
 *
 * The modes wall and cpu have microseconds. Mode memory has bytes, negative
 * where memory was freed. Mode full has all three, and a 1 in the middle where
 * the thread was idle:
 *
 *	P11224;T0:11224;/srv/w.py:<module>:8 16378,0,-868352
 */
#include <inttypes.h>

#include "austin_metrics.h"
#include "fg/text.h"
#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	struct austin_metrics metrics;
	uint64_t negative; /* samples that gave memory back */
};

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("# austin: ")) ? BID_SURE : BID_NO;
}

static bool parse_signed(fg_str text, bool *is_negative, uint64_t *value)
{
	*is_negative = scan_text(&text, FG_STR("-"));
	return fg_parse_u64(text, value);
}

/* Parses "16378,0,-868352", or one number, depending on the mode. */
static bool parse_weights(struct reader *r, fg_str text,
			  fg_swide weights[METRICS])
{
	fg_str time = fg_cut(&text, ','), idle = FG_STR("0"), bytes = time;
	bool is_negative = false;
	uint64_t number = 0;

	if (r->metrics.is_full) {
		idle = fg_cut(&text, ',');
		bytes = fg_cut(&text, ',');
	}
	if (text.p)
		return false;
	if (!r->metrics.is_memory) {
		if (!fg_parse_u64(time, &number))
			return false;
		weights[METRIC_TIME] = number;
		if (!fg_equal(idle, FG_STR("1")))
			weights[METRIC_CPU] = number;
	}
	if (!r->metrics.is_memory && !r->metrics.is_full)
		return true;
	if (!parse_signed(bytes, &is_negative, &number))
		return false;
	weights[is_negative ? METRIC_FREED : METRIC_BYTES] = number;
	r->negative += is_negative && number > 0;
	return true;
}

static void add_sample(struct reader *r, fg_str line)
{
	fg_str text = scan_last_word(&line);
	fg_swide weights[METRICS] = { 0 };
	uint64_t weight, samples;

	if (line.n == 0 || !parse_weights(r, text, weights)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a stack of Austin's with its weight");
		return;
	}
	weight = austin_metrics_count(&r->metrics, r->c->metrics, weights,
				      &samples);
	if (weight == 0)
		return;
	line = fg_trim(line);
	while (line.p)
		stackbuf_push(&r->stack, fg_cut(&line, ';'));
	stackbuf_flush_samples(&r->stack, ROOT_FIRST,
			       (struct fg_weight){ weight, 0 }, samples);
}

static fg_status read_line(struct reader *r, fg_str line)
{
	fg_status status = FG_OK;

	if (line.n == 0)
		return FG_OK;
	if (*line.p == '#') {
		if (scan_text(&line, FG_STR("# mode: ")))
			austin_metrics_set_mode(&r->metrics, line);
		return FG_OK;
	}
	if (!r->metrics.is_chosen)
		status = austin_metrics_choose(&r->metrics, r->c);
	if (status == FG_OK)
		add_sample(r, line);
	return status;
}

static void report(const struct reader *r)
{
	const struct metrics *m = r->c->metrics;

	if (r->negative > 0 && r->metrics.has[METRIC_BYTES] &&
	    m->chosen == r->metrics.places[METRIC_BYTES])
		fg_note(r->c->diag, fg_lines_whole(r->c->in),
			"%" PRIu64 " samples gave memory back, and are left "
			"out of the bytes; --metric freed has them",
			r->negative);
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .c = c };
	fg_status status = FG_OK;
	fg_str line;

	stackbuf_init(&r.stack, c);
	while (status == FG_OK && fg_lines_next(c->in, &line))
		status = read_line(&r, fg_trim(line));
	if (status == FG_OK && r.metrics.is_chosen)
		report(&r);
	stackbuf_free(&r.stack);
	return status == FG_OK ? fg_lines_status(c->in) : status;
}

const struct format format_austin_text = {
	.name = "austin_text",
	.summary = "Austin's recordings of Python as text, before 4.0",
	.own_metrics = true,
	.detect = detect,
	.parse = parse,
};
