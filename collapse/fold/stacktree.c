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

/* Makes room for one item per node, filled with zeros. */
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
	/* without a parent, STACKTREE_NONE + 1 becomes 0 */
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
	/* most nodes have few children, and the map fits in no cache */
	node = tree->recent[parent];
	if (node > 0 && tree->nodes[node].frame == frame)
		return node;
	node = find_child(tree, parent, frame);
	tree->recent[parent] = node;
	return node;
}

void stacktree_weigh(struct stacktree *tree, uint32_t node, uint64_t weight)
{
	if (tree->in_order || tree->in_time) {
		if (tree->in_time) {
			FG_RESERVE(&tree->whens, &tree->when_room,
				   tree->weight_count + 1);
			tree->whens[tree->weight_count] = tree->now;
		}
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

void stacktree_sample(struct stacktree *tree, uint32_t node, uint64_t weight)
{
	if (weight > 0)
		fg_samples_add(&tree->samples, (struct fg_weight){ weight, 0 });
	stacktree_weigh(tree, node, weight);
}

void stacktree_time(struct stacktree *tree, int64_t from, int64_t until)
{
	tree->now.has_time = true;
	tree->now.from = from;
	tree->now.until = until;
}

void stacktree_thread(struct stacktree *tree, fg_str name)
{
	if (!tree->in_time)
		return;
	if (!tree->threads)
		tree->threads = fg_frames_new();
	tree->now.thread =
		name.n > 0 ? fg_frames_intern(tree->threads, name) + 1 : 0;
}

/*
 * Each walk towards the root marks its nodes. A walk that meets its own mark
 * found a cycle; a walk that meets an older mark can stop.
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
static void push_path(const struct stacktree *tree, uint32_t node,
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
	if (tree->in_order || tree->in_time)
		return tree->weight_count;
	return tree->sum_room < tree->count ? tree->sum_room : tree->count;
}

static struct stacktree_weight get_weight(const struct stacktree *tree,
					  size_t i)
{
	if (tree->in_order || tree->in_time)
		return tree->weights[i];
	return (struct stacktree_weight){ tree->sums[i], (uint32_t)i };
}

static void set_time(const struct stacktree *tree, size_t i,
		     struct stackbuf *stack)
{
	const struct stacktree_when *when = &tree->whens[i];

	if (when->has_time)
		stackbuf_time(stack, when->from, when->until);
	stackbuf_thread(stack, when->thread > 0
				       ? fg_frames_name(tree->threads,
							when->thread - 1)
				       : FG_STR(""));
}

/* Adds the tree's samples to the profile's; `kept` of `whole` were added. */
static void tell_samples(struct stacktree *tree, struct fg_stacks *out,
			 fg_wide kept, fg_wide whole)
{
	struct fg_samples samples = tree->samples;

	tree->samples = (struct fg_samples){ 0 };
	if (!tree->is_sampled || kept == 0)
		return;
	samples.weight = whole;
	samples = fg_samples_share(&samples, kept, whole);
	samples.weight = kept;
	samples.scale = tree->scale;
	fg_samples_join(fg_stacks_samples(out, 0), &samples);
}

void stacktree_flush(struct stacktree *tree, struct stackbuf *stack,
		     const fg_frame *roots, size_t root_count)
{
	fg_wide whole = 0, dropped = 0;

	for (size_t i = 0; i < count_weights(tree); i++) {
		struct stacktree_weight w = get_weight(tree, i);
		uint64_t drops = stack->dropped;

		if (w.weight == 0)
			continue;
		push_path(tree, w.node, stack);
		for (size_t k = root_count; k-- > 0;)
			stackbuf_push_id(stack, roots[k]);
		if (tree->in_time)
			set_time(tree, i, stack);
		stackbuf_flush(stack, LEAF_FIRST,
			       (struct fg_weight){ w.weight, tree->scale });
		whole += w.weight;
		if (stack->dropped > drops)
			dropped += w.weight;
	}
	tell_samples(tree, stack->out, whole - dropped, whole);
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
	free(tree->whens);
	fg_frames_free(tree->threads);
	idmap_free(&tree->children);
	*tree = (struct stacktree){ 0 };
}
