/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_MARKS_H
#define COLLAPSE_MARKS_H

#include "fg/base.h"

/*
 * Kinds of text that are recognised by lines near their beginning: titles, and
 * the headers of columns.
 *
 *	static const struct marks kinds[] = {
 *		{ { "Flat profile:", "Each sample counts as *" }, "..." },
 *		{ 0 },
 *	};
 */
struct marks {
	/*
	 * Patterns of lines, without leading blanks: one line must match each
	 * of these two, or the first alone. '*' stands for any bytes, and a
	 * pattern may leave out the end of a line.
	 */
	const char *lines[2];
	const char *advice; /* for the user */
};

/*
 * The advice of the first of `kinds` (ended by one without marks) that matches
 * `head`, or NULL. Looks at twenty lines with text.
 */
const char *marks_find(const struct marks *kinds, fg_str head);

#endif
