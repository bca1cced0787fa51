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

static void note_elsewhere(struct tally *tally, const struct diff *diff,
			   uint32_t number, enum measure measure, uint32_t item)
{
	struct fg_stack stack = fg_stacks_get(diff->stacks, number);

	for (unsigned side = 0; side < SIDES; side++)
		tally->elsewhere[measure][side][item] |= stack.weight[side] > 0;
}

/* A walk over stacks. */
struct walk {
	struct tally *tally;
	const struct diff *diff;
	const uint32_t *items;
	uint32_t *seen; /* the stack, plus one, in which an item was last */
	void (*visit)(struct tally *tally, const struct diff *diff,
		      uint32_t number, enum measure measure, uint32_t item);
};

static void walk_stack(const struct walk *walk, uint32_t number)
{
	struct fg_stack stack = fg_stacks_get(walk->diff->stacks, number);
	uint32_t item = TALLY_NONE;

	for (size_t d = 0; d < stack.depth; d++) {
		fg_frame id = stack.ids[d];

		item = walk->items ? walk->items[id] : id;
		if (item == TALLY_NONE || walk->seen[item] == number + 1)
			continue;
		walk->seen[item] = number + 1;
		walk->visit(walk->tally, walk->diff, number, TOTAL, item);
	}
	if (item != TALLY_NONE)
		walk->visit(walk->tally, walk->diff, number, SELF, item);
}

/* What is gone from the stacks that are shown may be in others. */
static void look_elsewhere(struct walk walk, size_t count)
{
	const struct diff *diff = walk.diff;
	size_t n = fg_stacks_count(diff->stacks);
	bool *kept = fg_calloc(n, sizeof *kept);

	for (unsigned m = 0; m < MEASURES; m++) {
		for (unsigned side = 0; side < SIDES; side++)
			walk.tally->elsewhere[m][side] =
				fg_calloc(count, sizeof(bool));
	}
	for (size_t i = 0; i < diff->kept_count; i++)
		kept[diff->kept[i]] = true;
	walk.visit = note_elsewhere;
	for (size_t i = 0; i < n; i++) {
		if (!kept[i])
			walk_stack(&walk, (uint32_t)i);
	}
	free(kept);
}

void tally_fill(struct tally *tally, const struct diff *diff,
		const uint32_t *items, size_t count)
{
	struct walk walk = { tally, diff, items, NULL, add };

	walk.seen = fg_calloc(count, sizeof *walk.seen);
	*tally = (struct tally){ .count = count };
	for (unsigned m = 0; m < MEASURES; m++) {
		for (unsigned side = 0; side < SIDES; side++)
			tally->units[m][side] =
				fg_calloc(count, sizeof(fg_wide));
		tally->runs[m] =
			fg_calloc(count * diff->run_count, sizeof(double));
	}
	for (size_t i = 0; i < diff->kept_count; i++)
		walk_stack(&walk, diff->kept[i]);
	if (diff->kept_count < fg_stacks_count(diff->stacks))
		look_elsewhere(walk, count);
	free(walk.seen);
}

void tally_free(struct tally *tally)
{
	for (unsigned m = 0; m < MEASURES; m++) {
		free(tally->units[m][BEFORE]);
		free(tally->units[m][AFTER]);
		free(tally->elsewhere[m][BEFORE]);
		free(tally->elsewhere[m][AFTER]);
		free(tally->runs[m]);
	}
	*tally = (struct tally){ 0 };
}
