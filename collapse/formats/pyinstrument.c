/* SPDX-License-Identifier: MIT */
/*
 * Output of pyinstrument -r json: a tree whose nodes have their total time in
 * seconds. A child "[self]" is its parent's self time.
 *
 *	{"start_time": 1795243940.8, "duration": 2.6, "sample_count": 383,
 *	 "target_description": "Program: report.py 20", "cpu_time": 0.38,
 *	 "root_frame": {"function": "<module>", "file_path_short": "report.py",
 *	  "file_path": "report.py", "line_no": 1, "time": 2.61,
 *	  "children": [{"function": "line", "time": 0.41, ... , "children":
 *	   [{"function": "[self]", "time": 0.36, "children": []}]},
 *	   {"function": "encode", "class_name": "JSONEncoder", ... }]}}
 */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/json_tree.h"
#include "names/json_profile.h"

struct node {
	int64_t time; /* us, total */
	int64_t inside; /* sum of the children */
	int64_t line;
	fg_frame function, class, file; /* in texts */
};

struct reader {
	struct json_profile p;
	struct fg_frames *texts;
	struct fg_buffer name;
	struct node *nodes; /* of the tree */
	size_t room;
	fg_frame empty;
};

static int detect(fg_str head)
{
	static const char *const paths[] = { ".root_frame", ".sample_count",
					     ".root_frame.function", NULL };
	unsigned found = json_head_find(head, paths);

	return (found & 5) ? (found & 2 ? BID_SURE : BID_LIKELY) : BID_NO;
}

static uint32_t open_node(void *ctx, uint32_t parent)
{
	struct reader *r = ctx;
	uint32_t node = stacktree_add(&r->p.tree, parent, STACKTREE_NONE);

	FG_RESERVE(&r->nodes, &r->room, r->p.tree.count);
	r->nodes[node] = (struct node){ .function = r->empty,
					.class = r->empty,
					.file = r->empty };
	return node;
}

static void read_text(struct reader *r, fg_frame *to)
{
	fg_str text;

	if (json_string(r->p.json, &text))
		*to = fg_frames_intern(r->texts, text);
}

static void read_member(void *ctx, uint32_t node, fg_str key)
{
	struct reader *r = ctx;
	struct node *n = &r->nodes[node];

	if (fg_equal(key, FG_STR("function")))
		read_text(r, &n->function);
	else if (fg_equal(key, FG_STR("class_name")))
		read_text(r, &n->class);
	else if (fg_equal(key, FG_STR("file_path_short")))
		read_text(r, &n->file);
	else if (fg_equal(key, FG_STR("line_no")))
		(void)json_int(r->p.json, &n->line);
	else if (fg_equal(key, FG_STR("time")))
		(void)json_fixed(r->p.json, 6, &n->time);
}

static fg_frame name_node(struct reader *r, const struct node *n)
{
	fg_str function = fg_frames_name(r->texts, n->function);
	fg_str class = fg_frames_name(r->texts, n->class);
	struct native_frame frame = {
		.name = function,
		.file = fg_frames_name(r->texts, n->file),
		.line = n->line > 0 ? (uint64_t)n->line : 0,
	};
	fg_frame id = STACKTREE_NONE;

	if (fg_equal(function, FG_STR("[self]")))
		return STACKTREE_NONE;
	if (class.n > 0) {
		r->name.n = 0;
		fg_buffer_append(&r->name, class);
		fg_buffer_append(&r->name, FG_STR("."));
		fg_buffer_append(&r->name, function);
		frame.name = fg_buffer_text(&r->name);
	}
	(void)namer_name(&r->p.namer, &frame, &id);
	return id;
}

static void close_node(void *ctx, uint32_t node, uint32_t parent)
{
	struct reader *r = ctx;
	struct node *n = &r->nodes[node];
	int64_t own;

	r->p.tree.nodes[node].frame = name_node(r, n);
	if (n->time < 0)
		n->time = 0;
	if (parent != JSON_TREE_NONE &&
	    __builtin_add_overflow(r->nodes[parent].inside, n->time,
				   &r->nodes[parent].inside))
		r->nodes[parent].inside = INT64_MAX;
	/* the sum of rounded times may be some us too large */
	own = n->time > n->inside ? n->time - n->inside : 0;
	stacktree_weigh(&r->p.tree, node, (uint64_t)own);
	metrics_count(r->p.c->metrics, 0, own);
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	const struct json_tree tree = { open_node, read_member, close_node, r };
	fg_str key;

	json_object(r->p.json);
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("root_frame")))
			json_tree_read(r->p.json, &tree);
	}
}

static fg_status fold(void *ctx)
{
	struct reader *r = ctx;

	if (!r->p.c->options->list_metrics)
		stacktree_flush(&r->p.tree, &r->p.stack, NULL, 0);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct fg_frames *texts = fg_frames_new();
	struct reader r = {
		.texts = texts,
		.empty = fg_frames_intern(texts, FG_STR("")),
	};
	fg_status status = json_profile_read(&r.p, c, walk, fold, &r);

	free(r.nodes);
	free(r.name.p);
	fg_frames_free(texts);
	return status;
}

static const struct format_metric metrics[] = {
	{ "time", "us" },
	{ NULL, NULL },
};

const struct format format_pyinstrument = {
	.name = "pyinstrument",
	.summary = "pyinstrument's JSON, of -r json",
	.metrics = metrics,
	.has = HAS_SOURCE,
	.detect = detect,
	.parse = parse,
};
