/* SPDX-License-Identifier: MIT */
#include "stackbuf.h"

#include <stdlib.h>
#include <string.h>

#include "allowance.h"
#include "fg/alloc.h"
#include "fg/text.h"

void stackbuf_init(struct stackbuf *stack, const struct collapse *c)
{
	*stack = (struct stackbuf){ .out = c->out, .allowance = c->allowance };
	stack->slicer = (struct slicer){ .timeline = c->timeline,
					 .frames = fg_stacks_frames(c->out) };
	filter_init(&stack->filter, c->options, fg_stacks_frames(c->out));
}

void stackbuf_free(struct stackbuf *stack)
{
	free(stack->ids);
	free(stack->text);
	free(stack->marked);
	slicer_free(&stack->slicer);
	filter_free(&stack->filter);
}

void stackbuf_clear(struct stackbuf *stack)
{
	stack->depth = 0;
	stack->is_cut = false;
}

static bool must_change(char c)
{
	return c == ';' || (unsigned char)c < ' ';
}

/* No early exit, so that the compiler can vectorise the loop. */
static bool is_clean(fg_str name)
{
	bool dirty = false;

	for (size_t i = 0; i < name.n; i++)
		dirty |= must_change(name.p[i]);
	return !dirty;
}

static fg_str clean(struct stackbuf *stack, fg_str name)
{
	FG_RESERVE(&stack->text, &stack->text_room, name.n);
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		stack->text[i] = c == ';' ? ':' : must_change(c) ? ' ' : c;
	}
	return (fg_str){ stack->text, name.n };
}

void stackbuf_push_id(struct stackbuf *stack, fg_frame id)
{
	FG_RESERVE(&stack->ids, &stack->room, stack->depth + 1);
	stack->ids[stack->depth++] = id;
}

fg_str stackbuf_within(struct stackbuf *stack, fg_str name)
{
	size_t most = allowance_name(stack->allowance, name.n);

	while (most < name.n && most > 0 &&
	       ((unsigned char)name.p[most] & 0xc0) == 0x80)
		most--;
	return fg_slice(name, 0, most);
}

fg_frame stackbuf_intern(struct stackbuf *stack, fg_str name)
{
	name = stackbuf_within(stack, name);
	if (name.n == 0)
		name = FG_STR("-");
	else if (!is_clean(name))
		name = clean(stack, name);
	return fg_frames_intern(fg_stacks_frames(stack->out), name);
}

void stackbuf_push(struct stackbuf *stack, fg_str name)
{
	stackbuf_push_id(stack, stackbuf_intern(stack, name));
}

size_t stackbuf_depth_max(const struct stackbuf *stack)
{
	return allowance_depth(stack->allowance);
}

void stackbuf_cut(struct stackbuf *stack)
{
	stackbuf_push(stack, FG_STR("[truncated]"));
	stack->is_cut = true;
	if (stack->allowance)
		stack->allowance->cut++;
}

size_t stackbuf_skip(struct stackbuf *stack, size_t depth)
{
	size_t most = stackbuf_depth_max(stack);

	if (depth <= most)
		return 0;
	stackbuf_cut(stack);
	return depth - most;
}

void stackbuf_push_ids(struct stackbuf *stack, const fg_frame *ids,
		       size_t count)
{
	size_t most = stackbuf_depth_max(stack);
	size_t room = most > stack->depth ? most - stack->depth : 0;

	if (stack->is_cut)
		return;
	for (size_t i = 0; i < count && i < room; i++)
		stackbuf_push_id(stack, ids[i]);
	if (count > room)
		stackbuf_cut(stack);
}

/* Keeps the frames next to the leaf, which comes last, below a mark. */
static void shorten(struct stackbuf *stack, fg_frame **ids, size_t *depth)
{
	size_t most = stackbuf_depth_max(stack);

	if (*depth <= most || stack->is_cut)
		return;
	*ids += *depth - most - 1;
	*depth = most + 1;
	**ids = stackbuf_intern(stack, FG_STR("[truncated]"));
	stack->allowance->cut++;
}

static void reverse(fg_frame *ids, size_t n)
{
	for (size_t i = 0; i < n / 2; i++) {
		fg_frame id = ids[i];

		ids[i] = ids[n - 1 - i];
		ids[n - 1 - i] = id;
	}
}

/* Empties the buffer; false when a filter drops the sample. */
static bool finish_stack(struct stackbuf *stack, enum stack_order order,
			 fg_frame **ids, size_t *depth)
{
	*ids = stack->ids;
	*depth = stack->depth;
	stack->depth = 0;
	if (order == LEAF_FIRST)
		reverse(*ids, *depth);
	shorten(stack, ids, depth);
	/* equal stacks of a slice are one: their text is checked at the end */
	if (stack->allowance && !stack->slicer.timeline)
		stack->allowance->frames += *depth;
	stack->is_cut = false;
	if (filter_apply(&stack->filter, ids, depth))
		return true;
	stack->dropped++;
	return false;
}

static void count(struct stackbuf *stack, unsigned column, struct fg_weight w)
{
	struct fg_number *sum = &stack->weight[column];

	if (FG_LIKELY(w.scale == sum->scale))
		sum->units += w.units;
	else
		(void)fg_number_add(sum,
				    (struct fg_number){ w.units, w.scale });
}

void stackbuf_slice(struct stackbuf *stack, const struct fg_slice_key *key)
{
	stack->slice = fg_slice_mark(stack->slicer.frames, key);
	stack->has_slice = true;
}

/* Adds the stack below the mark of its slice, or of each of its slices. */
static void add_sliced(struct stackbuf *stack, const fg_frame *ids,
		       size_t depth, struct fg_weight weight)
{
	struct slicer *slicer = &stack->slicer;
	struct slicer_span span;
	struct fg_weight part;

	FG_RESERVE(&stack->marked, &stack->marked_room, depth + 1);
	if (depth > 0)
		memcpy(stack->marked + 1, ids, depth * sizeof *ids);
	if (!stack->is_timed) {
		stack->marked[0] = stack->has_slice
					   ? stack->slice
					   : slicer_mark_thread(slicer);
		stack->has_slice = false;
		fg_stacks_add(stack->out, stack->marked, depth + 1, weight, 0);
		return;
	}
	stack->is_timed = false;
	span = slicer_begin(slicer, stack->from, stack->until, weight);
	while (slicer_next(slicer, &span, &stack->marked[0], &part))
		fg_stacks_add(stack->out, stack->marked, depth + 1, part, 0);
}

void stackbuf_flush_samples(struct stackbuf *stack, enum stack_order order,
			    struct fg_weight weight, uint64_t samples)
{
	fg_frame *ids;
	size_t depth;

	if (!finish_stack(stack, order, &ids, &depth))
		return;
	count(stack, 0, weight);
	fg_samples_add_wide(fg_stacks_samples(stack->out, 0), weight, samples);
	if (FG_UNLIKELY(stack->slicer.timeline != NULL))
		add_sliced(stack, ids, depth, weight);
	else
		fg_stacks_add(stack->out, ids, depth, weight, 0);
}

void stackbuf_flush(struct stackbuf *stack, enum stack_order order,
		    struct fg_weight weight)
{
	stackbuf_flush_samples(stack, order, weight, 0);
}

void stackbuf_flush2(struct stackbuf *stack, enum stack_order order,
		     struct fg_weight first, struct fg_weight second)
{
	fg_frame *ids;
	size_t depth;

	if (!finish_stack(stack, order, &ids, &depth))
		return;
	count(stack, 0, first);
	count(stack, 1, second);
	fg_stacks_add2(stack->out, ids, depth, first, second);
}
