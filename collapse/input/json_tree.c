/* SPDX-License-Identifier: MIT */
#include "json_tree.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* The path to the node that is being read. */
struct path {
	const struct json_tree *tree;
	uint32_t *nodes;
	size_t depth, room;
};

static uint32_t innermost(const struct path *path)
{
	return path->depth > 0 ? path->nodes[path->depth - 1] : JSON_TREE_NONE;
}

static void enter(struct path *path)
{
	const struct json_tree *tree = path->tree;
	uint32_t node = tree->open(tree->ctx, innermost(path));

	FG_RESERVE(&path->nodes, &path->room, path->depth + 1);
	path->nodes[path->depth++] = node;
}

static void leave(struct path *path)
{
	const struct json_tree *tree = path->tree;
	uint32_t node = innermost(path);

	path->depth--;
	if (tree->close)
		tree->close(tree->ctx, node, innermost(path));
}

void json_tree_read(struct json *json, const struct json_tree *tree)
{
	struct path path = { .tree = tree };
	bool in_children = false; /* of the innermost node */
	fg_str key;

	if (json_object(json))
		enter(&path);
	while (path.depth > 0) {
		if (in_children) {
			if (!json_item(json)) {
				in_children = false;
			} else if (json_object(json)) {
				enter(&path);
				in_children = false;
			}
		} else if (!json_key(json, &key)) {
			leave(&path);
			in_children = true;
		} else if (fg_equal(key, FG_STR("children"))) {
			in_children = json_array(json);
		} else {
			tree->member(tree->ctx, innermost(&path), key);
		}
	}
	free(path.nodes);
}
