/* SPDX-License-Identifier: MIT */
#include "svg_frames.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/* In pixels or percent: the error of rounding to one or two decimals. */
#define TOLERANCE 0.11

enum { COUNT_DIGITS_MAX = 40 };
#define NO_PARENT SIZE_MAX

struct svg_frame {
	fg_str name;
	double x, y, width;
	struct fg_weight weight;
	size_t parent;
	uint64_t covered; /* by its callees */
};

/* "1,234.5 samples" begins with a number. */
static bool read_number(fg_str text, struct fg_weight *weight)
{
	char digits[COUNT_DIGITS_MAX];
	size_t n = 0;

	for (size_t i = 0; i < text.n && text.p[i] != ' '; i++) {
		if (text.p[i] == ',')
			continue;
		if (n == sizeof digits)
			return false;
		digits[n++] = text.p[i];
	}
	return n < text.n &&
	       fg_weight_parse((fg_str){ digits, n }, weight, NULL);
}

/*
 * "1,234.5 samples, 6%" begins with a count. In "1.29 s of cpu, 1,291,234,567
 * ns, 6%" the second number is the exact one.
 */
static bool read_count(fg_str text, struct fg_weight *weight)
{
	struct fg_weight exact;
	fg_str part;

	if (!read_number(text, weight))
		return false;
	for (size_t i = fg_find(text, FG_STR(", ")); i + 2 < text.n;
	     i += fg_find(fg_slice(text, i, text.n), FG_STR(", "))) {
		i += 2;
		part = fg_slice(text, i, text.n);
		if (fg_find_char(part, '%') > fg_find(part, FG_STR(", ")) &&
		    read_number(part, &exact))
			*weight = exact;
	}
	return true;
}

/* Splits "f(int) (12 samples, 3.4%)" at the last " (" with a count. */
static bool split_title(fg_str title, fg_str *name, struct fg_weight *weight)
{
	for (size_t i = title.n; i-- > 1;) {
		if (title.p[i] == '(' && title.p[i - 1] == ' ' &&
		    read_count(fg_slice(title, i + 1, title.n), weight)) {
			*name = fg_slice(title, 0, i - 1);
			return true;
		}
	}
	*name = title;
	return false;
}

/* A width may be any number that an attribute can hold. */
static uint64_t whole(double width)
{
	if (!(width > 0))
		return 0;
	return width < 0x1p63 ? (uint64_t)(width + 0.5) : UINT64_MAX;
}

void svg_frames_add(struct svg_frames *frames, fg_str title, double x, double y,
		    double width)
{
	struct svg_frame frame = { .x = x, .y = y, .width = width };
	fg_str name;

	if (!split_title(fg_trim(title), &name, &frame.weight)) {
		frames->untitled++;
		frame.weight.units = whole(width);
	}
	frame.name = (fg_str){ fg_arena_bytes(&frames->names, name), name.n };
	FG_RESERVE(&frames->items, &frames->room, frames->count + 1);
	frames->items[frames->count++] = frame;
}

void svg_frames_free(struct svg_frames *frames)
{
	free(frames->items);
	fg_arena_free(&frames->names);
}

static int by_place(const void *a, const void *b)
{
	const struct svg_frame *f = a, *g = b;

	if (f->y != g->y)
		return f->y < g->y ? -1 : 1;
	return (f->x > g->x) - (f->x < g->x);
}

static bool is_all(const struct svg_frame *frame)
{
	return fg_equal(frame->name, FG_STR("all"));
}

/* Turns the picture so that roots have the smallest y. */
static void find_up(struct svg_frames *frames, bool inverted)
{
	const struct svg_frame *base = NULL;
	double smallest = frames->items[0].y;

	for (size_t i = 0; i < frames->count; i++) {
		const struct svg_frame *f = &frames->items[i];

		if (is_all(f) && (!base || f->width > base->width))
			base = f;
		if (f->y < smallest)
			smallest = f->y;
	}
	if (base)
		inverted = base->y <= smallest;
	for (size_t i = 0; !inverted && i < frames->count; i++)
		frames->items[i].y = -frames->items[i].y;
}

static bool holds(const struct svg_frame *below, double centre)
{
	return below->x - TOLERANCE <= centre &&
	       centre <= below->x + below->width + TOLERANCE;
}

/* Both rows are sorted by x, so one walk along them finds all parents. */
static void find_parents(struct svg_frames *frames, size_t below, size_t start,
			 size_t end)
{
	size_t at = below;

	for (size_t i = start; i < end; i++) {
		struct svg_frame *f = &frames->items[i];
		double centre = f->x + f->width / 2;

		while (at + 1 < start &&
		       frames->items[at].x + frames->items[at].width < centre)
			at++;
		f->parent = NO_PARENT;
		if (below == start)
			continue;
		if (holds(&frames->items[at], centre))
			f->parent = at;
		else
			frames->orphans++;
	}
}

static void find_rows(struct svg_frames *frames)
{
	size_t below = 0, start = 0;

	while (start < frames->count) {
		size_t end = start + 1;

		while (end < frames->count &&
		       frames->items[end].y == frames->items[start].y)
			end++;
		find_parents(frames, below, start, end);
		below = start;
		start = end;
	}
}

/* Rescales all weights to the finest unit. */
static unsigned align_weights(struct svg_frames *frames)
{
	unsigned scale = 0;
	bool saturated = false;

	for (size_t i = 0; i < frames->count; i++) {
		if (frames->items[i].weight.scale > scale)
			scale = frames->items[i].weight.scale;
	}
	for (size_t i = 0; i < frames->count; i++) {
		struct fg_weight *w = &frames->items[i].weight;

		w->units = fg_mul_sat(w->units, fg_pow10(scale - w->scale),
				      &saturated);
	}
	return scale;
}

static void cover_parents(struct svg_frames *frames)
{
	bool saturated = false;

	for (size_t i = 0; i < frames->count; i++) {
		const struct svg_frame *f = &frames->items[i];
		struct svg_frame *below;

		if (f->parent == NO_PARENT)
			continue;
		below = &frames->items[f->parent];
		below->covered =
			fg_add_sat(below->covered, f->weight.units, &saturated);
	}
}

static void flush_frame(const struct svg_frames *frames, size_t at,
			unsigned scale, struct stackbuf *stack)
{
	const struct svg_frame *f = &frames->items[at];
	uint64_t own = f->weight.units - f->covered;
	size_t depth_max = stackbuf_depth_max(stack);

	for (size_t i = at; i != NO_PARENT; i = frames->items[i].parent) {
		const struct svg_frame *g = &frames->items[i];

		if (stack->depth == depth_max) {
			stackbuf_cut(stack);
			break;
		}

		if (g->parent != NO_PARENT || !is_all(g))
			stackbuf_push(stack, g->name);
	}
	if (stack->depth == 0)
		stackbuf_push(stack, FG_STR("[not drawn]"));
	stackbuf_flush(stack, LEAF_FIRST, (struct fg_weight){ own, scale });
}

void svg_frames_fold(struct svg_frames *frames, bool inverted,
		     struct stackbuf *stack)
{
	unsigned scale;

	if (frames->count == 0)
		return;
	find_up(frames, inverted);
	qsort(frames->items, frames->count, sizeof *frames->items, by_place);
	find_rows(frames);
	scale = align_weights(frames);
	cover_parents(frames);
	for (size_t i = 0; i < frames->count; i++) {
		const struct svg_frame *f = &frames->items[i];

		frames->excess += f->covered > f->weight.units;
		if (f->covered < f->weight.units)
			flush_frame(frames, i, scale, stack);
	}
}
