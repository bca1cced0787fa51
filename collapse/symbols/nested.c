/* SPDX-License-Identifier: MIT */
#include "nested.h"

#include <stdlib.h>

#include "fg/alloc.h"

void nested_add(struct nested *nested, uint64_t start, uint64_t end,
		uint32_t depth, uint32_t number)
{
	if (start >= end)
		return;
	FG_RESERVE(&nested->ranges, &nested->range_room,
		   nested->range_count + 1);
	nested->ranges[nested->range_count++] = (struct nested_range){
		.start = start,
		.end = end,
		.depth = depth,
		.number = number,
	};
}

static int outer_first(const void *a, const void *b)
{
	const struct nested_range *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	if (x->end != y->end)
		return x->end > y->end ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void add_segment(struct nested *nested, uint64_t start, uint32_t number)
{
	if (nested->segment_count > 0 &&
	    nested->segments[nested->segment_count - 1].start == start) {
		nested->segments[nested->segment_count - 1].number = number;
		return;
	}
	FG_RESERVE(&nested->segments, &nested->segment_room,
		   nested->segment_count + 1);
	nested->segments[nested->segment_count++] =
		(struct nested_segment){ start, number };
}

/*
 * `open` has the ranges that have not ended, the innermost last; where that
 * one ends, the next outer one continues.
 */
void nested_lay(struct nested *nested)
{
	const struct nested_range **open = NULL;
	size_t depth = 0, room = 0;

	nested->segment_count = 0;
	if (nested->range_count > 0)
		qsort(nested->ranges, nested->range_count,
		      sizeof *nested->ranges, outer_first);
	for (size_t i = 0; i <= nested->range_count; i++) {
		const struct nested_range *next =
			i < nested->range_count ? &nested->ranges[i] : NULL;

		while (depth > 0 &&
		       (!next || open[depth - 1]->end <= next->start)) {
			uint64_t end = open[--depth]->end;

			/* of ranges that cross, outer ones end first */
			while (depth > 0 && open[depth - 1]->end <= end)
				depth--;
			add_segment(nested, end,
				    depth ? open[depth - 1]->number
					  : NESTED_NONE);
		}
		if (!next)
			break;
		FG_RESERVE(&open, &room, depth + 1);
		open[depth++] = next;
		add_segment(nested, next->start, next->number);
	}
	free(open);
	free(nested->ranges);
	nested->ranges = NULL;
	nested->range_count = nested->range_room = 0;
}

uint32_t nested_find(const struct nested *nested, uint64_t address)
{
	size_t low = 0, high = nested->segment_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (nested->segments[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? nested->segments[low - 1].number : NESTED_NONE;
}

void nested_free(struct nested *nested)
{
	free(nested->ranges);
	free(nested->segments);
	*nested = (struct nested){ 0 };
}
