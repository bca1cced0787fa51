/* SPDX-License-Identifier: MIT */
/*
 * Sorting stacks without comparing names more than once.
 *
 * First the names are ranked; then every stack is a sequence of ranks, and
 * sorting goes two ranks (one 64-bit key) at a time: sort a range by its key,
 * then look at each run of equal keys two frames further on. Ranges to do are
 * kept on a list of our own, because the input decides how deep stacks are.
 *
 * FG_BY_LINE compares "a;b;c" as bytes. What follows a name there is ';', or
 * nothing for the last; so each name gets two ranks, one for either case,
 * from sorting the names with that ending. No two endings are a beginning of
 * each other (names hold no ';'), hence the first frame that differs decides,
 * as it must.
 */
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/stacks.h"
#include "fg/text.h"

struct item {
	uint64_t key;
	uint32_t index;
};

/* For up to some dozens of items this beats counting bytes. */
enum { FEW = 40 };

static void sort_few(struct item *items, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct item item = items[i];
		size_t at = i;

		for (; at > 0 && items[at - 1].key > item.key; at--)
			items[at] = items[at - 1];
		items[at] = item;
	}
}

/* Least significant byte first, leaving out bytes that are all the same. */
static void sort_many(struct item *items, struct item *spare, size_t n)
{
	size_t counts[8][256] = { 0 };
	struct item *from = items, *to = spare;

	for (size_t i = 0; i < n; i++) {
		for (unsigned b = 0; b < 8; b++)
			counts[b][items[i].key >> (8 * b) & 255]++;
	}
	for (unsigned b = 0; b < 8; b++) {
		size_t at = 0;
		struct item *swap = from;

		if (counts[b][from[0].key >> (8 * b) & 255] == n)
			continue;
		for (unsigned v = 0; v < 256; v++) {
			size_t count = counts[b][v];

			counts[b][v] = at;
			at += count;
		}
		for (size_t i = 0; i < n; i++)
			to[counts[b][from[i].key >> (8 * b) & 255]++] = from[i];
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, n * sizeof *items);
}

/* Stable. `spare` has room for n items. */
static void sort_items(struct item *items, struct item *spare, size_t n)
{
	if (n <= FEW)
		sort_few(items, n);
	else
		sort_many(items, spare, n);
}

/* Items [from, from + n) agree in everything before `depth`. */
struct range {
	size_t from, n, depth;
};

struct sorter {
	struct item *items, *spare;
	struct range *todo;
	size_t todo_count, todo_room;
};

static void push_range(struct sorter *s, size_t from, size_t n, size_t depth)
{
	FG_RESERVE(&s->todo, &s->todo_room, s->todo_count + 1);
	s->todo[s->todo_count++] = (struct range){ from, n, depth };
}

/* Queues each run of equal keys that may still differ further on. */
static void push_runs(struct sorter *s, struct range r, size_t step,
		      uint64_t end_mask)
{
	const struct item *items = s->items + r.from;

	for (size_t i = 0, j; i < r.n; i = j) {
		for (j = i + 1; j < r.n && items[j].key == items[i].key;)
			j++;
		if (j - i > 1 && (items[i].key & end_mask) != 0)
			push_range(s, r.from + i, j - i, r.depth + step);
	}
}

/*
 * Eight bytes of a name as a number, of which big-endian order is byte order.
 * After the end come zeros; a name with NUL bytes is told apart later.
 */
static uint64_t name_key(fg_str name, size_t depth)
{
	uint64_t key = 0;

	for (size_t i = 0; i < 8; i++) {
		key <<= 8;
		if (depth + i < name.n)
			key |= (unsigned char)name.p[depth + i];
	}
	return key;
}

/* A name and what follows it: nothing, or ';'. Index is 2 * id + ending. */
static int compare_endings(const struct fg_frames *frames, uint32_t a,
			   uint32_t b)
{
	fg_str x = fg_frames_name(frames, a / 2);
	fg_str y = fg_frames_name(frames, b / 2);
	size_t n = x.n < y.n ? x.n : y.n;
	int order = n ? memcmp(x.p, y.p, n) : 0;
	int after_x, after_y;

	if (order != 0)
		return order;
	after_x = n < x.n ? (unsigned char)x.p[n] : a % 2 ? ';' : -1;
	after_y = n < y.n ? (unsigned char)y.p[n] : b % 2 ? ';' : -1;
	return after_x - after_y;
}

/* Merge sort of names that agree in their first bytes; n log n, stable. */
static void sort_by_ending(const struct fg_frames *frames, struct item *items,
			   struct item *spare, size_t n)
{
	struct item *from = items, *to = spare;

	for (size_t width = 1; width < n; width *= 2) {
		struct item *swap = from;

		for (size_t low = 0; low < n; low += 2 * width) {
			size_t mid = low + width < n ? low + width : n;
			size_t high = mid + width < n ? mid + width : n;
			size_t a = low, b = mid, at = low;

			while (a < mid && b < high)
				to[at++] = compare_endings(frames,
							   from[a].index,
							   from[b].index) <= 0
						   ? from[a++]
						   : from[b++];
			while (a < mid)
				to[at++] = from[a++];
			while (b < high)
				to[at++] = from[b++];
		}
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, n * sizeof *items);
}

/* Fills rank[2 * id + ending] from 1 up for every name and ending. */
static void rank_names(const struct fg_frames *frames, uint32_t *rank)
{
	size_t names = fg_frames_count(frames), n = names * 2;
	struct item *items = fg_malloc(n * sizeof *items);
	struct item *spare = fg_malloc(n * sizeof *spare);

	for (size_t i = 0; i < n; i++) {
		fg_str name = fg_frames_name(frames, (fg_frame)(i / 2));

		items[i] = (struct item){ name_key(name, 0), (uint32_t)i };
		/* the ending belongs to the key of a short name */
		if (name.n < 8 && i % 2)
			items[i].key |= (uint64_t)';' << (56 - 8 * name.n);
	}
	sort_items(items, spare, n);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && items[j].key == items[i].key;)
			j++;
		sort_by_ending(frames, items + i, spare, j - i);
	}
	for (size_t i = 0; i < n; i++)
		rank[items[i].index] = (uint32_t)(i + 1);
	free(items);
	free(spare);
}

/* Two ranks; 0 for a frame past the end, which sorts lowest. */
static uint64_t stack_key(const struct fg_stack *stack, size_t depth,
			  const uint32_t *rank, enum fg_order order)
{
	uint64_t key = 0;

	for (size_t d = depth; d < depth + 2; d++) {
		bool more = order == FG_BY_FRAMES ? 0 : d + 1 < stack->depth;

		key <<= 32;
		if (d < stack->depth)
			key |= rank[2 * (size_t)stack->ids[d] + more];
	}
	return key;
}

uint32_t *fg_stacks_sort(const struct fg_stacks *stacks, enum fg_order order)
{
	const struct fg_frames *frames = fg_stacks_names(stacks);
	size_t n = fg_stacks_count(stacks);
	uint32_t *rank = fg_malloc(fg_frames_count(frames) * 2 * sizeof *rank);
	uint32_t *sorted = fg_malloc(n * sizeof *sorted);
	struct sorter s = { 0 };

	rank_names(frames, rank);
	s.items = fg_malloc(n * sizeof *s.items);
	s.spare = fg_malloc(n * sizeof *s.spare);
	for (size_t i = 0; i < n; i++)
		s.items[i].index = (uint32_t)i;
	push_range(&s, 0, n, 0);
	while (s.todo_count > 0) {
		struct range r = s.todo[--s.todo_count];

		for (size_t i = r.from; i < r.from + r.n; i++) {
			struct fg_stack stack =
				fg_stacks_get(stacks, s.items[i].index);

			s.items[i].key =
				stack_key(&stack, r.depth, rank, order);
		}
		sort_items(s.items + r.from, s.spare, r.n);
		push_runs(&s, r, 2, UINT32_MAX);
	}
	for (size_t i = 0; i < n; i++)
		sorted[i] = s.items[i].index;
	free(s.todo);
	free(s.items);
	free(s.spare);
	free(rank);
	return sorted;
}
