/* SPDX-License-Identifier: MIT */
#include "v8.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "input/json_tree.h"

void v8_init(struct v8_profile *p, const struct collapse *c,
	     struct fg_frames *texts)
{
	*p = (struct v8_profile){ .texts = texts };
	p->tree.in_order = c->options->no_aggregate;
	p->tree.in_time = c->timeline != NULL;
}

void v8_free(struct v8_profile *p)
{
	free(p->nodes);
	free(p->edges);
	idmap_free(&p->ids);
	stacktree_free(&p->tree);
	column_free(&p->samples);
	column_free(&p->deltas);
}

static size_t add_node(struct v8_profile *p)
{
	fg_frame none = fg_frames_intern(p->texts, FG_STR(""));

	FG_RESERVE(&p->nodes, &p->room, p->count + 1);
	p->nodes[p->count] = (struct v8_node){
		.id = -1,
		.function = none,
		.url = none,
		.parent = STACKTREE_NONE,
	};
	return p->count++;
}

static void add_edge(struct v8_profile *p, uint64_t parent, uint64_t child)
{
	FG_RESERVE(&p->edges, &p->edge_room, p->edge_count + 1);
	p->edges[p->edge_count++] = (struct v8_edge){ parent, child };
}

/* Reads a count, which is never negative. */
static void read_count(struct json *json, int64_t *to)
{
	int64_t value;

	if (json_int(json, &value) && value >= 0)
		*to = value;
}

static void read_text(struct v8_profile *p, struct json *json, fg_frame *to)
{
	fg_str text;

	if (json_string(json, &text))
		*to = fg_frames_intern(p->texts, text);
}

/* Reads a "callFrame", whose lines count from 0; -1 means none. */
static void read_call_frame(struct v8_profile *p, struct json *json,
			    size_t node)
{
	struct v8_node *n = &p->nodes[node];
	int64_t line;
	fg_str key;

	if (!json_object(json))
		return;
	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("functionName")))
			read_text(p, json, &n->function);
		else if (fg_equal(key, FG_STR("url")))
			read_text(p, json, &n->url);
		else if (fg_equal(key, FG_STR("lineNumber")) &&
			 json_int(json, &line) && line >= 0 && line < INT64_MAX)
			n->line = line + 1;
	}
}

/* Reads ids of children, whose nodes may come later. */
static void read_children(struct v8_profile *p, struct json *json,
			  uint64_t parent)
{
	int64_t child;

	if (!json_array(json))
		return;
	while (json_item(json)) {
		if (json_int(json, &child))
			add_edge(p, parent, (uint64_t)child);
	}
}

/* Reads a member of a node, except its id and its relations. */
static void read_member(struct v8_profile *p, struct json *json, fg_str key,
			size_t node)
{
	struct v8_node *n = &p->nodes[node];

	if (fg_equal(key, FG_STR("callFrame")))
		read_call_frame(p, json, node);
	else if (fg_equal(key, FG_STR("functionName")))
		read_text(p, json, &n->function);
	else if (fg_equal(key, FG_STR("url")))
		read_text(p, json, &n->url);
	else if (fg_equal(key, FG_STR("lineNumber")))
		read_count(json, &n->line);
	else if (fg_equal(key, FG_STR("hitCount")))
		read_count(json, &n->hits);
	else if (fg_equal(key, FG_STR("selfSize")))
		read_count(json, &n->size);
}

/*
 * Reads a node. "children" may come before "id"; then their parent is not
 * known yet.
 */
static void read_node(struct v8_profile *p, struct json *json)
{
	size_t node = add_node(p), first_edge = p->edge_count;
	int64_t id = -1, parent;
	bool has_parent = false;
	fg_str key;

	while (json_key(json, &key)) {
		if (fg_equal(key, FG_STR("id")))
			(void)json_int(json, &id);
		else if (fg_equal(key, FG_STR("parent")))
			has_parent = json_int(json, &parent);
		else if (fg_equal(key, FG_STR("children")))
			read_children(p, json, 0);
		else
			read_member(p, json, key, node);
	}
	for (size_t i = first_edge; i < p->edge_count; i++)
		p->edges[i].parent = (uint64_t)id;
	if (has_parent)
		add_edge(p, (uint64_t)parent, (uint64_t)id);
	p->nodes[node].id = id;
}

void v8_read_nodes(struct v8_profile *p, struct json *json)
{
	if (!json_array(json))
		return;
	while (json_item(json)) {
		if (json_object(json))
			read_node(p, json);
	}
}

struct tree_reader {
	struct v8_profile *p;
	struct json *json;
};

static uint32_t open_node(void *ctx, uint32_t parent)
{
	struct tree_reader *r = ctx;
	size_t node = add_node(r->p);

	r->p->nodes[node].parent = parent;
	return (uint32_t)node;
}

static void tree_member(void *ctx, uint32_t node, fg_str key)
{
	struct tree_reader *r = ctx;

	if (fg_equal(key, FG_STR("id")))
		(void)json_int(r->json, &r->p->nodes[node].id);
	else
		read_member(r->p, r->json, key, node);
}

_Static_assert(JSON_TREE_NONE == STACKTREE_NONE, "the root's parent is none");

void v8_read_tree(struct v8_profile *p, struct json *json)
{
	struct tree_reader r = { p, json };
	struct json_tree tree = { open_node, tree_member, NULL, &r };

	json_tree_read(json, &tree);
}

void v8_append(struct v8_profile *p, struct v8_profile *from)
{
	uint32_t base = (uint32_t)p->count;

	for (size_t i = 0; i < from->count; i++) {
		struct v8_node node = from->nodes[i];
		size_t at = add_node(p);

		if (node.parent != STACKTREE_NONE)
			node.parent += base;
		p->nodes[at] = node;
	}
	for (size_t i = 0; i < from->edge_count; i++)
		add_edge(p, from->edges[i].parent, from->edges[i].child);
	for (size_t i = 0; i < from->samples.count; i++)
		column_add(&p->samples, column_get(&from->samples, i, 0));
	for (size_t i = 0; i < from->deltas.count; i++)
		column_add(&p->deltas, column_get(&from->deltas, i, 0));
	from->count = from->edge_count = 0;
	from->samples.count = from->deltas.count = 0;
}
