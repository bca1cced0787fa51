/* SPDX-License-Identifier: MIT */
#include "layers.h"

#include <stdlib.h>

#include "fg/alloc.h"

struct range {
	uint64_t start, end, time;
	uint32_t order, value;
};

struct layers {
	struct range *ranges; /* by time, after sealing */
	size_t count, room;
	uint64_t *points; /* all ends of ranges, in order, each once */
	size_t point_count;
	/*
	 * Leaf i of the tree, node point_count + i, is for the addresses from
	 * points[i] up to the next point. The ranges of node i are
	 * items[first[i]] to items[first[i + 1] - 1], in order of time.
	 */
	size_t *first;
	uint32_t *items; /* indices of ranges */
};

struct layers *layers_new(void)
{
	return fg_calloc(1, sizeof(struct layers));
}

void layers_free(struct layers *layers)
{
	if (!layers)
		return;
	free(layers->ranges);
	free(layers->points);
	free(layers->first);
	free(layers->items);
	free(layers);
}

void layers_add(struct layers *layers, uint64_t start, uint64_t end,
		uint64_t time, uint32_t value)
{
	if (start >= end || layers->count == UINT32_MAX)
		return;
	FG_RESERVE(&layers->ranges, &layers->room, layers->count + 1);
	layers->ranges[layers->count] = (struct range){
		.start = start,
		.end = end,
		.time = time,
		.order = (uint32_t)layers->count,
		.value = value,
	};
	layers->count++;
}

static int by_time(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void collect_points(struct layers *layers)
{
	uint64_t *points = fg_malloc(2 * layers->count * sizeof *points);
	size_t n = 0;

	for (size_t i = 0; i < layers->count; i++) {
		points[2 * i] = layers->ranges[i].start;
		points[2 * i + 1] = layers->ranges[i].end;
	}
	qsort(points, 2 * layers->count, sizeof *points, by_value);
	for (size_t i = 0; i < 2 * layers->count; i++) {
		if (n == 0 || points[n - 1] != points[i])
			points[n++] = points[i];
	}
	layers->points = points;
	layers->point_count = n;
}

/* The number of points up to the address. */
static size_t points_up_to(const struct layers *layers, uint64_t address)
{
	size_t low = 0, high = layers->point_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (layers->points[middle] <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Visits the nodes that make up a range: at most two on each level of the
 * tree. Without `items`, it counts them in first[node + 1]; with `items`, it
 * stores the range at first[node], which then advances.
 */
static void visit_nodes(struct layers *layers, uint32_t index)
{
	const struct range *range = &layers->ranges[index];
	size_t left = points_up_to(layers, range->start) - 1;
	size_t right = points_up_to(layers, range->end) - 1;

	left += layers->point_count;
	right += layers->point_count;
	for (; left < right; left /= 2, right /= 2) {
		size_t nodes[2], n = 0;

		if (left % 2 == 1)
			nodes[n++] = left++;
		if (right % 2 == 1)
			nodes[n++] = --right;
		while (n-- > 0) {
			if (layers->items)
				layers->items[layers->first[nodes[n]]++] =
					index;
			else
				layers->first[nodes[n] + 1]++;
		}
	}
}

void layers_seal(struct layers *layers)
{
	size_t nodes;

	if (layers->count == 0)
		return;
	qsort(layers->ranges, layers->count, sizeof *layers->ranges, by_time);
	collect_points(layers);
	nodes = 2 * layers->point_count;
	layers->first = fg_calloc(nodes + 1, sizeof *layers->first);
	for (uint32_t i = 0; i < layers->count; i++)
		visit_nodes(layers, i);
	for (size_t i = 1; i <= nodes; i++)
		layers->first[i] += layers->first[i - 1];
	layers->items = fg_malloc(layers->first[nodes] * sizeof *layers->items);
	for (uint32_t i = 0; i < layers->count; i++)
		visit_nodes(layers, i);
	/* each was advanced to the start of the next one */
	for (size_t i = nodes; i > 0; i--)
		layers->first[i] = layers->first[i - 1];
	layers->first[0] = 0;
}

/* The last range of a node that had begun; false for none. */
static bool find_in_node(const struct layers *layers, size_t node,
			 uint64_t time, uint32_t *index)
{
	size_t low = layers->first[node], high = layers->first[node + 1];
	size_t start = low;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (layers->ranges[layers->items[middle]].time <= time)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == start)
		return false;
	*index = layers->items[low - 1];
	return true;
}

static bool find_range(const struct layers *layers, uint64_t address,
		       uint64_t time, uint32_t *best)
{
	size_t node = points_up_to(layers, address);
	bool found = false;

	if (node == 0 || !layers->items)
		return false;
	for (node += layers->point_count - 1; node > 0; node /= 2) {
		uint32_t index;

		if (find_in_node(layers, node, time, &index) &&
		    (!found || index > *best)) {
			*best = index;
			found = true;
		}
	}
	return found;
}

bool layers_find(const struct layers *layers, uint64_t address, uint64_t time,
		 uint32_t *value)
{
	uint32_t index;

	if (!find_range(layers, address, time, &index))
		return false;
	*value = layers->ranges[index].value;
	return true;
}
