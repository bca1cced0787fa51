/* SPDX-License-Identifier: MIT */
/*
 * From the order of lines to the order of frames. They differ only where the
 * name of a sibling is the beginning of another's, and the next byte of that
 * is less than ';':
 *
 *	a;b 1          a;b 1
 *	a;b-x 2        a;b;c 3        the group "a;b;" moves before the
 *	a;b-y;z 5      a;b-x 2        siblings that begin with "b"
 *	a;b;c 3        a;b-y;z 5
 *
 * One walk finds these groups. It keeps the siblings of each frame of the
 * current stack. Siblings behind which a group has moved are dropped, since
 * they begin with its name, so each is looked at once. A stack moves at most
 * once for each byte of its line.
 */
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "order_private.h"
#include "stacks_private.h"

struct sibling {
	fg_frame name;
	size_t start; /* where its group begins in the new order */
};

/* A frame of the current stack. */
struct open {
	size_t siblings; /* the index of the first of its siblings */
	size_t from, to; /* its group moves there when it ends; NOWHERE */
};

struct walk {
	const struct fg_stacks *stacks;
	struct placed *order;
	struct sibling *siblings; /* of all frames, one after the other */
	size_t count, room;
	struct open *open;
	size_t depth, open_room;
	struct placed *spare;
	size_t spare_room;
};

static const size_t nowhere = SIZE_MAX;

/* Moves [from, end) before [to, from). */
static void rotate(struct walk *w, size_t to, size_t from, size_t end)
{
	struct placed *order = w->order;
	size_t n = end - from;

	FG_RESERVE(&w->spare, &w->spare_room, n);
	memcpy(w->spare, order + from, n * sizeof *order);
	memmove(order + to + n, order + to, (from - to) * sizeof *order);
	memcpy(order + to, w->spare, n * sizeof *order);
}

/* Ends the groups of all frames from `depth` on, before stack number `end`. */
static void close_groups(struct walk *w, size_t depth, size_t end)
{
	for (; w->depth > depth; w->depth--) {
		const struct open *open = &w->open[w->depth - 1];

		if (open->to != nowhere)
			rotate(w, open->to, open->from, end);
	}
}

/* Whether `name` is the beginning of a longer name. */
static bool is_beginning(const struct walk *w, fg_frame name, fg_frame of)
{
	fg_str a = fg_frames_name(w->stacks->frames, name);
	fg_str b = fg_frames_name(w->stacks->frames, of);

	return a.n < b.n && fg_starts_with(b, a);
}

static void add_sibling(struct walk *w, fg_frame name, size_t start)
{
	FG_RESERVE(&w->siblings, &w->room, w->count + 1);
	w->siblings[w->count++] = (struct sibling){ name, start };
}

/* Opens a frame whose siblings begin at `first`, with stack number `at`. */
static void open_frame(struct walk *w, fg_frame name, size_t first, size_t at)
{
	struct open open = { first, at, nowhere };

	while (w->count > first &&
	       is_beginning(w, name, w->siblings[w->count - 1].name))
		open.to = w->siblings[--w->count].start;
	if (w->count == first || w->siblings[w->count - 1].name != name)
		add_sibling(w, name, open.to == nowhere ? at : open.to);
	FG_RESERVE(&w->open, &w->open_room, w->depth + 1);
	w->open[w->depth++] = open;
}

static void add_stack(struct walk *w, const struct record *record,
		      size_t shared, size_t at)
{
	size_t first = w->count;

	if (shared < w->depth) {
		first = w->open[shared].siblings;
		/* the siblings of deeper frames are over */
		if (shared + 1 < w->depth)
			w->count = w->open[shared + 1].siblings;
	}
	close_groups(w, shared, at);
	for (size_t d = shared; d < record->depth; d++) {
		open_frame(w, record->ids[d], first, at);
		first = w->count;
	}
}

void fg_order_by_frames(const struct fg_stacks *stacks, struct placed *order)
{
	struct walk w = { .stacks = stacks, .order = order };
	const struct record *before = NULL;
	size_t n = stacks->count;

	for (size_t i = 0; i < n; i++) {
		const struct record *record =
			fg_record(stacks, stacks->handles[i]);
		size_t shared = 0;

		while (before && shared < before->depth &&
		       shared < record->depth &&
		       before->ids[shared] == record->ids[shared])
			shared++;
		add_stack(&w, record, shared, i);
		before = record;
	}
	close_groups(&w, 0, n);
	free(w.siblings);
	free(w.open);
	free(w.spare);
}
