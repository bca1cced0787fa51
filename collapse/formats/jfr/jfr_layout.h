/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_JFR_LAYOUT_H
#define COLLAPSE_JFR_LAYOUT_H

#include "jfr_types.h"

/*
 * The steps to read a value of one type: one per number or text, and loops.
 *
 *	static const char *const wanted[] = { "startTime", "stackTrace", NULL };
 *	struct jfr_layout layout = { 0 };
 *
 *	jfr_layout_make(&layout, &types, type, wanted);
 *	jfr_layout_read(&layout, &at, &arena, take, ctx);
 *	jfr_layout_free(&layout);
 */
struct jfr_layout {
	struct jfr_step *steps;
	size_t count, room;
	bool unreadable; /* deeper or larger than any profiler writes, or all
			    layouts together are */
};

/*
 * Makes the layout of type number `type`. `wanted` are the used fields, ended
 * by NULL: "frames.method" is a field of a field, "" the value of a type that
 * is a text.
 */
void jfr_layout_make(struct jfr_layout *layout, struct jfr_types *types,
		     uint32_t type, const char *const *wanted);
void jfr_layout_free(struct jfr_layout *layout);

/*
 * Called with a wanted value: for a number, text.text is empty and text.key is
 * the number.
 */
typedef void (*jfr_take)(void *ctx, size_t wanted, struct jfr_text text);

/* Reads one value and passes its wanted parts to `take`, in order. */
void jfr_layout_read(const struct jfr_layout *layout, struct jfr_cursor *at,
		     struct fg_arena *arena, jfr_take take, void *ctx);

#endif
