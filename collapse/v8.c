/* SPDX-License-Identifier: MIT */
#include "v8.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

void v8_init(struct v8_profile *p, const struct collapse *c)
{
	*p = (struct v8_profile){ .texts = fg_frames_new() };
	p->tree.in_order = c->options->no_aggregate;
}

void v8_free(struct v8_profile *p)
{
	fg_frames_free(p->texts);
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

/* A count, which is never below zero. */
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

/* Inside "callFrame", lines count from 0; -1 is none. */
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

/* Ids of some nodes; those of others are only learned later. */
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

/* A member of a node but for its id and its relations. */
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

/* "children" may come before "id": then nobody knows whose they are. */
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
	if (!idmap_add(&p->ids, (uint64_t)id, (uint32_t)node))
		p->same_ids++;
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

/* A node whose members are being read, on the way down the tree. */
struct open_node {
	size_t node;
	int64_t id;
};

struct descent {
	struct open_node *items; /* the last is the innermost */
	size_t depth, room;
	bool in_children; /* of the innermost */
};

static void open_node(struct v8_profile *p, struct descent *d)
{
	FG_RESERVE(&d->items, &d->room, d->depth + 1);
	d->items[d->depth++] = (struct open_node){ add_node(p), -1 };
	d->in_children = false;
}

static void close_node(struct v8_profile *p, struct descent *d)
{
	struct open_node *done = &d->items[--d->depth];

	if (!idmap_add(&p->ids, (uint64_t)done->id, (uint32_t)done->node) &&
	    done->id != -1)
		p->same_ids++;
	if (d->depth > 0)
		p->nodes[done->node].parent =
			(uint32_t)d->items[d->depth - 1].node;
	d->in_children = true;
}

/* No recursion, because the input decides how deep it goes. */
static void descend(struct v8_profile *p, struct json *json, struct descent *d)
{
	struct open_node *top = &d->items[d->depth - 1];
	fg_str key;

	if (d->in_children) {
		if (!json_item(json))
			d->in_children = false;
		else if (json_object(json))
			open_node(p, d);
	} else if (!json_key(json, &key)) {
		close_node(p, d);
	} else if (fg_equal(key, FG_STR("id"))) {
		(void)json_int(json, &top->id);
	} else if (fg_equal(key, FG_STR("children"))) {
		d->in_children = json_array(json);
	} else {
		read_member(p, json, key, top->node);
	}
}

void v8_read_tree(struct v8_profile *p, struct json *json)
{
	struct descent d = { 0 };

	if (!json_object(json))
		return;
	open_node(p, &d);
	while (d.depth > 0)
		descend(p, json, &d);
	free(d.items);
}
