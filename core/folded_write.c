/* SPDX-License-Identifier: MIT */
/* Sorted order visits the records at random, hence the asking ahead. */
#include <stdlib.h>

#include "fg/folded.h"
#include "fg/out.h"
#include "fg/text.h"
#include "store.h"

/* LF would end the line; so it becomes a blank, where there is any. */
static void put_name(struct fg_out *out, fg_str name, bool line_feeds)
{
	if (!line_feeds) {
		fg_out_puts(out, name);
		return;
	}
	for (size_t i = 0; i < name.n; i++)
		fg_out_char(out, name.p[i] == '\n' ? ' ' : name.p[i]);
}

static bool has_line_feed(const struct fg_frames *frames)
{
	for (size_t i = 0; i < fg_frames_count(frames); i++) {
		fg_str name = fg_frames_name(frames, (fg_frame)i);

		if (fg_find_char(name, '\n') < name.n)
			return true;
	}
	return false;
}

static void put_stack(struct fg_out *out, const struct fg_frames *names,
		      const fg_frame *ids, size_t depth, bool line_feeds)
{
	for (size_t d = 0; d < depth; d++) {
		if (d > 0)
			fg_out_char(out, ';');
		put_name(out, fg_frames_name(names, ids[d]), line_feeds);
	}
	/* "# name 5" would be a comment, "# name; 5" is the same stack */
	if (depth == 1 &&
	    fg_folded_is_comment(fg_trim(fg_frames_name(names, *ids))))
		fg_out_char(out, ';');
}

void fg_out_stack(struct fg_out *out, const struct fg_frames *names,
		  const fg_frame *ids, size_t depth)
{
	put_stack(out, names, ids, depth, false);
}

static void put_record(struct fg_out *out, const struct fg_stacks *stacks,
		       const struct record *record, bool line_feeds)
{
	put_stack(out, stacks->frames, record->ids, record->depth, line_feeds);
	for (unsigned c = 0; c < (stacks->second ? 2 : 1); c++) {
		fg_out_char(out, ' ');
		fg_out_number(out, fg_record_weight(stacks, record, c),
			      stacks->scale);
	}
	fg_out_char(out, '\n');
}

static void put_sorted(struct fg_out *out, const struct fg_stacks *stacks,
		       bool line_feeds)
{
	struct placed *order = fg_stacks_place(stacks, FG_BY_LINE, 0);

	for (size_t i = 0; i < stacks->count; i++) {
		if (i + AHEAD < stacks->count)
			fg_record_ahead(stacks, order[i + AHEAD].handle);
		put_record(out, stacks, fg_record(stacks, order[i].handle),
			   line_feeds);
	}
	free(order);
}

void fg_out_folded(struct fg_out *out, const struct fg_stacks *stacks)
{
	bool line_feeds = has_line_feed(stacks->frames);

	if (!fg_stacks_in_order(stacks)) {
		put_sorted(out, stacks, line_feeds);
		return;
	}
	for (size_t i = 0; i < stacks->count; i++)
		put_record(out, stacks, fg_record(stacks, stacks->handles[i]),
			   line_feeds);
}
