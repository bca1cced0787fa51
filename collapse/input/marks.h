/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_MARKS_H
#define COLLAPSE_MARKS_H

#include "fg/base.h"

/*
 * Kinds of text that are told by lines near their beginning: titles, and the
 * headers of columns.
 *
 *	static const struct marks kinds[] = {
 *		{ { "Flat profile:", "Each sample counts as *" }, "..." },
 *		{ 0 },
 *	};
 */
struct marks {
	/*
	 * What lines must be like, without the blanks in front of them: one
	 * line for each of these two, or for the first alone. '*' stands for
	 * any bytes, and the end of a line may be missing from a mark.
	 */
	const char *lines[2];
	const char *advice; /* for the user */
};

/*
 * The advice of the first of `kinds` (ended by one without marks) that `head`
 * is of, or NULL. Looks at twenty lines with text.
 */
const char *marks_find(const struct marks *kinds, fg_str head);

#endif
