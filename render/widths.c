/* SPDX-License-Identifier: MIT */
#include "widths.h"

#include <stdlib.h>

#include "fg/alloc.h"

static void use_column(struct widths *widths, const struct fg_tree *tree,
		       unsigned column)
{
	*widths = (struct widths){
		.self = tree->self[column],
		.low = tree->total[column],
		.high = tree->total_high[column],
	};
}

static void use_larger(struct widths *widths, const struct fg_tree *tree)
{
	uint64_t *self = fg_malloc(tree->count * sizeof *self);
	uint64_t *low = fg_malloc(tree->count * sizeof *low);
	uint64_t *high = fg_calloc(tree->count, sizeof *high);

	for (uint32_t i = 0; i < tree->count; i++) {
		uint64_t before = tree->self[0][i], after = tree->self[1][i];

		self[i] = low[i] = before > after ? before : after;
	}
	for (uint32_t i = tree->count; i-- > 1;) {
		uint32_t up = tree->parent[i];

		high[up] += high[i];
		high[up] += __builtin_add_overflow(low[up], low[i], &low[up]);
	}
	*widths = (struct widths){ self, low, high, { self, low, high } };
}

void widths_init(struct widths *widths, const struct fg_tree *tree,
		 enum diff_width which)
{
	if (tree->columns == 1)
		use_column(widths, tree, 0);
	else if (which == DIFF_MAX)
		use_larger(widths, tree);
	else
		use_column(widths, tree, which == DIFF_AFTER);
}

void widths_free(struct widths *widths)
{
	for (size_t i = 0; i < 3; i++)
		free(widths->own[i]);
	*widths = (struct widths){ 0 };
}
