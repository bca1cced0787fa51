/* SPDX-License-Identifier: MIT */
/*
 * A histogram of Linux's tracing with stacks as keys (a "hist" trigger): the
 * leaf first, other keys before the stack, the counts after it.
 *
 *	# event histogram
 *	#
 *	# trigger info: hist:keys=common_stacktrace:vals=hitcount,bytes_req...
 *	#
 *
 *	{ common_stacktrace:
 *	         __kmalloc_noprof+0x1d5/0x3a0
 *	         ext4_find_extent+0x30c/0x350
 *	} hitcount:         40  bytes_req:       3840
 *	{ common_pid: bash            [      3045], common_stacktrace:
 *	         schedule+0x3e/0xa0
 *	} hitcount:          5
 *
 *	Totals:
 *	    Hits: 45
 */
#include <stdlib.h>

#include "fg/text.h"

#include "input/scan.h"
#include "sample/kernel_lines.h"

struct reader {
	fg_status status;
	struct fg_buffer keys; /* "common_pid: bash [3045]", a line each */
	bool in_stack;
};

static bool is_title(fg_str line)
{
	return fg_starts_with(line, FG_STR("# event histogram")) ||
	       fg_starts_with(line, FG_STR("# trigger info: hist:"));
}

static int detect(fg_str head)
{
	enum { LINES = 20 };
	fg_str line;

	if (!fg_starts_with(head, FG_STR("#")) &&
	    !fg_starts_with(head, FG_STR("{ ")))
		return BID_NO;
	for (int i = 0; i < LINES && scan_line(&head, &line); i++) {
		if (is_title(line))
			return BID_SURE;
		if (fg_starts_with(line, FG_STR("{ ")) &&
		    fg_ends_with(line, FG_STR("stacktrace:")))
			return BID_LIKELY;
	}
	return BID_NO;
}

/* "common_pid: bash            [      3045]" loses blanks and its name. */
static void add_key(struct reader *r, fg_str key)
{
	size_t colon = fg_find_char(key, ':');

	key = fg_trim(scan_from(key, colon < key.n ? colon + 1 : 0));
	for (size_t i = 0; i < key.n; i++) {
		fg_str c = fg_slice(key, i, i + 1);

		if (*c.p == ' ' && (key.p[i - 1] == ' ' || key.p[i - 1] == '['))
			continue;
		fg_buffer_append(&r->keys, c);
	}
	fg_buffer_append(&r->keys, FG_STR("\n"));
}

/* "{ common_pid: bash [3045], common_stacktrace:" */
static void begin_stack(struct dump *d, fg_str line)
{
	struct reader *r = d->state;

	dump_end(d);
	r->keys.n = 0;
	line = scan_from(line, 2);
	while (line.n > 0) {
		size_t comma = fg_find(line, FG_STR(", "));
		fg_str key = fg_trim(fg_slice(line, 0, comma));

		if (!fg_ends_with(key, FG_STR("stacktrace:")))
			add_key(r, key);
		line = scan_from(line, comma < line.n ? comma + 2 : comma);
	}
	r->in_stack = true;
}

/* Finds the next "name: 40" of the counts. */
static bool next_count(fg_str *rest, fg_str *name, uint64_t *value)
{
	*name = scan_word(rest);
	if (!fg_ends_with(*name, FG_STR(":")))
		return false;
	name->n--;
	scan_blanks(rest);
	return fg_parse_u64(scan_word(rest), value);
}

/* Adds the values of the first stack as metrics. */
static void add_metrics(struct dump *d, fg_str counts)
{
	struct reader *r = d->state;
	uint64_t value;
	fg_str name;

	while (next_count(&counts, &name, &value))
		metrics_add(d->c->metrics, name,
			    fg_starts_with(name, FG_STR("bytes")) ? FG_STR("byt"
									   "es")
								  : FG_STR(""));
	r->status = format_choose_metric(d->c, 0);
}

/* "} hitcount:         40  bytes_req:       3840" */
static void end_stack(struct dump *d, fg_str counts)
{
	struct reader *r = d->state;
	struct metrics *m = d->c->metrics;
	struct fg_weight weight = { 0, 0 };
	fg_str keys = fg_buffer_text(&r->keys), name;
	uint64_t value;

	if (m->count == 0)
		add_metrics(d, counts);
	while (r->status == FG_OK && next_count(&counts, &name, &value)) {
		size_t metric = metrics_find(m, name);

		if (metric == m->count)
			continue;
		metrics_count(m, metric, value);
		if (metric == m->chosen)
			weight.units = value;
	}
	/* the last key is next to the stack */
	while (keys.n > 0) {
		size_t at = fg_rfind_char(fg_slice(keys, 0, keys.n - 1), '\n');
		size_t from = at < keys.n - 1 ? at + 1 : 0;

		dump_push(d, fg_slice(keys, from, keys.n - 1));
		keys.n = from;
	}
	dump_end_with(d, weight);
	r->in_stack = false;
}

static void read_line(struct dump *d, fg_str line)
{
	struct reader *r = d->state;
	struct native_frame frame;

	if (r->status != FG_OK || fg_trim(line).n == 0)
		return;
	if (fg_starts_with(line, FG_STR("{ "))) {
		if (fg_ends_with(fg_trim_end(line), FG_STR("stacktrace:")))
			begin_stack(d, line);
		else
			dump_warn(d, "a key without a stack");
	} else if (r->in_stack && fg_starts_with(line, FG_STR("}"))) {
		end_stack(d, scan_from(line, 1));
	} else if (r->in_stack) {
		if (!kernel_frame(line, d->c->options->keep_offsets, &frame))
			frame.name = fg_trim(line);
		kernel_push(d, &frame);
	}
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { .status = FG_OK };
	struct dump d = { .state = &r, .counted = true };
	fg_status status = dump_read(&d, c, read_line);

	free(r.keys.p);
	return r.status != FG_OK ? r.status : status;
}

const struct format format_ftrace_hist = {
	.name = "ftrace_hist",
	.summary = "histograms of stacks by Linux's tracing",
	.own_metrics = true,
	.has = HAS_MODULES | HAS_ARGUMENTS | HAS_OFFSETS | HAS_KERNEL,
	.detect = detect,
	.parse = parse,
};
