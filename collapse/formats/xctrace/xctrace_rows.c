/* SPDX-License-Identifier: MIT */
#include "xctrace_rows.h"

#include <stdlib.h>

#include "fg/alloc.h"

enum { SAMPLES, TIME, WEIGHT, CYCLES };

const struct format_metric xctrace_metrics[] = {
	[SAMPLES] = { "samples", "samples" },
	[TIME] = { "time", "ns" },
	[WEIGHT] = { "weight", "ms" },
	[CYCLES] = { "cycles", "cycles" },
	{ NULL, NULL },
};

enum { MILLION_DIGITS = 6 };

void xctrace_rows_init(struct xctrace_rows *rows)
{
	*rows = (struct xctrace_rows){ .schemas = fg_frames_new() };
}

void xctrace_rows_free(struct xctrace_rows *rows)
{
	fg_frames_free(rows->schemas);
	free(rows->items);
}

void xctrace_rows_schema(struct xctrace_rows *rows, fg_str name)
{
	rows->schema = fg_frames_intern(rows->schemas, name);
}

void xctrace_rows_add(struct xctrace_rows *rows, const struct xctrace_row *row)
{
	FG_RESERVE(&rows->items, &rows->room, rows->count + 1);
	rows->items[rows->count] = *row;
	rows->items[rows->count++].schema = rows->schema;
}

static bool has_rows(const struct xctrace_rows *rows, uint32_t schema)
{
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->items[i].schema == schema)
			return true;
	}
	return false;
}

/* Chooses one kind of samples: time, else cycles, else the first one. */
static uint32_t choose_schema(struct xctrace_rows *rows)
{
	uint32_t time = fg_frames_intern(rows->schemas, FG_STR("time-profile"));
	uint32_t cpu = fg_frames_intern(rows->schemas, FG_STR("cpu-profile"));

	if (rows->count == 0 || has_rows(rows, time))
		return time;
	return has_rows(rows, cpu) ? cpu : rows->items[0].schema;
}

static fg_str label_text(const struct xctrace_objects *objects, uint64_t number)
{
	if (number == 0)
		return (fg_str){ "", 0 };
	return fg_frames_name(objects->labels, (fg_frame)(number - 1));
}

static bool is_wanted(const struct collapse_options *o,
		      const struct xctrace_objects *objects,
		      const struct xctrace_row *row)
{
	return options_in_time(o, row->taken) &&
	       (!o->thread ||
		fg_regex_matches(o->thread,
				 label_text(objects, row->thread))) &&
	       (!o->process ||
		fg_regex_matches(o->process,
				 label_text(objects, row->process)));
}

static struct fg_weight weigh(const struct xctrace_row *row, size_t metric)
{
	switch (metric) {
	case TIME:
		return (struct fg_weight){ row->time, 0 };
	case WEIGHT:
		return (struct fg_weight){ row->time, MILLION_DIGITS };
	case CYCLES:
		return (struct fg_weight){ row->cycles, 0 };
	default:
		return (struct fg_weight){ 1, 0 };
	}
}

static void count_row(struct metrics *m, const struct xctrace_row *row)
{
	metrics_count(m, SAMPLES, 1);
	metrics_count(m, TIME, row->time);
	metrics_count(m, CYCLES, row->cycles);
}

static void fold_row(const struct xctrace_row *row,
		     const struct xctrace_objects *objects,
		     const struct collapse *c, struct stackbuf *stack)
{
	struct fg_weight weight = weigh(row, c->metrics->chosen);

	if (weight.units == 0)
		return;
	stackbuf_push_ids(stack, objects->frames + row->stack.value,
			  row->stack.count);
	if (c->options->per_thread && row->thread > 0)
		stackbuf_push(stack, label_text(objects, row->thread));
	if (c->options->per_process && row->process > 0)
		stackbuf_push(stack, label_text(objects, row->process));
	stackbuf_flush_samples(stack, LEAF_FIRST, weight, 1);
}

void xctrace_rows_fold(struct xctrace_rows *rows,
		       const struct xctrace_objects *objects,
		       struct collapse *c, struct stackbuf *stack)
{
	struct metric *metrics = c->metrics->items;
	uint32_t schema = choose_schema(rows);

	for (size_t i = 0; i < rows->count; i++) {
		const struct xctrace_row *row = &rows->items[i];

		if (row->schema != schema ||
		    !is_wanted(c->options, objects, row))
			continue;
		count_row(c->metrics, row);
		if (!c->options->list_metrics)
			fold_row(row, objects, c, stack);
	}
	/* the sum in whole milliseconds, not each row */
	metrics[WEIGHT].total =
		metrics[TIME].total / (fg_swide)fg_pow10(MILLION_DIGITS);
}
