/* SPDX-License-Identifier: MIT */
#include "prepare.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

static struct fg_stacks *new_like(const struct fg_stacks *from)
{
	return fg_stacks_new(fg_stacks_in_order(from) ? FG_KEEP_ORDER
						      : FG_FOLD);
}

static void add_like(struct fg_stacks *to, const struct fg_stacks *from,
		     const struct fg_stack *stack, const fg_frame *ids,
		     size_t depth)
{
	unsigned scale = fg_stacks_scale(from);
	struct fg_weight first = { stack->weight[0], scale };
	struct fg_weight second = { stack->weight[1], scale };

	if (fg_stacks_two_columns(from))
		fg_stacks_add2(to, ids, depth, first, second);
	else
		fg_stacks_add(to, ids, depth, first, 0);
}

static bool is_base(fg_str name, const char *const *bases)
{
	for (; *bases; bases++) {
		if (fg_equal(name, fg_from_c(*bases)))
			return true;
	}
	return false;
}

/* The ids of `from` in a new profile: names[id], interned on first use. */
struct renaming {
	struct fg_frames *to;
	const struct fg_frames *from;
	fg_frame *ids; /* UINT32_MAX: not yet */
	fg_frame *path;
	size_t room;
};

static void renaming_init(struct renaming *r, struct fg_stacks *to,
			  const struct fg_stacks *from)
{
	size_t n;

	*r = (struct renaming){ fg_stacks_frames(to), fg_stacks_names(from),
				NULL, NULL, 0 };
	n = fg_frames_count(r->from);
	r->ids = fg_malloc(n * sizeof *r->ids);
	for (size_t i = 0; i < n; i++)
		r->ids[i] = UINT32_MAX;
}

static void renaming_done(struct renaming *r)
{
	free(r->ids);
	free(r->path);
}

static fg_frame rename_id(struct renaming *r, fg_frame id)
{
	if (r->ids[id] == UINT32_MAX)
		r->ids[id] =
			fg_frames_intern(r->to, fg_frames_name(r->from, id));
	return r->ids[id];
}

struct fg_stacks *prepare_base(const struct fg_stacks *from,
			       const char *const *bases)
{
	struct fg_stacks *to = new_like(from);
	const struct fg_frames *names = fg_stacks_names(from);
	bool *wanted = fg_malloc(fg_frames_count(names) * sizeof *wanted);
	struct renaming r;

	renaming_init(&r, to, from);
	for (size_t i = 0; i < fg_frames_count(names); i++)
		wanted[i] = is_base(fg_frames_name(names, (fg_frame)i), bases);
	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		struct fg_stack stack = fg_stacks_get(from, i);
		size_t start = stack.depth, n = 0;

		while (start > 0 && !wanted[stack.ids[start - 1]])
			start--;
		if (start == 0)
			continue;
		FG_RESERVE(&r.path, &r.room, stack.depth);
		for (size_t d = start - 1; d < stack.depth; d++)
			r.path[n++] = rename_id(&r, stack.ids[d]);
		add_like(to, from, &stack, r.path, n);
	}
	free(wanted);
	renaming_done(&r);
	return to;
}

/* The name with "_[w]" behind it. */
static fg_frame intern_waker(struct fg_frames *to, fg_str name)
{
	char *text = fg_malloc(name.n + 4);
	fg_frame id;

	if (name.n)
		memcpy(text, name.p, name.n);
	memcpy(text + name.n, "_[w]", 4);
	id = fg_frames_intern(to, (fg_str){ text, name.n + 4 });
	free(text);
	return id;
}

/* Writes the new stack to r->path; returns its depth. */
static size_t chain_stack(struct renaming *r, fg_frame *wakers,
			  const struct fg_stack *stack)
{
	fg_frame separator = fg_frames_intern(r->to, FG_STR("--"));
	bool separated = false;
	size_t n = 0;

	FG_RESERVE(&r->path, &r->room, stack->depth + 1);
	for (size_t d = 0; d < stack->depth; d++) {
		fg_frame id = stack->ids[d], to = rename_id(r, id);

		if (separated && to != separator) {
			if (wakers[id] == UINT32_MAX)
				wakers[id] = intern_waker(
					r->to, fg_frames_name(r->from, id));
			to = wakers[id];
		}
		/* "--" at the beginning or the end separates nothing */
		if (to == separator && d > 0 && d + 1 < stack->depth)
			separated = true;
		r->path[n++] = to;
	}
	if (!separated)
		r->path[n++] = separator;
	return n;
}

struct fg_stacks *prepare_chain(const struct fg_stacks *from)
{
	struct fg_stacks *to = new_like(from);
	size_t names = fg_frames_count(fg_stacks_names(from));
	fg_frame *wakers = fg_malloc(names * sizeof *wakers);
	struct renaming r;

	renaming_init(&r, to, from);
	for (size_t i = 0; i < names; i++)
		wakers[i] = UINT32_MAX;
	for (size_t i = 0; i < fg_stacks_count(from); i++) {
		struct fg_stack stack = fg_stacks_get(from, i);
		size_t depth = chain_stack(&r, wakers, &stack);

		add_like(to, from, &stack, r.path, depth);
	}
	free(wakers);
	renaming_done(&r);
	return to;
}
