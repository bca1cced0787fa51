/* SPDX-License-Identifier: MIT */
#include "fg/slices.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/order.h"
#include "fg/text.h"

enum { DIGITS = 16 }; /* of a 64-bit number */

/* The mark, whether there is a time, time and length; then the thread. */
enum { MARK_SIZE = 2 + 2 * DIGITS };

fg_frame fg_slice_mark(struct fg_frames *frames, const struct fg_slice_key *key)
{
	struct fg_buffer name = { 0 };
	char head[MARK_SIZE + 1];
	fg_frame id;

	(void)snprintf(head, sizeof head,
		       FG_SLICE_MARK "%c%016" PRIx64 "%016" PRIx64,
		       key->has_time ? 't' : '-',
		       (uint64_t)(key->has_time ? key->time : 0),
		       (uint64_t)(key->has_time ? key->length : 0));
	fg_buffer_append(&name, fg_from_c(head));
	fg_buffer_append(&name, key->thread);
	id = fg_frames_intern(frames, fg_buffer_text(&name));
	free(name.p);
	return id;
}

bool fg_slice_read_mark(fg_str name, struct fg_slice_key *key)
{
	uint64_t time, length;

	if (!fg_starts_with(name, FG_STR(FG_SLICE_MARK)) || name.n < MARK_SIZE)
		return false;
	if (!fg_parse_hex(fg_slice(name, 2, 2 + DIGITS), &time) ||
	    !fg_parse_hex(fg_slice(name, 2 + DIGITS, MARK_SIZE), &length))
		return false;
	*key = (struct fg_slice_key){
		.has_time = name.p[1] == 't',
		.time = (int64_t)time,
		.length = (int64_t)length,
		.thread = fg_slice(name, MARK_SIZE, name.n),
	};
	return true;
}

/* Reads a key of all frames of the marked profile as it goes. */
struct taking {
	struct fg_slices *slices;
	const struct fg_stacks *from;
	struct fg_stacks *to;
	fg_frame *map; /* by id: the frame in `to`, or the slice */
	bool *known;
	size_t unmarked; /* slice of stacks without a mark, plus 1; or 0 */
	fg_frame *ids; /* buffer for a stack */
	size_t id_room;
	uint32_t *of; /* the slice of each weight */
	size_t of_room;
};

static uint32_t add_slice(struct fg_slices *slices,
			  const struct fg_slice_key *key)
{
	struct fg_slice slice = { .key = *key };

	if (key->thread.n > 0) {
		if (!slices->threads)
			slices->threads = fg_frames_new();
		slice.key.thread = fg_frames_name(
			slices->threads,
			fg_frames_intern(slices->threads, key->thread));
	}
	FG_RESERVE(&slices->items, &slices->room, slices->count + 1);
	slices->items[slices->count] = slice;
	return (uint32_t)slices->count++;
}

static uint32_t unmarked_slice(struct taking *t)
{
	if (t->unmarked == 0)
		t->unmarked =
			add_slice(t->slices, &(struct fg_slice_key){ 0 }) + 1;
	return (uint32_t)t->unmarked - 1;
}

static bool is_mark(const struct taking *t, fg_frame id)
{
	return fg_starts_with(fg_frames_name(fg_stacks_names(t->from), id),
			      FG_STR(FG_SLICE_MARK));
}

static fg_frame mapped(struct taking *t, fg_frame id)
{
	fg_str name = fg_frames_name(fg_stacks_names(t->from), id);
	struct fg_slice_key key;

	if (t->known[id])
		return t->map[id];
	t->known[id] = true;
	if (!is_mark(t, id))
		t->map[id] = fg_frames_intern(fg_stacks_frames(t->to), name);
	else if (fg_slice_read_mark(name, &key))
		t->map[id] = add_slice(t->slices, &key);
	return t->map[id];
}

/* Adds one stack; where it has no mark, it is in no slice. */
static void take_stack(struct taking *t, size_t i)
{
	struct fg_stack s = fg_stacks_get(t->from, i);
	bool marked = s.depth > 0 && is_mark(t, s.ids[0]);
	unsigned scale = fg_stacks_scale(t->from);
	struct fg_weight w[2] = { { s.weight[0], scale },
				  { s.weight[1], scale } };
	size_t first = marked, depth = s.depth - first, at;

	FG_RESERVE(&t->ids, &t->id_room, depth + 1);
	for (size_t d = 0; d < depth; d++)
		t->ids[d] = mapped(t, s.ids[first + d]);
	if (fg_stacks_two_columns(t->from)) {
		fg_stacks_add2(t->to, t->ids, depth, w[0], w[1]);
		return;
	}
	at = t->slices->weight_count++;
	FG_RESERVE(&t->slices->weights, &t->slices->weight_room, at + 1);
	FG_RESERVE(&t->of, &t->of_room, at + 1);
	t->of[at] = marked ? mapped(t, s.ids[0]) : unmarked_slice(t);
	t->slices->weights[at] = (struct fg_slice_weight){
		.weight = s.weight[0],
		.stack = (uint32_t)fg_stacks_add(t->to, t->ids, depth, w[0], 0),
	};
}

static int by_key(const void *a, const void *b)
{
	const struct fg_slice_key *x = &((const struct fg_slice *)a)->key;
	const struct fg_slice_key *y = &((const struct fg_slice *)b)->key;
	int order;

	if (x->has_time != y->has_time)
		return x->has_time ? 1 : -1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	order = fg_compare(x->thread, y->thread);
	if (order != 0)
		return order;
	return (x->length > y->length) - (x->length < y->length);
}

/* A weight with its place in the order of lines. */
struct ranked {
	uint32_t rank;
	struct fg_slice_weight weight;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Sorts the weights of a slice by line, and adds up those of one stack. */
static size_t sort_weights(struct fg_slice_weight *weights, size_t count,
			   const uint32_t *ranks, struct ranked *room)
{
	bool capped = false; /* the profile is capped then, too, and says so */
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		room[i] =
			(struct ranked){ ranks[weights[i].stack], weights[i] };
	if (count > 1)
		qsort(room, count, sizeof *room, by_rank);
	for (size_t i = 0; i < count; i++) {
		if (n > 0 && weights[n - 1].stack == room[i].weight.stack)
			weights[n - 1].weight =
				fg_add_sat(weights[n - 1].weight,
					   room[i].weight.weight, &capped);
		else
			weights[n++] = room[i].weight;
	}
	return n;
}

static uint32_t *ranks_of(const struct fg_stacks *stacks)
{
	size_t count = fg_stacks_count(stacks);
	uint32_t *order = fg_stacks_sort(stacks, FG_BY_LINE);
	uint32_t *ranks = fg_malloc((count + 1) * sizeof *ranks);

	for (size_t i = 0; i < count; i++)
		ranks[order[i]] = (uint32_t)i;
	free(order);
	return ranks;
}

/* Puts each slice's weights in order of the line. */
static void sort_all(struct fg_slices *slices, const struct fg_stacks *plain)
{
	uint32_t *ranks = ranks_of(plain);
	struct ranked *room =
		fg_malloc((slices->weight_count + 1) * sizeof *room);
	size_t used = 0;

	for (size_t i = 0; i < slices->count; i++) {
		struct fg_slice *slice = &slices->items[i];
		struct fg_slice_weight *from = slices->weights + slice->first;
		size_t n = sort_weights(from, slice->count, ranks, room);

		memmove(slices->weights + used, from, n * sizeof *from);
		slice->first = used;
		slice->count = n;
		used += n;
	}
	slices->weight_count = used;
	free(room);
	free(ranks);
}

/* Puts the weights of each slice together; `of` is the slice of each. */
static void group(struct fg_slices *slices, const uint32_t *of)
{
	struct fg_slice_weight *sorted =
		fg_malloc((slices->weight_count + 1) * sizeof *sorted);
	size_t start = 0;

	for (size_t i = 0; i < slices->weight_count; i++)
		slices->items[of[i]].count++;
	for (size_t i = 0; i < slices->count; i++) {
		slices->items[i].first = start;
		start += slices->items[i].count;
		slices->items[i].count = 0;
	}
	for (size_t i = 0; i < slices->weight_count; i++) {
		struct fg_slice *slice = &slices->items[of[i]];

		sorted[slice->first + slice->count++] = slices->weights[i];
	}
	free(slices->weights);
	slices->weights = sorted;
	slices->weight_room = slices->weight_count + 1;
}

/*
 * Sorts the slices, and puts those with equal keys together: their weights
 * are next to each other then.
 */
static void join_equal(struct fg_slices *slices)
{
	struct fg_slice_weight *sorted =
		fg_malloc((slices->weight_count + 1) * sizeof *sorted);
	size_t used = 0, n = 0;

	if (slices->count > 1)
		qsort(slices->items, slices->count, sizeof *slices->items,
		      by_key);
	for (size_t i = 0; i < slices->count; i++) {
		struct fg_slice *slice = &slices->items[i];

		memcpy(sorted + used, slices->weights + slice->first,
		       slice->count * sizeof *sorted);
		slice->first = used;
		used += slice->count;
		if (n > 0 && by_key(&slices->items[n - 1], slice) == 0)
			slices->items[n - 1].count += slice->count;
		else
			slices->items[n++] = *slice;
	}
	slices->count = n;
	free(slices->weights);
	slices->weights = sorted;
	slices->weight_room = slices->weight_count + 1;
}

void fg_slices_take(struct fg_slices *slices, const struct fg_stacks *marked,
		    struct fg_stacks *plain)
{
	size_t names = fg_frames_count(fg_stacks_names(marked));
	struct taking t = {
		.slices = slices,
		.from = marked,
		.to = plain,
		.map = fg_calloc(names + 1, sizeof *t.map),
		.known = fg_calloc(names + 1, sizeof *t.known),
	};

	fg_stacks_refine(plain, fg_stacks_scale(marked));
	for (size_t i = 0; i < fg_stacks_count(marked); i++)
		take_stack(&t, i);
	group(slices, t.of);
	join_equal(slices);
	sort_all(slices, plain);
	free(t.map);
	free(t.known);
	free(t.ids);
	free(t.of);
}

/* Sums equal slices again after their keys changed. */
static void join(struct fg_slices *slices, const struct fg_stacks *plain)
{
	join_equal(slices);
	sort_all(slices, plain);
}

/* Rounds towards minus infinity to a multiple of `step`. */
static int64_t round_down(int64_t value, int64_t step)
{
	int64_t rest = value % step;

	if (rest < 0)
		rest += step;
	return value < INT64_MIN + rest ? INT64_MIN : value - rest;
}

void fg_slices_coarsen(struct fg_slices *slices, const struct fg_stacks *plain,
		       int64_t length)
{
	for (size_t i = 0; i < slices->count; i++) {
		struct fg_slice_key *key = &slices->items[i].key;

		if (!key->has_time)
			continue;
		key->time = round_down(key->time, length);
		key->length = length;
	}
	join(slices, plain);
}

void fg_slices_shift(struct fg_slices *slices, int64_t base)
{
	for (size_t i = 0; i < slices->count; i++) {
		struct fg_slice_key *key = &slices->items[i].key;

		if (key->has_time &&
		    __builtin_sub_overflow(key->time, base, &key->time))
			key->time = base < 0 ? INT64_MAX : INT64_MIN;
	}
}

size_t fg_slices_times(const struct fg_slices *slices)
{
	size_t times = 0;

	for (size_t i = 0; i < slices->count; i++) {
		const struct fg_slice_key *key = &slices->items[i].key;

		times += key->has_time &&
			 (i == 0 || !slices->items[i - 1].key.has_time ||
			  slices->items[i - 1].key.time != key->time);
	}
	return times;
}

bool fg_slices_start(const struct fg_slices *slices, int64_t *time)
{
	for (size_t i = 0; i < slices->count; i++) {
		if (slices->items[i].key.has_time) {
			*time = slices->items[i].key.time;
			return true;
		}
	}
	return false;
}

void fg_slices_forget_lone_thread(struct fg_slices *slices,
				  const struct fg_stacks *plain)
{
	if (!slices->threads || fg_frames_count(slices->threads) > 1)
		return;
	for (size_t i = 0; i < slices->count; i++)
		slices->items[i].key.thread = (fg_str){ 0 };
	fg_frames_free(slices->threads);
	slices->threads = NULL;
	join(slices, plain);
}

bool fg_slices_any(const struct fg_slices *slices)
{
	return slices->count > 1 ||
	       (slices->count == 1 && (slices->items[0].key.has_time ||
				       slices->items[0].key.thread.n > 0));
}

void fg_slices_free(struct fg_slices *slices)
{
	free(slices->items);
	free(slices->weights);
	fg_frames_free(slices->threads);
	*slices = (struct fg_slices){ 0 };
}
