/* SPDX-License-Identifier: MIT */
#ifndef RENDER_CHARS_H
#define RENDER_CHARS_H

#include "fg/text.h"

/*
 * Names as characters: what colours are computed from, labels are cut by and
 * the SVG is written in. A byte that is not part of valid UTF-8 counts as
 * one character, CHAR_BAD.
 *
 *	while (rest.n)
 *		sum += chars_next(&rest);
 */
enum { CHAR_BAD = 0xFFFD };

/* Cuts the first character off *rest, which is not empty; its code point. */
uint32_t chars_next(fg_str *rest);

/* The sum of all code points, in 32 bits. */
uint32_t chars_sum(fg_str s);

/*
 * How many columns a character takes in a label: 2 for the wide ones of East
 * Asia and for emoji, 0 for combining marks, else 1.
 */
unsigned chars_width(uint32_t c);

/* Columns of the whole text. */
size_t chars_columns(fg_str s);

/* The longest beginning that takes at most `columns`. */
fg_str chars_fit(fg_str s, size_t columns);

/* The longest end that does; it begins with no mark of what was cut off. */
fg_str chars_fit_end(fg_str s, size_t columns);

#endif
