/* SPDX-License-Identifier: MIT */
/*
 * Sorting stacks without comparing names more than once.
 *
 * First the names are ranked, so every stack is a sequence of ranks. Then as
 * many ranks as fit a 64-bit key are sorted at a time: sort a range by its
 * key, then sort each run of equal keys by the ranks after these. A list holds
 * the ranges still to sort, because the input decides how deep stacks are.
 *
 * FG_BY_LINE compares "a;b;c" as bytes. A name in a line is followed by ';',
 * or by nothing if it is the last. So each name gets two ranks, one for each
 * ending, from sorting the names with that ending. No name with its ending is
 * a prefix of another one (names have no ';'), so the first frame that differs
 * decides, as it does in the comparison of bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/stacks.h"
#include "fg/text.h"
#include "order_private.h"
#include "stacks_private.h"

struct item {
	uint64_t key;
	uint32_t id; /* a name and its ending, or a record's handle */
	uint32_t visible; /* number of frames that get a node */
};

/* Insertion sort is faster than counting bytes for up to this many items. */
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

/*
 * Radix sort, least significant byte first; skips bytes that are the same in
 * all items.
 */
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

/* Items [from, from + n) are equal in everything before `depth`. */
struct range {
	size_t from, n, depth;
};

/* Ranges that are still to be sorted. */
struct todo {
	struct range *ranges;
	size_t count, room;
};

static void todo_add(struct todo *todo, struct range r)
{
	FG_RESERVE(&todo->ranges, &todo->room, todo->count + 1);
	todo->ranges[todo->count++] = r;
}

/*
 * The name of an id. An id is 2 * name + ending; the ending is nothing or ';'.
 */
static fg_str name_of(const struct fg_frames *frames, uint32_t id)
{
	return fg_frames_name(frames, id / 2);
}

/* Compares two names that are equal in their first `depth` bytes. */
static int compare_endings(const struct fg_frames *frames, uint32_t a,
			   uint32_t b, size_t depth)
{
	fg_str x = name_of(frames, a), y = name_of(frames, b);
	size_t n = x.n < y.n ? x.n : y.n;
	int order = n > depth ? memcmp(x.p + depth, y.p + depth, n - depth) : 0;
	int after_x, after_y;

	if (order != 0)
		return order;
	after_x = n < x.n ? (unsigned char)x.p[n] : a % 2 ? ';' : -1;
	after_y = n < y.n ? (unsigned char)y.p[n] : b % 2 ? ';' : -1;
	return after_x - after_y;
}

/*
 * Merge sort of items that are equal in their first `depth` bytes; n log n,
 * stable.
 */
static void sort_by_ending(const struct fg_frames *frames, struct item *items,
			   struct item *spare, size_t n, size_t depth)
{
	struct item *from = items, *to = spare;

	for (size_t width = 1; width < n; width *= 2) {
		struct item *swap = from;

		for (size_t low = 0; low < n; low += 2 * width) {
			size_t mid = low + width < n ? low + width : n;
			size_t high = mid + width < n ? mid + width : n;
			size_t a = low, b = mid, at = low;

			while (a < mid && b < high)
				to[at++] = compare_endings(frames, from[a].id,
							   from[b].id,
							   depth) <= 0
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

/*
 * The next eight bytes as a key; the ending is part of the last bytes of a
 * name.
 */
static uint64_t name_key(fg_str name, uint32_t id, size_t depth)
{
	fg_str rest = fg_slice(name, depth, name.n);
	uint64_t key = fg_order_key(rest);

	if (rest.n < 8 && id % 2)
		key |= (uint64_t)';' << (56 - 8 * rest.n);
	return key;
}

/* Whether all of these names are longer than `depth` bytes. */
static bool all_longer(const struct fg_frames *frames, const struct item *items,
		       size_t n, size_t depth)
{
	for (size_t i = 0; i < n; i++) {
		if (name_of(frames, items[i].id).n <= depth)
			return false;
	}
	return true;
}

/*
 * From this many names on, counting the next bytes is faster than comparing
 * all of them.
 */
enum { MANY = 512 };

/*
 * Sorts by the next eight bytes, and queues ranges of equal keys. Where a name
 * ends, equal keys prove nothing; such ranges are compared, and so are small
 * ones.
 */
static void sort_names_range(const struct fg_frames *frames, struct todo *todo,
			     struct item *all, struct item *spare,
			     struct range r)
{
	struct item *items = all + r.from;

	for (size_t i = 0; i < r.n; i++)
		items[i].key = name_key(name_of(frames, items[i].id),
					items[i].id, r.depth);
	sort_items(items, spare, r.n);
	for (size_t i = 0, j; i < r.n; i = j) {
		for (j = i + 1; j < r.n && items[j].key == items[i].key;)
			j++;
		if (j - i == 1)
			continue;
		if (j - i > MANY &&
		    all_longer(frames, items + i, j - i, r.depth + 8))
			todo_add(todo, (struct range){ r.from + i, j - i,
						       r.depth + 8 });
		else
			sort_by_ending(frames, items + i, spare, j - i,
				       r.depth);
	}
}

/*
 * All names with each `ending` from 0 up to `endings`, sorted; the caller
 * frees them.
 */
static struct item *sort_names(const struct fg_frames *frames, size_t endings)
{
	size_t n = fg_frames_count(frames) * endings;
	struct item *items = fg_malloc(n * sizeof *items);
	struct item *spare = fg_malloc(n * sizeof *spare);
	struct todo todo = { 0 };

	for (size_t i = 0; i < n; i++)
		items[i].id = (uint32_t)(i / endings * 2 + i % endings);
	todo_add(&todo, (struct range){ 0, n, 0 });
	while (todo.count > 0)
		sort_names_range(frames, &todo, items, spare,
				 todo.ranges[--todo.count]);
	free(todo.ranges);
	free(spare);
	return items;
}

/* Fills rank[2 * id + ending] from 1 up for every name and these endings. */
static void rank_names(const struct fg_frames *frames, size_t endings,
		       uint32_t *rank)
{
	struct item *items = sort_names(frames, endings);

	for (size_t i = 0; i < fg_frames_count(frames) * endings; i++)
		rank[items[i].id] = (uint32_t)(i + 1);
	free(items);
}

fg_frame *fg_frames_sort(const struct fg_frames *frames)
{
	size_t n = fg_frames_count(frames);
	struct item *items = sort_names(frames, 1);
	fg_frame *sorted = fg_malloc(n * sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		sorted[i] = items[i].id / 2;
	free(items);
	return sorted;
}

struct sorter {
	const struct fg_stacks *stacks;
	enum fg_order order;
	uint64_t least; /* least weight of a visible node */
	const uint32_t *rank;
	unsigned bits; /* of a rank */
	unsigned step; /* ranks in a key */
	struct item *items, *spare;
	struct todo todo;
};

/*
 * A key of `step` ranks. A frame after the end has rank 0, which sorts lowest.
 */
static uint64_t record_key(const struct sorter *s, const struct record *record,
			   size_t depth)
{
	uint64_t key = 0;

	for (size_t d = depth; d < depth + s->step; d++) {
		bool more = s->order == FG_BY_LINE && d + 1 < record->depth;

		key <<= s->bits;
		if (d < record->depth)
			key |= s->rank[2 * (size_t)record->ids[d] + more];
	}
	return key;
}

static bool is_heavy(const struct sorter *s, const struct item *items, size_t n)
{
	uint64_t sum[2] = { 0, 0 };
	bool full = false;

	for (size_t i = 0; i < n; i++) {
		const struct record *record = fg_record(s->stacks, items[i].id);

		for (unsigned c = 0; c < 2; c++)
			sum[c] = fg_add_sat(
				sum[c], fg_record_weight(s->stacks, record, c),
				&full);
		if (sum[0] >= s->least || sum[1] >= s->least)
			return true;
	}
	return false;
}

/*
 * Takes a sorted range in which the first `known` frames of a key are visible,
 * and makes one more frame visible in each run that is heavy enough.
 */
static void reveal(const struct sorter *s, struct item *items, size_t n,
		   size_t depth, unsigned known)
{
	unsigned shift = s->bits * (s->step - known - 1);
	uint64_t rank = (UINT64_C(1) << s->bits) - 1;

	for (size_t i = 0, j; i < n; i = j) {
		uint64_t key = items[i].key >> shift;

		for (j = i + 1; j < n && items[j].key >> shift == key;)
			j++;
		if (items[i].visible != depth + known || (key & rank) == 0 ||
		    !is_heavy(s, items + i, j - i))
			continue;
		for (size_t k = i; k < j; k++)
			items[k].visible++;
	}
}

/* Sorts by the next frames; queues ranges that may still differ after them. */
static void sort_range(struct sorter *s, struct range r)
{
	uint64_t last = (UINT64_C(1) << s->bits) - 1;
	struct item *items = s->items + r.from;

	for (size_t i = 0; i < r.n; i++) {
		if (i + AHEAD < r.n)
			fg_record_ahead(s->stacks, items[i + AHEAD].id);
		items[i].key = record_key(s, fg_record(s->stacks, items[i].id),
					  r.depth);
	}
	sort_items(items, s->spare, r.n);
	for (unsigned known = 0; s->least && known < s->step; known++)
		reveal(s, items, r.n, r.depth, known);
	for (size_t i = 0, j; i < r.n; i = j) {
		size_t next = r.depth + s->step;

		for (j = i + 1; j < r.n && items[j].key == items[i].key;)
			j++;
		if ((items[i].key & last) == 0 ||
		    (s->least ? items[i].visible < next : j - i == 1))
			continue;
		todo_add(&s->todo, (struct range){ r.from + i, j - i, next });
	}
}

/*
 * The number of bits of the largest rank: at most 33, so that no shift is too
 * wide.
 */
static unsigned bits_of(size_t ranks)
{
	unsigned bits = 1;

	while (ranks >> bits)
		bits++;
	return bits;
}

static void sort_all(struct sorter *s)
{
	size_t names = fg_frames_count(s->stacks->frames);
	size_t endings = s->order == FG_BY_LINE ? 2 : 1;
	uint32_t *rank = fg_malloc(names * 2 * sizeof *rank);

	rank_names(s->stacks->frames, endings, rank);
	s->rank = rank;
	s->bits = bits_of(names * endings);
	s->step = 64 / s->bits;
	todo_add(&s->todo, (struct range){ 0, s->stacks->count, 0 });
	while (s->todo.count > 0)
		sort_range(s, s->todo.ranges[--s->todo.count]);
	free(s->todo.ranges);
	free(rank);
}

static struct placed *place_sorted(const struct fg_stacks *stacks,
				   enum fg_order order)
{
	struct placed *placed = fg_malloc(stacks->count * sizeof *placed);

	for (size_t i = 0; i < stacks->count; i++) {
		uint32_t handle = stacks->handles[i];

		placed[i].handle = handle;
		placed[i].visible = fg_record(stacks, handle)->depth;
	}
	if (order == FG_BY_FRAMES)
		fg_order_by_frames(stacks, placed);
	return placed;
}

struct placed *fg_stacks_place(const struct fg_stacks *stacks,
			       enum fg_order order, uint64_t least)
{
	size_t n = stacks->count;
	struct sorter s = { .stacks = stacks, .order = order, .least = least };
	struct placed *placed;

	if (stacks->is_sorted && least == 0)
		return place_sorted(stacks, order);
	s.items = fg_malloc(n * sizeof *s.items);
	s.spare = fg_malloc(n * sizeof *s.spare);
	for (size_t i = 0; i < n; i++)
		s.items[i] = (struct item){ .id = stacks->handles[i] };
	sort_all(&s);
	free(s.spare);
	placed = fg_malloc(n * sizeof *placed);
	for (size_t i = 0; i < n; i++) {
		const struct record *record = fg_record(stacks, s.items[i].id);

		placed[i].handle = s.items[i].id;
		placed[i].visible = least ? s.items[i].visible : record->depth;
	}
	free(s.items);
	return placed;
}

uint32_t *fg_stacks_sort(const struct fg_stacks *stacks, enum fg_order order)
{
	size_t n = stacks->count;
	struct placed *placed = fg_stacks_place(stacks, order, 0);
	uint32_t *sorted = fg_malloc(n * sizeof *sorted);

	for (size_t i = 0; i < n; i++)
		sorted[i] = fg_record(stacks, placed[i].handle)->index;
	free(placed);
	return sorted;
}
