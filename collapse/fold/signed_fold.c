/* SPDX-License-Identifier: MIT */
/* Column 0 sums the negative weights, column 1 the positive ones. */
#include "signed_fold.h"

#include <inttypes.h>
#include <stdlib.h>

#include "fg/alloc.h"

void signed_begin(struct signed_fold *fold, struct collapse *c)
{
	fold->c = *c;
	fold->target = c;
	fold->c.out = fg_stacks_new(c->options->no_aggregate ? FG_KEEP_ORDER
							     : FG_FOLD);
}

void signed_flush(struct stackbuf *stack, enum stack_order order,
		  int64_t weight, unsigned scale)
{
	const struct fg_weight zero = { 0, 0 };
	struct fg_weight size = { weight < 0 ? -(uint64_t)weight
					     : (uint64_t)weight,
				  scale };

	if (weight < 0)
		stackbuf_flush2(stack, order, size, zero);
	else
		stackbuf_flush2(stack, order, zero, size);
}

static fg_frame *translate(const struct fg_stacks *from, struct fg_stacks *to)
{
	const struct fg_frames *names = fg_stacks_names(from);
	size_t count = fg_frames_count(names);
	fg_frame *map = fg_malloc(count * sizeof *map);

	for (size_t i = 0; i < count; i++)
		map[i] = fg_frames_intern(fg_stacks_frames(to),
					  fg_frames_name(names, (fg_frame)i));
	return map;
}

/* The weight that is left out. */
struct loss {
	uint64_t stacks;
	uint64_t weight;
	bool saturated;
};

static void move_sums(const struct fg_stacks *from, struct fg_stacks *to,
		      struct loss *loss)
{
	fg_frame *map = translate(from, to), *ids = NULL;
	size_t room = 0;

	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		struct fg_stack s = fg_stacks_get(from, i);
		uint64_t below = s.weight[0], above = s.weight[1];

		if (below > above) {
			loss->stacks++;
			loss->weight = fg_add_sat(loss->weight, below - above,
						  &loss->saturated);
		}
		if (below >= above)
			continue;
		FG_RESERVE(&ids, &room, s.depth);
		for (size_t d = 0; d < s.depth; d++)
			ids[d] = map[s.ids[d]];
		fg_stacks_add(to, ids, s.depth,
			      (struct fg_weight){ above - below,
						  fg_stacks_scale(from) },
			      0);
	}
	free(ids);
	free(map);
}

void signed_end(struct signed_fold *fold, struct fg_loc loc)
{
	unsigned scale = fg_stacks_scale(fold->c.out);
	struct loss loss = { 0 };
	char sum[FG_NUMBER_ROOM];

	move_sums(fold->c.out, fold->target->out, &loss);
	fg_stacks_free(fold->c.out);
	(void)fg_write_number(sum, loss.weight, scale);
	if (loss.stacks > 0)
		fg_warn(fold->c.diag, loc,
			"%" PRIu64 " stacks have negative weights, -%s in "
			"total; they are left out",
			loss.stacks, sum);
}
