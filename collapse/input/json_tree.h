/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JSON_TREE_H
#define COLLAPSE_JSON_TREE_H

#include "json.h"

/*
 * Trees whose nodes are JSON objects that contain their children in a member
 * "children", of any depth and without recursion.
 *
 *	{"name":"main","value":3,"children":[{"name":"work", ... }]}
 *
 * Members come in the order of the file, so that some may come after the
 * children.
 */
#define JSON_TREE_NONE UINT32_MAX

struct json_tree {
	/* A node begins; returns its number. The outermost has no parent. */
	uint32_t (*open)(void *ctx, uint32_t parent);
	/* Called before the value, which it may take. */
	void (*member)(void *ctx, uint32_t node, fg_str key);
	/* Called after its children are closed; NULL: nothing to do. */
	void (*close)(void *ctx, uint32_t node, uint32_t parent);
	void *ctx;
};

/* Reads the node that comes next; a value that is not a node is skipped. */
void json_tree_read(struct json *json, const struct json_tree *tree);

#endif
