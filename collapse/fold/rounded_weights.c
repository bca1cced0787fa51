/* SPDX-License-Identifier: MIT */
#include "rounded_weights.h"

#include <stdlib.h>

#include "fg/alloc.h"

static bool loses_stacks(const struct fg_stacks *from)
{
	uint64_t unit = fg_pow10(fg_stacks_scale(from));

	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		uint64_t weight = fg_stacks_get(from, i).weight[0];

		if (weight > 0 && weight * 2 < unit)
			return true;
	}
	return false;
}

static void add_rounded(struct fg_stacks *to, const struct fg_stacks *from)
{
	const struct fg_frames *names = fg_stacks_names(from);
	size_t count = fg_frames_count(names), room = 0;
	uint64_t unit = fg_pow10(fg_stacks_scale(from));
	fg_frame *map = fg_malloc(count * sizeof *map), *ids = NULL;

	for (size_t i = 0; i < count; i++)
		map[i] = fg_frames_intern(fg_stacks_frames(to),
					  fg_frames_name(names, (fg_frame)i));
	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		struct fg_stack s = fg_stacks_get(from, i);
		uint64_t whole = s.weight[0] / unit;

		whole += (s.weight[0] % unit) * 2 >= unit;
		FG_RESERVE(&ids, &room, s.depth);
		for (size_t d = 0; d < s.depth; d++)
			ids[d] = map[s.ids[d]];
		if (whole > 0)
			fg_stacks_add(to, ids, s.depth,
				      (struct fg_weight){ whole, 0 }, 0);
	}
	free(map);
	free(ids);
}

fg_status rounded_parse(struct collapse *c,
			fg_status (*parse)(struct collapse *c),
			enum rounded_small small)
{
	struct collapse exact = *c;
	fg_status status;

	exact.out = fg_stacks_new(c->options->no_aggregate ? FG_KEEP_ORDER
							   : FG_FOLD);
	status = parse(&exact);
	if (small == SMALL_KEPT && loses_stacks(exact.out))
		fg_stacks_merge(c->out, exact.out);
	else
		add_rounded(c->out, exact.out);
	fg_stacks_free(exact.out);
	return status;
}
