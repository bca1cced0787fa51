/* SPDX-License-Identifier: MIT */
#include "massif_tree.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "names/valgrind.h"

struct massif_node {
	fg_frame id;
	fg_frame inlined_id; /* its name where its caller has its address */
	bool leave_out; /* it, there */
	bool has_address;
	bool is_lump; /* "in 5 places, all below massif's threshold" */
	uint64_t address, bytes;
	size_t depth; /* 0: the heap itself */
};

/* A node and its callers so far, while the tree is walked. */
struct walk {
	struct stackbuf *stack;
	const struct massif_node **path;
	uint64_t *own; /* self bytes of each node in the path */
	size_t depth, path_room, own_room;
	uint64_t excess;
};

static bool take_number(fg_str *rest, char end, uint64_t *number)
{
	fg_str digits = fg_cut(rest, end);

	return rest->p && fg_parse_u64(digits, number);
}

bool massif_line_parse(fg_str line, struct massif_line *parsed)
{
	fg_str rest = fg_trim(line);

	if (!fg_starts_with(rest, FG_STR("n")))
		return false;
	rest = fg_slice(rest, 1, rest.n);
	if (!take_number(&rest, ':', &parsed->children))
		return false;
	rest = fg_trim(rest);
	if (!take_number(&rest, ' ', &parsed->bytes))
		return false;
	parsed->text = rest;
	return true;
}

/* "in 1 place, below massif's threshold (1.00%)" */
static bool is_lump(fg_str text)
{
	fg_str rest = text;
	uint64_t places;

	if (!fg_starts_with(text, FG_STR("in ")))
		return false;
	rest = fg_slice(text, 3, text.n);
	return take_number(&rest, ' ', &places) &&
	       fg_starts_with(rest, FG_STR("place")) &&
	       fg_contains(rest, FG_STR("below massif's threshold"));
}

/* Keeps the path to the node that gets the next line. */
static void open_node(struct massif_tree *tree, uint64_t children)
{
	if (tree->depth > 0)
		tree->left[tree->depth - 1]--;
	if (children > 0) {
		FG_RESERVE(&tree->left, &tree->left_room, tree->depth + 1);
		tree->left[tree->depth++] = children;
	}
	while (tree->depth > 0 && tree->left[tree->depth - 1] == 0)
		tree->depth--;
}

void massif_tree_add(struct massif_tree *tree, const struct massif_line *line,
		     struct namer *namer)
{
	struct native_frame frame = valgrind_frame(line->text);
	struct massif_node node = {
		.bytes = line->bytes,
		.depth = tree->depth,
		.address = frame.address,
		.has_address = frame.has_address,
		.is_lump = is_lump(line->text),
	};

	if (node.is_lump)
		frame = (struct native_frame){ .name = FG_STR("[below "
							      "threshold]") };
	(void)namer_name(namer, &frame, &node.id);
	frame.inlined = true;
	node.leave_out = !namer_name(namer, &frame, &node.inlined_id);
	FG_RESERVE(&tree->nodes, &tree->room, tree->count + 1);
	tree->nodes[tree->count++] = node;
	open_node(tree, line->children);
}

bool massif_tree_is_whole(const struct massif_tree *tree)
{
	return tree->count > 0 && tree->depth == 0;
}

static void push_frame(struct walk *w, size_t at)
{
	const struct massif_node *node = w->path[at];
	const struct massif_node *caller = at + 1 < w->depth ? w->path[at + 1]
							     : NULL;
	bool inlined = caller && node->has_address && caller->has_address &&
		       caller->address == node->address;

	if (!inlined)
		stackbuf_push_id(w->stack, node->id);
	else if (!node->leave_out)
		stackbuf_push_id(w->stack, node->inlined_id);
}

/*
 * Closes a node. The heap itself is not a frame; its self bytes are of unknown
 * places.
 */
static void close_node(struct walk *w)
{
	uint64_t own = w->own[w->depth - 1];

	if (own > 0) {
		size_t depth_max = stackbuf_depth_max(w->stack), i = 1;

		for (; i < w->depth && i <= depth_max; i++)
			push_frame(w, i);
		if (i < w->depth)
			stackbuf_cut(w->stack);
		if (w->depth == 1)
			stackbuf_push(w->stack, FG_STR("[below threshold]"));
		stackbuf_flush(w->stack, LEAF_FIRST,
			       (struct fg_weight){ own, 0 });
	}
	w->depth--;
}

static void take_from_parent(struct walk *w, uint64_t bytes)
{
	uint64_t *own = &w->own[w->depth - 1];

	if (bytes > *own) {
		w->excess += bytes - *own;
		bytes = *own;
	}
	*own -= bytes;
}

static void visit(struct walk *w, const struct massif_node *node)
{
	while (w->depth > node->depth)
		close_node(w);
	if (w->depth > 0)
		take_from_parent(w, node->bytes);
	FG_RESERVE(&w->path, &w->path_room, w->depth + 1);
	FG_RESERVE(&w->own, &w->own_room, w->depth + 1);
	w->path[w->depth] = node;
	w->own[w->depth] = node->bytes;
	w->depth++;
}

uint64_t massif_tree_fold(const struct massif_tree *tree,
			  struct stackbuf *stack)
{
	struct walk w = { .stack = stack };

	for (size_t i = 0; i < tree->count; i++)
		visit(&w, &tree->nodes[i]);
	while (w.depth > 0)
		close_node(&w);
	free(w.path);
	free(w.own);
	return w.excess;
}

void massif_tree_clear(struct massif_tree *tree)
{
	tree->count = 0;
	tree->depth = 0;
}

void massif_tree_free(struct massif_tree *tree)
{
	free(tree->nodes);
	free(tree->left);
}
