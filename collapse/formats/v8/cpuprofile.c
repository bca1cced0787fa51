/* SPDX-License-Identifier: MIT */
/*
 * V8's CPU profiles: from node --cpu-prof, Chrome's developer tools, and other
 * users of the inspector's protocol.
 *
 *	{"nodes":[
 *	  {"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"",
 *	   "lineNumber":-1,"columnNumber":-1},"hitCount":0,"children":[2,3]},
 *	  {"id":2,"callFrame":{"functionName":"(program)", ...
 *	 "startTime":5046017921,"endTime":5046676402,
 *	 "samples":[2,4,4],"timeDeltas":[2136,1251,1250]}
 *
 * Samples are ids of nodes; a delta is the time in microseconds since the
 * sample before. An older format has the children inside their parent, below
 * "head", and "timestamps" instead of the deltas:
 *
 *	{"head":{"functionName":"(root)","url":"","lineNumber":0,"hitCount":0,
 *	  "id":1,"children":[{"functionName":"main", ...
 *	 "startTime":1414.0,"endTime":1415.5,
 *	 "samples":[1,2],"timestamps":[1414000000,1414500000]}
 */
#include "fg/text.h"
#include "format.h"
#include "v8.h"

struct reader {
	struct collapse *c;
	struct fg_loc loc;
	struct json *json;
	struct v8_profile profile;
	struct column stamps; /* of the older format */
	struct instant {
		int64_t value; /* in units of 10^-decimals */
		unsigned decimals;
		bool is_known;
	} start, end; /* in us; older format: in seconds */
};

static int detect(fg_str head)
{
	static const char *const paths[] = {
		".nodes[].callFrame", ".head.functionName", ".head.hitCount",
		".head.callUID",      ".head.selfSize",	    NULL,
	};
	unsigned found = json_head_find(head, paths);

	if (found & 1)
		return BID_SURE;
	return (found & 0xe) && !(found & 0x10) ? BID_SURE : BID_NO;
}

static void read_instant(struct instant *t, struct json *json)
{
	t->decimals = 6;
	t->is_known = json_fixed_fit(json, &t->decimals, &t->value);
}

static int64_t in_us(const struct instant *t, bool is_old)
{
	int64_t finer = (int64_t)fg_pow10(6 - t->decimals), us;

	if (!is_old)
		return t->value / (int64_t)fg_pow10(t->decimals);
	return __builtin_mul_overflow(t->value, finer, &us) ? INT64_MAX : us;
}

static void read_file(struct reader *r)
{
	struct v8_profile *p = &r->profile;
	fg_str key;

	json_object(r->json);
	while (json_key(r->json, &key)) {
		if (fg_equal(key, FG_STR("nodes")))
			v8_read_nodes(p, r->json);
		else if (fg_equal(key, FG_STR("head")))
			v8_read_tree(p, r->json);
		else if (fg_equal(key, FG_STR("samples")))
			column_read(&p->samples, r->json, -1);
		else if (fg_equal(key, FG_STR("timeDeltas")))
			column_read(&p->deltas, r->json, 0);
		else if (fg_equal(key, FG_STR("timestamps")))
			column_read(&r->stamps, r->json, 0);
		else if (fg_equal(key, FG_STR("startTime")))
			read_instant(&r->start, r->json);
		else if (fg_equal(key, FG_STR("endTime")))
			read_instant(&r->end, r->json);
	}
}

/* Converts all times of the older format to those of the newer. */
static void find_times(struct reader *r)
{
	struct v8_profile *p = &r->profile;
	bool is_old = r->stamps.count > 0 && p->deltas.count == 0;
	int64_t before;

	p->has_end = r->end.is_known;
	p->start = in_us(&r->start, is_old);
	p->end = in_us(&r->end, is_old);
	before = p->start;
	for (size_t i = 0; is_old && i < r->stamps.count; i++) {
		int64_t stamp = column_get(&r->stamps, i, 0);
		int64_t delta;

		if (__builtin_sub_overflow(stamp, before, &delta))
			delta = 0;
		column_add(&p->deltas, delta);
		before = stamp;
	}
}

static void add_metric(struct reader *r, const char *name, const char *unit,
		       enum v8_metric metric)
{
	size_t i = metrics_add(r->c->metrics, fg_from_c(name), fg_from_c(unit));

	r->c->metrics->items[i].total = v8_total(&r->profile, metric);
}

/*
 * Chooses the metric: without times the samples, without samples V8's own
 * counts.
 */
static fg_status choose_metric(struct reader *r, enum v8_metric *metric)
{
	const struct v8_profile *p = &r->profile;
	enum v8_metric offered[3];
	size_t count = 0;
	fg_status status;

	if (p->deltas.count > 0) {
		add_metric(r, "time", "us", V8_TIME);
		offered[count++] = V8_TIME;
	}
	if (p->samples.count > 0) {
		add_metric(r, "samples", "samples", V8_SAMPLES);
		offered[count++] = V8_SAMPLES;
	}
	add_metric(r, "hits", "samples", V8_HITS);
	offered[count] = V8_HITS;
	status = format_choose_metric(r->c, 0);
	if (status == FG_OK)
		*metric = offered[r->c->metrics->chosen];
	return status;
}

static fg_status fold(struct reader *r)
{
	struct v8_profile *p = &r->profile;
	enum v8_metric metric;
	fg_status status;

	find_times(r);
	if (p->deltas.count > 0 && p->deltas.count != p->samples.count)
		fg_warn(r->c->diag, r->loc,
			"%zu samples, but %zu times of samples",
			p->samples.count, p->deltas.count);
	status = choose_metric(r, &metric);
	if (status != FG_OK || r->c->options->list_metrics)
		return status;
	if (r->c->timeline)
		r->c->timeline->is_absolute = true;
	v8_finish_nodes(p, r->c, r->loc);
	v8_fold(p, metric, NULL, 0, r->c, r->loc);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = {
		.c = c,
		.loc = fg_lines_whole(c->in),
		.json = json_open(c->in, c->diag),
	};
	struct fg_frames *texts = fg_frames_new();
	fg_status status;

	v8_init(&r.profile, c, texts);
	read_file(&r);
	status = json_close(r.json);
	if (status == FG_OK)
		status = fold(&r);
	column_free(&r.stamps);
	v8_free(&r.profile);
	fg_frames_free(texts);
	return status;
}

const struct format format_cpuprofile = {
	.name = "cpuprofile",
	.summary = "V8's CPU profiles: node --cpu-prof, Chrome",
	.own_metrics = true,
	.has = HAS_TIMES | HAS_TIMELINE | HAS_SOURCE,
	.detect = detect,
	.parse = parse,
};
