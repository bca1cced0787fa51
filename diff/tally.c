/* SPDX-License-Identifier: MIT */
#include "tally.h"

#include <stdlib.h>

#include "fg/alloc.h"

static void add(struct tally *tally, const struct diff *diff, uint32_t number,
		enum measure measure, uint32_t item)
{
	struct fg_stack stack = fg_stacks_get(diff->stacks, number);
	double *runs = tally->runs[measure] + item * diff->run_count;

	tally->units[measure][BEFORE][item] += stack.weight[BEFORE];
	tally->units[measure][AFTER][item] += stack.weight[AFTER];
	for (size_t r = 0; r < diff->run_count; r++) {
		if (number < diff->runs[r].count)
			runs[r] += diff->runs[r].weight[number];
	}
}

void tally_fill(struct tally *tally, const struct diff *diff,
		const uint32_t *items, size_t count)
{
	/* the stack, plus one, in which an item was seen last */
	uint32_t *seen = fg_calloc(count, sizeof *seen);

	tally->count = count;
	for (unsigned m = 0; m < MEASURES; m++) {
		for (unsigned side = 0; side < SIDES; side++)
			tally->units[m][side] =
				fg_calloc(count, sizeof(fg_wide));
		tally->runs[m] =
			fg_calloc(count * diff->run_count, sizeof(double));
	}
	for (size_t i = 0; i < diff->kept_count; i++) {
		uint32_t number = diff->kept[i], item = TALLY_NONE;
		struct fg_stack stack = fg_stacks_get(diff->stacks, number);

		for (size_t d = 0; d < stack.depth; d++) {
			item = items ? items[stack.ids[d]] : stack.ids[d];
			if (item == TALLY_NONE || seen[item] == number + 1)
				continue;
			seen[item] = number + 1;
			add(tally, diff, number, TOTAL, item);
		}
		if (item != TALLY_NONE)
			add(tally, diff, number, SELF, item);
	}
	free(seen);
}

void tally_free(struct tally *tally)
{
	for (unsigned m = 0; m < MEASURES; m++) {
		free(tally->units[m][BEFORE]);
		free(tally->units[m][AFTER]);
		free(tally->runs[m]);
	}
	*tally = (struct tally){ 0 };
}
