/* SPDX-License-Identifier: MIT */
#include "off_time.h"

#include <stdlib.h>

#include "fg/alloc.h"

static int by_frames(const void *a, const void *b)
{
	const struct fg_stack *x = a, *y = b;
	size_t n = x->depth < y->depth ? x->depth : y->depth;

	for (size_t i = 0; i < n; i++) {
		if (x->ids[i] != y->ids[i])
			return x->ids[i] < y->ids[i] ? -1 : 1;
	}
	return (x->depth > y->depth) - (x->depth < y->depth);
}

void off_time_add(const struct fg_stacks *ns, struct fg_stacks *to)
{
	size_t count = fg_stacks_count(ns);
	struct fg_stack *stacks = fg_calloc(count, sizeof *stacks);
	uint64_t rest = 0;

	for (size_t i = 0; i < count; i++)
		stacks[i] = fg_stacks_get(ns, i);
	if (count > 1)
		qsort(stacks, count, sizeof *stacks, by_frames);
	for (size_t i = 0; i < count; i++) {
		uint64_t us = stacks[i].weight[0] / 1000;

		rest += stacks[i].weight[0] % 1000;
		us += rest / 1000;
		rest %= 1000;
		if (us > 0)
			fg_stacks_add(to, stacks[i].ids, stacks[i].depth,
				      (struct fg_weight){ us, 0 }, 0);
	}
	free(stacks);
}
