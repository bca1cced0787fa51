/* SPDX-License-Identifier: MIT */
/*
 * The sampled allocations of V8: node --heap-prof, Chrome's developer tools.
 *
 *	{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"",
 *	  "lineNumber":-1,"columnNumber":-1},"selfSize":0,"id":1,"children":[
 *	   {"callFrame":{"functionName":"alloc", ... },"selfSize":141784,"id":2,
 *	    "children":[]}]},
 *	 "samples":[{"size":524304,"nodeId":2,"ordinal":1}]}
 *
 * The sizes of the nodes were estimated from the samples.
 */
#include "fg/text.h"
#include "format.h"
#include "v8.h"

static int detect(fg_str head)
{
	static const char *const paths[] = { ".head.selfSize", NULL };

	return json_head_find(head, paths) ? BID_SURE : BID_NO;
}

static fg_status parse(struct collapse *c)
{
	struct fg_loc loc = fg_lines_whole(c->in);
	struct json *json = json_open(c->in, c->diag);
	struct fg_frames *texts = fg_frames_new();
	struct v8_profile p;
	fg_status status;
	fg_str key;

	v8_init(&p, c, texts);
	json_object(json);
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("head")))
			v8_read_tree(&p, json);
	}
	status = json_close(json);
	metrics_count(c->metrics, 0, v8_total(&p, V8_BYTES));
	if (status == FG_OK && !c->options->list_metrics) {
		v8_finish_nodes(&p, c, loc);
		v8_fold(&p, V8_BYTES, NULL, 0, c, loc);
	}
	v8_free(&p);
	fg_frames_free(texts);
	return status;
}

static const struct format_metric metrics[] = {
	{ "bytes", "bytes" },
	{ NULL, NULL },
};

const struct format format_heapprofile = {
	.name = "heapprofile",
	.summary = "V8's sampled allocations: node --heap-prof, Chrome",
	.metrics = metrics,
	.has = HAS_SOURCE,
	.detect = detect,
	.parse = parse,
};
