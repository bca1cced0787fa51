/* SPDX-License-Identifier: MIT */
#include "description.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct hot {
	fg_frame name;
	fg_wide self;
};

enum { HOTTEST = 3 };

/* The sums of the samples taken in each name, by its id; to be freed. */
static fg_wide *sum_selves(const struct fg_stacks *stacks)
{
	unsigned column = fg_stacks_two_columns(stacks);
	size_t names = fg_frames_count(fg_stacks_names(stacks));
	fg_wide *sums = fg_calloc(names, sizeof *sums);

	for (size_t i = 0; i < fg_stacks_count(stacks); i++) {
		struct fg_stack stack = fg_stacks_get(stacks, i);

		if (stack.depth > 0)
			sums[stack.ids[stack.depth - 1]] +=
				stack.weight[column];
	}
	return sums;
}

/* Heavier names come first; names of equal weight in order of text. */
static bool is_before(const struct fg_frames *names, struct hot a, struct hot b)
{
	if (a.self != b.self)
		return a.self > b.self;
	return fg_compare(fg_frames_name(names, a.name),
			  fg_frames_name(names, b.name)) < 0;
}

/* The names with the most weight of their own, the heaviest first. */
static size_t find_hottest(const struct fg_stacks *stacks,
			   struct hot top[HOTTEST])
{
	const struct fg_frames *names = fg_stacks_names(stacks);
	fg_wide *sums = sum_selves(stacks);
	size_t count = 0;

	for (size_t id = 0; id < fg_frames_count(names); id++) {
		struct hot hot = { (fg_frame)id, sums[id] };
		size_t at = count;

		while (at > 0 && is_before(names, hot, top[at - 1]))
			at--;
		if (at == HOTTEST || hot.self == 0)
			continue;
		if (count < HOTTEST)
			count++;
		memmove(top + at + 1, top + at, (count - 1 - at) * sizeof *top);
		top[at] = hot;
	}
	free(sums);
	return count;
}

void description_put(struct fg_out *to, const struct fg_stacks *stacks,
		     const struct fg_tree *tree, const struct titles *titles)
{
	struct hot top[HOTTEST];
	size_t count = find_hottest(stacks, top);
	fg_wide weight[2] = { 0 };

	for (unsigned c = 0; c < tree->columns; c++)
		weight[c] = fg_tree_total(tree, 0, c);
	titles_root(to, titles, weight);
	fg_out_char(to, '.');
	for (size_t i = 0; i < count; i++) {
		fg_str name = fg_frames_name(tree->names, top[i].name);

		fg_out_puts(to, i ? FG_STR(", ") : FG_STR(" Hottest: "));
		fg_out_puts(to, titles_name(name));
		fg_out_char(to, ' ');
		titles_percent(to, top[i].self, weight[tree->columns - 1]);
		fg_out_char(to, '%');
	}
	if (count)
		fg_out_char(to, '.');
}
