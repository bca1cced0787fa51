/* SPDX-License-Identifier: MIT */
#include "valgrind.h"

#include "fg/text.h"

/* Takes "0x1094EC: " off the front of *text. */
static void take_address(fg_str *text, struct native_frame *frame)
{
	size_t colon = fg_find_char(*text, ':');

	if (colon + 1 < text->n && fg_starts_with(*text, FG_STR("0x")) &&
	    text->p[colon + 1] == ' ' &&
	    fg_parse_hex(fg_slice(*text, 2, colon), &frame->address)) {
		frame->has_address = true;
		*text = fg_slice(*text, colon + 2, text->n);
	}
}

/* Reads the text in the parentheses at the end of a frame. */
static bool read_place(fg_str place, struct native_frame *frame)
{
	if (!fg_starts_with(place, FG_STR("in ")))
		return native_read_source(place, frame);
	frame->module = fg_slice(place, 3, place.n);
	return true;
}

/*
 * The position of the last " (", or with `in` of the last " (in "; text.n for
 * none.
 */
static size_t find_place(fg_str text, bool in)
{
	fg_str start = in ? FG_STR(" (in ") : FG_STR(" (");

	for (size_t i = text.n; i-- > 0;) {
		if (fg_starts_with(fg_slice(text, i, text.n), start))
			return i;
	}
	return text.n;
}

/* Takes the place off the end of frame->name; false when it has none. */
static bool take_place(struct native_frame *frame, bool in)
{
	fg_str text = frame->name;
	size_t at = find_place(text, in);

	if (at == text.n ||
	    !read_place(fg_slice(text, at + 2, text.n - 1), frame))
		return false;
	frame->name.n = at;
	return true;
}

struct native_frame valgrind_frame(fg_str text)
{
	struct native_frame frame = { 0 };

	take_address(&text, &frame);
	frame.name = text;
	/* in "(in /srv/app (deleted))" the path has parentheses, too */
	if (fg_ends_with(text, FG_STR(")")) && !take_place(&frame, false))
		(void)take_place(&frame, true);
	return frame;
}
