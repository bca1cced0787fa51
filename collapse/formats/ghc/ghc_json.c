/* SPDX-License-Identifier: MIT */
/*
 * GHC's cost centre profile as JSON, PROG.prof of `PROG +RTS -pj`. The nodes
 * of the tree refer to cost centres, and have self costs.
 *
 *	{"program": "report", "rts_arguments": ["-pj"], "total_ticks": 280,
 *	 "cost_centres": [
 *	  {"id": 149, "label": "MAIN", "module": "MAIN", "src_loc":
 *	   "<built-in>", "is_caf": false}, ...],
 *	 "profile": {"id": 149, "entries": 0, "alloc": 680, "ticks": 0,
 *	  "children": [{"id": 297, "entries": 1, ...}]}}
 */
#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/idmap.h"
#include "input/json_tree.h"
#include "names/json_profile.h"

enum { TICKS, BYTES, ENTRIES, METRICS };

static const char *const keys[METRICS] = { "ticks", "alloc", "entries" };

struct node {
	int64_t centre;
	int64_t values[METRICS];
};

struct reader {
	struct json_profile p;
	struct idmap ids; /* of the cost centres */
	fg_frame *centres;
	size_t centre_count, centre_room;
	struct node *nodes; /* of the tree */
	size_t room;
	uint64_t bad_centres;
};

static int detect(fg_str head)
{
	static const char *const paths[] = { ".rts_arguments", ".cost_centres",
					     ".initial_capabilities", NULL };
	unsigned found = json_head_find(head, paths);

	return (found & 1) && (found & 6) ? BID_SURE : BID_NO;
}

static void copy_text(struct json *json, struct fg_buffer *to)
{
	fg_str text;

	to->n = 0;
	if (json_string(json, &text))
		fg_buffer_append(to, text);
}

struct texts {
	struct fg_buffer label, module, place;
};

/* MODULE.LABEL, and with --lines "(Main.hs:3)" of "Main.hs:3:1-9". */
static fg_frame name_centre(struct reader *r, const struct texts *t)
{
	struct fg_buffer name = { 0 };
	struct native_frame frame = { 0 };
	fg_frame id = STACKTREE_NONE;

	fg_buffer_append(&name, fg_buffer_text(&t->module));
	fg_buffer_append(&name, FG_STR("."));
	fg_buffer_append(&name, fg_buffer_text(&t->label));
	(void)native_read_source(fg_buffer_text(&t->place), &frame);
	frame.name = fg_buffer_text(&name);
	(void)namer_name(&r->p.namer, &frame, &id);
	free(name.p);
	return id;
}

static void read_centre(struct reader *r, struct texts *t)
{
	int64_t id = -1;
	fg_str key;

	t->label.n = t->module.n = t->place.n = 0;
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("id")))
			(void)json_int(r->p.json, &id);
		else if (fg_equal(key, FG_STR("label")))
			copy_text(r->p.json, &t->label);
		else if (fg_equal(key, FG_STR("module")))
			copy_text(r->p.json, &t->module);
		else if (fg_equal(key, FG_STR("src_loc")))
			copy_text(r->p.json, &t->place);
	}
	if (!idmap_add(&r->ids, (uint64_t)id, (uint32_t)r->centre_count))
		return;
	FG_RESERVE(&r->centres, &r->centre_room, r->centre_count + 1);
	r->centres[r->centre_count++] = name_centre(r, t);
}

static void read_centres(struct reader *r)
{
	struct texts texts = { 0 };

	if (!json_array(r->p.json))
		return;
	while (json_item(r->p.json)) {
		if (json_object(r->p.json))
			read_centre(r, &texts);
	}
	free(texts.label.p);
	free(texts.module.p);
	free(texts.place.p);
}

static uint32_t open_node(void *ctx, uint32_t parent)
{
	struct reader *r = ctx;
	uint32_t node = stacktree_add(&r->p.tree, parent, STACKTREE_NONE);

	FG_RESERVE(&r->nodes, &r->room, r->p.tree.count);
	r->nodes[node] = (struct node){ .centre = -1 };
	return node;
}

static void read_member(void *ctx, uint32_t node, fg_str key)
{
	struct reader *r = ctx;
	struct node *n = &r->nodes[node];
	int64_t value;

	if (fg_equal(key, FG_STR("id"))) {
		(void)json_int(r->p.json, &n->centre);
		return;
	}
	for (int i = 0; i < METRICS; i++) {
		if (!fg_equal(key, fg_from_c(keys[i])))
			continue;
		if (json_int(r->p.json, &value) && value > 0)
			n->values[i] = value;
		return;
	}
}

static void walk(void *ctx)
{
	struct reader *r = ctx;
	const struct json_tree tree = { open_node, read_member, NULL, r };
	fg_str key;

	json_object(r->p.json);
	while (json_key(r->p.json, &key)) {
		if (fg_equal(key, FG_STR("cost_centres")))
			read_centres(r);
		else if (fg_equal(key, FG_STR("profile")))
			json_tree_read(r->p.json, &tree);
	}
}

static void name_nodes(struct reader *r)
{
	fg_frame bad = stackbuf_intern(&r->p.stack, FG_STR("[bad cost "
							   "centre]"));

	for (size_t i = 0; i < r->p.tree.count; i++) {
		uint32_t at = idmap_find(&r->ids, (uint64_t)r->nodes[i].centre);

		r->bad_centres += at == IDMAP_NONE;
		r->p.tree.nodes[i].frame = at == IDMAP_NONE ? bad
							    : r->centres[at];
	}
}

static fg_status fold(void *ctx)
{
	struct reader *r = ctx;
	struct metrics *m = r->p.c->metrics;

	for (size_t i = 0; i < r->p.tree.count; i++) {
		const struct node *node = &r->nodes[i];

		for (size_t k = 0; k < METRICS; k++)
			metrics_count(m, k, node->values[k]);
		stacktree_weigh(&r->p.tree, (uint32_t)i,
				(uint64_t)node->values[m->chosen]);
	}
	if (r->p.c->options->list_metrics)
		return FG_OK;
	name_nodes(r);
	stacktree_flush(&r->p.tree, &r->p.stack, NULL, 0);
	if (r->bad_centres > 0)
		fg_warn(r->p.c->diag, r->p.loc,
			"nodes whose cost centre is missing: %" PRIu64,
			r->bad_centres);
	return FG_OK;
}

static fg_status parse(struct collapse *c)
{
	struct reader r = { 0 };
	fg_status status = json_profile_read(&r.p, c, walk, fold, &r);

	free(r.centres);
	free(r.nodes);
	idmap_free(&r.ids);
	return status;
}

static const struct format_metric metrics[] = {
	[TICKS] = { "ticks", "samples" },
	[BYTES] = { "bytes", "bytes" },
	[ENTRIES] = { "entries", "entries" },
	[METRICS] = { NULL, NULL },
};

const struct format format_ghc_json = {
	.name = "ghc_json",
	.summary = "GHC's cost centre profile as JSON, of +RTS -pj",
	.metrics = metrics,
	.has = HAS_SOURCE,
	.detect = detect,
	.parse = parse,
};
