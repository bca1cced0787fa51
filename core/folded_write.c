/* SPDX-License-Identifier: MIT */
/*
 * Writes a profile as folded lines. Sorted order visits the records at random,
 * so they are prefetched.
 */
#include <stdlib.h>

#include "fg/folded.h"
#include "fg/out.h"
#include "fg/text.h"
#include "order_private.h"
#include "stacks_private.h"

/*
 * Writes a name with a blank for each LF, which would end the line.
 * `line_feeds` false: there is none.
 */
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

/* The stacks in the order in which they are written. */
struct lines {
	const struct fg_stacks *stacks;
	const struct placed *order; /* order of arrival */
	bool line_feeds;
};

static const struct record *record_at(const struct lines *lines, size_t i)
{
	return fg_record(lines->stacks, lines->order
						? lines->order[i].handle
						: lines->stacks->handles[i]);
}

static void put_line(const void *ctx, struct fg_out *out, size_t i)
{
	const struct lines *lines = ctx;

	if (i + AHEAD < lines->stacks->count)
		FG_PREFETCH(record_at(lines, i + AHEAD));
	put_record(out, lines->stacks, record_at(lines, i), lines->line_feeds);
}

void fg_out_folded(struct fg_out *out, const struct fg_stacks *stacks,
		   unsigned threads)
{
	struct placed *order = fg_stacks_in_order(stacks)
				       ? NULL
				       : fg_stacks_place(stacks, FG_BY_LINE, 0);
	struct lines lines = { stacks, order, has_line_feed(stacks->frames) };

	fg_out_items(out, stacks->count, threads, put_line, &lines);
	free(order);
}
