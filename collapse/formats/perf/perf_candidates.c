/* SPDX-License-Identifier: MIT */
#include "perf_candidates.h"

#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"

void perf_candidates_init(struct perf_candidates *candidates,
			  struct fg_stacks *stacks)
{
	*candidates = (struct perf_candidates){
		.ahead = stacks,
		.key = PERF_KEY_NONE,
		.rank = UINT32_MAX,
	};
}

void perf_candidates_free(struct perf_candidates *candidates)
{
	fg_stacks_free(candidates->others);
	free(candidates->ids);
}

static struct fg_stacks *new_others(const struct perf_candidates *candidates)
{
	return fg_stacks_new(fg_stacks_in_order(candidates->ahead)
				     ? FG_KEEP_ORDER
				     : FG_FOLD);
}

static void add_other(struct perf_candidates *candidates, uint32_t key,
		      const fg_frame *ids, size_t depth,
		      struct fg_weight weight)
{
	if (!candidates->others)
		candidates->others = new_others(candidates);
	FG_RESERVE(&candidates->ids, &candidates->room, depth + 1);
	candidates->ids[0] = key;
	if (depth > 0)
		memcpy(candidates->ids + 1, ids, depth * sizeof *ids);
	fg_stacks_add(candidates->others, candidates->ids, depth + 1, weight,
		      0);
}

void perf_candidates_add(struct perf_candidates *candidates, uint32_t key,
			 const fg_frame *ids, size_t depth,
			 struct fg_weight weight)
{
	if (candidates->key == PERF_KEY_NONE)
		candidates->key = key;
	if (key == candidates->key)
		fg_stacks_add(candidates->ahead, ids, depth, weight, 0);
	else
		add_other(candidates, key, ids, depth, weight);
}

static struct fg_weight weight_of(const struct fg_stack *stack)
{
	return (struct fg_weight){ stack->weight[0], 0 };
}

/* Drops all samples but those without an event. */
static void keep_eventless(struct perf_candidates *candidates)
{
	struct fg_stacks *old = candidates->others;
	size_t count = old ? fg_stacks_count(old) : 0;

	candidates->others = NULL;
	for (size_t i = 0; i < count; i++) {
		struct fg_stack stack = fg_stacks_get(old, i);

		if (stack.ids[0] == PERF_KEY_EVENTLESS)
			add_other(candidates, PERF_KEY_EVENTLESS, stack.ids + 1,
				  stack.depth - 1, weight_of(&stack));
	}
	fg_stacks_free(old);
	count = fg_stacks_count(candidates->ahead);
	for (size_t i = 0; i < count && candidates->key == PERF_KEY_EVENTLESS;
	     i++) {
		struct fg_stack stack = fg_stacks_get(candidates->ahead, i);

		add_other(candidates, PERF_KEY_EVENTLESS, stack.ids,
			  stack.depth, weight_of(&stack));
	}
	fg_stacks_clear(candidates->ahead);
}

bool perf_candidates_meet(struct perf_candidates *candidates, uint32_t key,
			  unsigned rank)
{
	if (rank >= candidates->rank)
		return rank == candidates->rank;
	if (candidates->key != PERF_KEY_NONE)
		keep_eventless(candidates);
	candidates->key = key;
	candidates->rank = rank;
	return true;
}

/* Adds a stack with the ids of another interner. */
static void take_stack(struct perf_candidates *to, uint32_t key,
		       const struct fg_frames *names, struct fg_weight weight,
		       const fg_frame *ids, size_t depth)
{
	struct fg_frames *frames = fg_stacks_frames(to->ahead);
	fg_frame *own = fg_malloc(depth * sizeof *own);

	for (size_t i = 0; i < depth; i++)
		own[i] =
			fg_frames_intern(frames, fg_frames_name(names, ids[i]));
	perf_candidates_add(to, key, own, depth, weight);
	free(own);
}

static uint32_t key_in(const uint32_t *keys, uint32_t key)
{
	return key < PERF_KEY_EVENTLESS ? keys[key] : key;
}

static void take_ahead(struct perf_candidates *to,
		       const struct perf_candidates *from, uint32_t key)
{
	const struct fg_frames *names = fg_stacks_names(from->ahead);
	size_t count = fg_stacks_count(from->ahead);

	if (to->key == PERF_KEY_NONE)
		to->key = key;
	if (key == to->key) {
		fg_stacks_merge(to->ahead, from->ahead);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		struct fg_stack stack = fg_stacks_get(from->ahead, i);

		take_stack(to, key, names, weight_of(&stack), stack.ids,
			   stack.depth);
	}
}

void perf_candidates_merge(struct perf_candidates *to,
			   const struct perf_candidates *from,
			   const uint32_t *keys)
{
	const struct fg_frames *names = fg_stacks_names(from->ahead);
	size_t count = from->others ? fg_stacks_count(from->others) : 0;
	bool won = from->rank == to->rank;

	if (won || from->key == PERF_KEY_EVENTLESS)
		take_ahead(to, from, key_in(keys, from->key));
	for (size_t i = 0; i < count; i++) {
		struct fg_stack stack = fg_stacks_get(from->others, i);

		if (won || stack.ids[0] == PERF_KEY_EVENTLESS)
			take_stack(to, key_in(keys, stack.ids[0]), names,
				   weight_of(&stack), stack.ids + 1,
				   stack.depth - 1);
	}
	to->saturated |= won && from->others &&
			 fg_stacks_saturated(from->others);
}

void perf_candidates_choose(struct perf_candidates *candidates, uint32_t key)
{
	struct fg_stacks *others = candidates->others;
	size_t count = others ? fg_stacks_count(others) : 0;

	if (key != candidates->key && candidates->key != PERF_KEY_NONE)
		fg_stacks_clear(candidates->ahead);
	candidates->key = key;
	for (size_t i = 0; i < count; i++) {
		struct fg_stack stack = fg_stacks_get(others, i);

		if (stack.ids[0] == key || stack.ids[0] == PERF_KEY_EVENTLESS)
			fg_stacks_add(candidates->ahead, stack.ids + 1,
				      stack.depth - 1, weight_of(&stack), 0);
	}
	candidates->saturated |= others && fg_stacks_saturated(others);
	fg_stacks_free(others);
	candidates->others = NULL;
}
