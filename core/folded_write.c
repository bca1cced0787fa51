/* SPDX-License-Identifier: MIT */
/* Sorted order visits the records at random, hence the asking ahead. */
#include <stdlib.h>

#include "fg/out.h"
#include "store.h"

static void put_record(struct fg_out *out, const struct fg_stacks *stacks,
		       const struct record *record)
{
	for (uint32_t d = 0; d < record->depth; d++) {
		if (d > 0)
			fg_out_char(out, ';');
		fg_out_puts(out,
			    fg_frames_name(stacks->frames, record->ids[d]));
	}
	for (unsigned c = 0; c < (stacks->second ? 2 : 1); c++) {
		fg_out_char(out, ' ');
		fg_out_number(out, fg_record_weight(stacks, record, c),
			      stacks->scale);
	}
	fg_out_char(out, '\n');
}

static void put_sorted(struct fg_out *out, const struct fg_stacks *stacks)
{
	struct placed *order = fg_stacks_place(stacks, FG_BY_LINE, 0);

	for (size_t i = 0; i < stacks->count; i++) {
		if (i + AHEAD < stacks->count)
			fg_record_ahead(stacks, order[i + AHEAD].handle);
		put_record(out, stacks, fg_record(stacks, order[i].handle));
	}
	free(order);
}

void fg_out_folded(struct fg_out *out, const struct fg_stacks *stacks)
{
	if (!fg_stacks_in_order(stacks)) {
		put_sorted(out, stacks);
		return;
	}
	for (size_t i = 0; i < stacks->count; i++)
		put_record(out, stacks, fg_record(stacks, stacks->handles[i]));
}
