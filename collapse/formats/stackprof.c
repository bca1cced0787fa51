/* SPDX-License-Identifier: MIT */
/*
 * Results of Ruby's stackprof as JSON, recorded with `raw: true`: only then it
 * has stacks, root first, each after its number of frames and before its
 * number of samples.
 *
 *	{"version":1.2,"mode":"wall","interval":1000,"samples":323,
 *	 "gc_samples":41,"missed_samples":2,"metadata":{},
 *	 "frames":{
 *	  "3":{"name":"(marking)","file":"","total_samples":2,"samples":2},
 *	  "1399312":{"name":"Shop#price","file":"orders.rb","line":22, ...}},
 *	 "raw":[3,1399311,1399310,1399312,1,3,1399311,...],
 *	 "raw_timestamp_deltas":[1042,998]}
 *
 * The deltas are in us, one per sample.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/column.h"
#include "input/idmap.h"
#include "names/json_profile.h"

struct reader {
	struct json_profile p;
	struct idmap ids;
	fg_frame *frames;
	size_t count, room;
	struct column raw, deltas;
	uint64_t bad_frames;
	bool is_cut; /* the last stack is incomplete */
};

static int detect(fg_str head)
{
	static const char *const paths[] = { ".gc_samples", ".missed_samples",
					     ".interval", NULL };

	return json_head_find(head, paths) == 7 ? BID_SURE : BID_NO;
}

static void read_frame(struct reader *r, uint64_t id)
{
	struct fg_buffer name = { 0 }, file = { 0 };
	struct native_frame frame = { 0 };
	fg_frame named = 0;
	int64_t line;
	fg_str key, text;

	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("name")) &&
		    json_string(r->p.json, &text))
			fg_buffer_append(&name, text);
		else if (fg_equal(key, FG_STR("file")) &&
			 json_string(r->p.json, &text))
			fg_buffer_append(&file, text);
		else if (fg_equal(key, FG_STR("line")) &&
			 json_int(r->p.json, &line) && line > 0)
			frame.line = (uint64_t)line;
	}
	frame.name = fg_buffer_text(&name);
	frame.file = fg_buffer_text(&file);
	(void)namer_name(&r->p.namer, &frame, &named);
	free(name.p);
	free(file.p);
	if (!idmap_add(&r->ids, id, (uint32_t)r->count))
		return;
	FG_RESERVE(&r->frames, &r->room, r->count + 1);
	r->frames[r->count++] = named;
}

static void read_frames(struct reader *r)
{
	fg_str key;

	if (!json_object(r->p.json))
		return;
	while (json_key(r->p.json, &key)) {
		uint64_t id;

		if (fg_parse_u64(key, &id) && json_object(r->p.json))
			read_frame(r, id);
	}
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	fg_str key;

	json_object(r->p.json);
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("frames")))
			read_frames(r);
		else if (fg_equal(key, FG_STR("raw")))
			column_read(&r->raw, r->p.json, -1);
		else if (fg_equal(key, FG_STR("raw_timestamp_deltas")))
			column_read(&r->deltas, r->p.json, 0);
	}
}

/* One of the stacks in "raw". */
struct raw_stack {
	size_t from, to; /* its frames */
	uint64_t samples;
};

/* Moves to the stack after `raw`; begin with zeros. */
static bool next_stack(struct reader *r, struct raw_stack *raw)
{
	size_t at = raw->to + (raw->to > 0);
	int64_t depth = column_get(&r->raw, at, 0), samples;

	if (at >= r->raw.count)
		return false;
	if (depth < 0 || (uint64_t)depth >= r->raw.count - at - 1) {
		r->is_cut = true;
		return false;
	}
	raw->from = at + 1;
	raw->to = raw->from + (size_t)depth;
	samples = column_get(&r->raw, raw->to, 0);
	raw->samples = samples > 0 ? (uint64_t)samples : 0;
	return true;
}

enum { SAMPLES, TIME };

/* The weight of a stack, and the index of the next stack's first delta. */
static uint64_t weigh(const struct reader *r, const struct raw_stack *raw,
		      size_t metric, size_t *at)
{
	uint64_t sum = 0;
	bool saturated = false;

	if (metric == SAMPLES)
		return raw->samples;
	for (uint64_t i = 0; i < raw->samples && *at < r->deltas.count; i++) {
		int64_t delta = column_get(&r->deltas, (*at)++, 0);

		if (delta > 0)
			sum = fg_add_sat(sum, (uint64_t)delta, &saturated);
	}
	return sum;
}

static void push_frames(struct reader *r, const struct raw_stack *raw)
{
	for (size_t i = raw->from; i < raw->to; i++) {
		uint64_t id = (uint64_t)column_get(&r->raw, i, 0);
		uint32_t at = idmap_find(&r->ids, id);

		r->bad_frames += at == IDMAP_NONE;
		if (at == IDMAP_NONE)
			stackbuf_push(&r->p.stack, FG_STR("[bad frame]"));
		else
			stackbuf_push_id(&r->p.stack, r->frames[at]);
	}
	if (raw->from == raw->to)
		stackbuf_push(&r->p.stack, FG_STR("[unknown]"));
}

static void count(struct reader *r)
{
	struct metrics *m = r->p.c->metrics;

	for (size_t i = 0; i < m->count; i++) {
		struct raw_stack raw = { 0 };
		size_t at = 0;

		while (next_stack(r, &raw))
			metrics_count(m, i, weigh(r, &raw, i, &at));
	}
}

static void fold(struct reader *r)
{
	struct raw_stack raw = { 0 };
	size_t at = 0;

	while (next_stack(r, &raw)) {
		struct fg_weight weight = {
			weigh(r, &raw, r->p.c->metrics->chosen, &at), 0
		};

		if (weight.units == 0)
			continue;
		push_frames(r, &raw);
		stackbuf_flush_samples(&r->p.stack, ROOT_FIRST, weight,
				       raw.samples);
	}
	if (r->bad_frames > 0)
		fg_warn(r->p.c->diag, r->p.loc,
			"frames that are not in the table: %" PRIu64,
			r->bad_frames);
	if (r->is_cut)
		fg_warn(r->p.c->diag, r->p.loc, "the last stack is incomplete");
}

static fg_status fold_all(void *ctx)
{
	struct reader *r = ctx;
	struct metrics *m = r->p.c->metrics;
	fg_status status;

	if (r->raw.count == 0)
		return fg_fail(r->p.c->diag, FG_EINPUT, r->p.loc,
			       "no stacks in it; record with raw: true");
	metrics_add(m, FG_STR("samples"), FG_STR("samples"));
	if (r->deltas.count > 0)
		metrics_add(m, FG_STR("time"), FG_STR("us"));
	status = format_choose_metric(r->p.c, SAMPLES);
	if (status != FG_OK)
		return status;
	count(r);
	if (!r->p.c->options->list_metrics)
		fold(r);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	fg_status status = json_profile_read(&r.p, c, walk, fold_all, &r);

	free(r.frames);
	idmap_free(&r.ids);
	column_free(&r.raw);
	column_free(&r.deltas);
	return status;
}

const struct format format_stackprof = {
	.name = "stackprof",
	.summary = "stackprof of Ruby, as JSON with raw stacks",
	.own_metrics = true,
	.has = HAS_SOURCE,
	.detect = detect,
	.parse = parse,
};
