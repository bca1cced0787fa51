/* SPDX-License-Identifier: MIT */
#include "stacktree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"

uint32_t stacktree_add(struct stacktree *tree, uint32_t parent, fg_frame frame)
{
	if (tree->count == STACKTREE_NONE - 1)
		fg_out_of_memory(SIZE_MAX);
	FG_RESERVE(&tree->nodes, &tree->room, tree->count + 1);
	tree->nodes[tree->count] = (struct stacktree_node){ parent, frame };
	return (uint32_t)tree->count++;
}

/* Makes room for an item a node, zeros. */
static void *grow(const struct stacktree *tree, void *items, size_t *room,
		  size_t size)
{
	size_t old = *room;

	items = fg_reserve(items, room, tree->count, size);
	memset((char *)items + old * size, 0, (*room - old) * size);
	return items;
}

static uint32_t find_child(struct stacktree *tree, uint32_t parent,
			   fg_frame frame)
{
	/* no parent is STACKTREE_NONE, which becomes 0 */
	uint64_t key = (uint64_t)(uint32_t)(parent + 1) << 32 | frame;
	uint32_t node = idmap_find(&tree->children, key);

	if (node == IDMAP_NONE) {
		node = stacktree_add(tree, parent, frame);
		(void)idmap_add(&tree->children, key, node);
	}
	return node;
}

uint32_t stacktree_child(struct stacktree *tree, uint32_t parent,
			 fg_frame frame)
{
	uint32_t node;

	if (parent == STACKTREE_NONE)
		return find_child(tree, parent, frame);
	if (parent >= tree->recent_room)
		tree->recent = grow(tree, tree->recent, &tree->recent_room,
				    sizeof *tree->recent);
	/* most nodes have few children, and the map lies in no cache */
	node = tree->recent[parent];
	if (node > 0 && tree->nodes[node].frame == frame)
		return node;
	node = find_child(tree, parent, frame);
	tree->recent[parent] = node;
	return node;
}

void stacktree_weigh(struct stacktree *tree, uint32_t node, uint64_t weight)
{
	if (tree->in_order) {
		FG_RESERVE(&tree->weights, &tree->weight_room,
			   tree->weight_count + 1);
		tree->weights[tree->weight_count++] =
			(struct stacktree_weight){ weight, node };
		return;
	}
	if (node >= tree->sum_room)
		tree->sums = grow(tree, tree->sums, &tree->sum_room,
				  sizeof *tree->sums);
	if (__builtin_add_overflow(tree->sums[node], weight, &tree->sums[node]))
		tree->sums[node] = UINT64_MAX;
}

/*
 * Each walk towards the root marks its nodes; one that meets its own mark has
 * gone in a circle, one that meets an older mark need not go on.
 */
size_t stacktree_cut_cycles(struct stacktree *tree)
{
	uint32_t *marks = fg_calloc(tree->count, sizeof *marks);
	size_t cut = 0;

	for (uint32_t i = 0; i < tree->count; i++) {
		uint32_t at = i;

		while (at != STACKTREE_NONE && marks[at] == 0) {
			uint32_t parent = tree->nodes[at].parent;
			bool bad = parent != STACKTREE_NONE &&
				   (parent >= tree->count || parent == at ||
				    marks[parent] == i + 1);

			marks[at] = i + 1;
			if (bad)
				tree->nodes[at].parent = STACKTREE_NONE;
			cut += bad;
			at = tree->nodes[at].parent;
		}
	}
	free(marks);
	return cut;
}

/* The frames of a node's stack, the leaf first. */
static void push(const struct stacktree *tree, uint32_t node,
		 struct stackbuf *stack)
{
	size_t depth_max = stackbuf_depth_max(stack);

	while (node != STACKTREE_NONE && stack->depth < depth_max) {
		if (tree->nodes[node].frame != STACKTREE_NONE)
			stackbuf_push_id(stack, tree->nodes[node].frame);
		node = tree->nodes[node].parent;
	}
	if (stack->depth == 0)
		stackbuf_push(stack, FG_STR("[unknown]"));
	if (node != STACKTREE_NONE)
		stackbuf_cut(stack);
}

static size_t count_weights(const struct stacktree *tree)
{
	if (tree->in_order)
		return tree->weight_count;
	return tree->sum_room < tree->count ? tree->sum_room : tree->count;
}

static struct stacktree_weight get_weight(const struct stacktree *tree,
					  size_t i)
{
	if (tree->in_order)
		return tree->weights[i];
	return (struct stacktree_weight){ tree->sums[i], (uint32_t)i };
}

void stacktree_flush(struct stacktree *tree, struct stackbuf *stack,
		     const fg_frame *roots, size_t root_count)
{
	for (size_t i = 0; i < count_weights(tree); i++) {
		struct stacktree_weight w = get_weight(tree, i);

		if (w.weight == 0)
			continue;
		push(tree, w.node, stack);
		for (size_t k = root_count; k-- > 0;)
			stackbuf_push_id(stack, roots[k]);
		stackbuf_flush(stack, LEAF_FIRST,
			       (struct fg_weight){ w.weight, tree->scale });
	}
	free(tree->sums);
	tree->sums = NULL;
	tree->sum_room = 0;
	tree->weight_count = 0;
}

void stacktree_free(struct stacktree *tree)
{
	free(tree->nodes);
	free(tree->sums);
	free(tree->recent);
	free(tree->weights);
	idmap_free(&tree->children);
	*tree = (struct stacktree){ 0 };
}
