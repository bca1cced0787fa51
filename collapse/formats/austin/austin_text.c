/* SPDX-License-Identifier: MIT */
/*
 * What Austin before 4.0 prints of Python without -b: stacks, the root first,
 * in the form that folded text has, below comments that say what was measured.
 *
 *	# austin: 3.7.0
 *	# interval: 5000
 *	# mode: wall
 *
 *	P11080;T0:11080;/srv/w.py:<module>:8;/srv/w.py:main:6 5098
 *
 * The modes wall and cpu have microseconds; memory has bytes, and less than
 * none where memory was given back; full has all three, and a 1 in the middle
 * where the thread was idle:
 *
 *	P11224;T0:11224;/srv/w.py:<module>:8 16378,0,-868352
 */
#include <inttypes.h>

#include "fg/text.h"
#include "fold/stackbuf.h"
#include "format.h"
#include "input/scan.h"

enum austin_metric {
	METRIC_TIME,
	METRIC_CPU,
	METRIC_BYTES,
	METRIC_FREED,
	METRICS
};

struct reader {
	struct collapse *c;
	struct stackbuf stack;
	bool is_full, is_memory, is_chosen;
	size_t places[METRICS]; /* among those that are offered */
	bool has[METRICS];
	uint64_t negative; /* samples that gave memory back */
};

static int detect(fg_str head)
{
	return fg_starts_with(head, FG_STR("# austin: ")) ? BID_SURE : BID_NO;
}

static void offer(struct reader *r, enum austin_metric metric, const char *name,
		  const char *unit)
{
	r->places[metric] =
		metrics_add(r->c->metrics, fg_from_c(name), fg_from_c(unit));
	r->has[metric] = true;
}

static fg_status choose_metric(struct reader *r)
{
	r->is_chosen = true;
	if (!r->is_memory)
		offer(r, METRIC_TIME, "time", "us");
	if (r->is_full)
		offer(r, METRIC_CPU, "cpu", "us");
	if (r->is_memory || r->is_full) {
		offer(r, METRIC_BYTES, "bytes", "bytes");
		offer(r, METRIC_FREED, "freed", "bytes");
	}
	return format_choose_metric(r->c, 0);
}

static bool parse_signed(fg_str text, bool *is_negative, uint64_t *value)
{
	*is_negative = scan_text(&text, FG_STR("-"));
	return fg_parse_u64(text, value);
}

/* "16378,0,-868352", or one number: of what the mode says. */
static bool parse_weights(struct reader *r, fg_str text,
			  uint64_t weights[METRICS])
{
	fg_str time = fg_cut(&text, ','), idle = FG_STR("0"), bytes = time;
	bool is_negative = false;
	uint64_t number = 0;

	if (r->is_full) {
		idle = fg_cut(&text, ',');
		bytes = fg_cut(&text, ',');
	}
	if (text.p)
		return false;
	if (!r->is_memory) {
		if (!fg_parse_u64(time, &weights[METRIC_TIME]))
			return false;
		if (!fg_equal(idle, FG_STR("1")))
			weights[METRIC_CPU] = weights[METRIC_TIME];
	}
	if ((r->is_memory || r->is_full) &&
	    !parse_signed(bytes, &is_negative, &number))
		return false;
	weights[is_negative ? METRIC_FREED : METRIC_BYTES] = number;
	r->negative += is_negative && number > 0;
	return true;
}

static void add_sample(struct reader *r, fg_str line)
{
	const struct metrics *m = r->c->metrics;
	fg_str text = scan_last_word(&line);
	uint64_t weights[METRICS] = { 0 }, weight = 0, samples = 0;

	if (line.n == 0 || !parse_weights(r, text, weights)) {
		fg_warn(r->c->diag, fg_lines_loc(r->c->in),
			"not a stack of Austin's with its weight");
		return;
	}
	for (enum austin_metric i = 0; i < METRICS; i++) {
		if (!r->has[i])
			continue;
		metrics_count(r->c->metrics, r->places[i],
			      (fg_swide)weights[i]);
		if (r->places[i] == m->chosen)
			weight = weights[i];
		if (r->places[i] == m->chosen && i < METRIC_BYTES)
			samples = 1;
	}
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
		if (scan_text(&line, FG_STR("# mode: "))) {
			r->is_full = fg_equal(line, FG_STR("full"));
			r->is_memory = fg_equal(line, FG_STR("memory"));
		}
		return FG_OK;
	}
	if (!r->is_chosen)
		status = choose_metric(r);
	if (status == FG_OK)
		add_sample(r, line);
	return status;
}

static void report(const struct reader *r)
{
	const struct metrics *m = r->c->metrics;

	if (r->negative > 0 && m->chosen == r->places[METRIC_BYTES] &&
	    r->has[METRIC_BYTES])
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
	if (status == FG_OK && r.is_chosen)
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
