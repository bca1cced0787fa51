/* SPDX-License-Identifier: MIT */
/*
 * Profiles of the Firefox Profiler: the processed format, which samply and
 * profiler.firefox.com write, and the raw format of Firefox itself ("Gecko").
 * Their tables refer to each other by row numbers: a sample has a stack, a
 * stack has a frame and the calling stack, a frame has a function and an
 * address in a binary:
 *
 *	{"meta": {"interval": 1, "preprocessedProfileVersion": 55,
 *		  "sampleUnits": {"time": "ms", "threadCPUDelta": "us"}},
 *	 "libs": [{"name": "server", "path": "/srv/server", "codeId": "..."}],
 *	 "threads": [
 *	  {"name": "worker 0", "processName": "server",
 *	   "pid": "8034", "tid": "8036",
 *	   "samples": {"length": 2, "stack": [1, null], "weight": [1, 1],
 *		       "weightType": "samples", "timeDeltas": [0.0, 1.003],
 *		       "threadCPUDelta": [976, 1441]},
 *	   "stackTable": {"length": 2, "prefix": [null, 0], "frame": [0, 1]},
 *	   "frameTable": {"length": 2, "func": [0, 1], "address": [4523, 5210],
 *			  "inlineDepth": [0, 0]},
 *	   "funcTable": {"length": 2, "name": [0, 1], "resource": [0, 0]},
 *	   "resourceTable": {"length": 1, "lib": [0], "name": [2]},
 *	   "stringArray": ["0x11ab", "0x145a", "server"]}]}
 *
 * From version 56 on, names and then tables moved to "shared". The raw format
 * has tables of rows, frames that are texts, addresses in memory, and lists of
 * further processes:
 *
 *	{"meta": {"version": 34, "interval": 5},
 *	 "libs": [{"start": 139986, "end": 139999, "name": "libxul.so"}],
 *	 "threads": [
 *	  {"name": "GeckoMain", "pid": 16089, "tid": 16089,
 *	   "samples": {"schema": {"stack": 0, "time": 1}, "data": [[1, 0.98]]},
 *	   "stackTable": {"schema": {"prefix": 0, "frame": 1},
 *			  "data": [[null, 0], [0, 1]]},
 *	   "frameTable": {"schema": {"location": 0}, "data": [[0], [1]]},
 *	   "stringTable": ["(root)", "work (file:///srv/page.html:3:47)[10]"]}],
 *	 "processes": []}
 */
#include <inttypes.h>

#include "fg/text.h"
#include "firefox_fold.h"

static int detect(fg_str head)
{
	static const char *const paths[] = {
		".meta.preprocessedProfileVersion",
		".shared.stackTable",
		".shared.stringArray",
		".threads[].stackTable",
		".threads[].frameTable",
		".libs[].breakpadId",
		".meta.markerSchema",
		".profile.libs[].breakpadId",
		".profile.meta.stackwalk",
		".profile.threads[].stackTable",
		NULL,
	};

	return json_head_find(head, paths) ? BID_SURE : BID_NO;
}

static const char *weight_unit(const struct firefox_profile *p)
{
	switch (firefox_weight_type(p)) {
	case WEIGHT_MS:
		return "us";
	case WEIGHT_BYTES:
		return "bytes";
	default:
		return "samples";
	}
}

static const char *cpu_unit(const struct firefox_profile *p)
{
	fg_str unit = fg_from_c(p->cpu_unit);

	if (fg_equal(unit, FG_STR("\302\265s")))
		return "us";
	if (fg_equal(unit, FG_STR("variable CPU cycles")))
		return "cycles";
	return p->cpu_unit ? p->cpu_unit : "";
}

static const char *unit_of(const struct firefox_profile *p,
			   enum firefox_metric metric)
{
	switch (metric) {
	case FIREFOX_WEIGHT:
		return weight_unit(p);
	case FIREFOX_SAMPLES:
		return "samples";
	case FIREFOX_CPU:
		return cpu_unit(p);
	case FIREFOX_TIME:
		return "us";
	default:
		return "bytes";
	}
}

static bool has_metric(const struct firefox_profile *p,
		       enum firefox_metric metric)
{
	for (size_t i = 0; i < p->thread_count; i++) {
		const struct firefox_rows *rows = p->threads[i].rows;

		if (metric == FIREFOX_WEIGHT || metric == FIREFOX_SAMPLES ||
		    (metric == FIREFOX_CPU && rows->has_cpu) ||
		    (metric == FIREFOX_TIME && rows->has_time &&
		     !p->time_is_bytes) ||
		    (metric == FIREFOX_JS_ALLOC && rows[ROWS_JS].is_there) ||
		    (metric >= FIREFOX_NATIVE_ALLOC &&
		     rows[ROWS_NATIVE].is_there))
			return true;
	}
	return false;
}

/* Offers the metrics of the profile; *metric becomes the chosen one. */
static fg_status choose_metric(struct collapse *c,
			       const struct firefox_profile *p,
			       enum firefox_metric *metric)
{
	enum firefox_metric offered[FIREFOX_METRICS];
	fg_status status;
	size_t n = 0;

	for (enum firefox_metric m = 0; m < FIREFOX_METRICS; m++) {
		size_t index;

		if (!has_metric(p, m))
			continue;
		index = metrics_add(c->metrics,
				    fg_from_c(firefox_metric_name(m)),
				    fg_from_c(unit_of(p, m)));
		if (p->wanted[m])
			c->metrics->items[index].total = firefox_total(p, m);
		offered[n++] = m;
	}
	status = format_choose_metric(c, 0);
	if (status == FG_OK)
		*metric = offered[c->metrics->chosen];
	return status;
}

static fg_status fold(struct collapse *c, struct firefox_profile *p)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct firefox_syms *syms;
	enum firefox_metric metric;
	fg_status status;

	if (p->thread_count == 0)
		return fg_fail(c->diag, FG_EINPUT, loc,
			       "the profile has no threads");
	status = choose_metric(c, p, &metric);
	if (status != FG_OK || c->options->list_metrics)
		return status;
	status = firefox_syms_open(loc.file, c->diag, &syms);
	if (status == FG_OK)
		firefox_fold(c, p, metric, syms);
	else
		firefox_syms_free(syms);
	return status;
}

static fg_status parse(struct collapse *c)
{
	struct firefox_profile p;
	struct json *json = json_open(c->in, c->diag);
	fg_status status;

	firefox_profile_init(&p, c->options);
	firefox_profile_read(&p, json, c->diag);
	status = json_close(json);
	if (status == FG_OK)
		status = p.status;
	if (status == FG_OK)
		status = fold(c, &p);
	firefox_profile_free(&p);
	return status;
}

const struct format format_firefox = {
	.name = "firefox",
	.summary = "the Firefox Profiler's JSON, of samply and of Firefox",
	.own_metrics = true,
	.has = HAS_THREADS | HAS_TIDS | HAS_PROCESSES | HAS_PIDS | HAS_COMMS |
	       HAS_MODULES | HAS_SOURCE | HAS_INLINED | HAS_ADDRESSES |
	       HAS_ARGUMENTS | HAS_TEMPLATES | HAS_BINARIES,
	.detect = detect,
	.parse = parse,
};
