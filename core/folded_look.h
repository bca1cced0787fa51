/* SPDX-License-Identifier: MIT */
#ifndef FG_FOLDED_LOOK_H
#define FG_FOLDED_LOOK_H

#include "fg/folded.h"

/*
 * Counts how many of the first lines of an input are folded stacks. Every line
 * with a number at its end can be a stack of one frame, so lines with a weight
 * are counted by how much they prove.
 */
struct folded_look {
	size_t good; /* lines with a weight; the next two are among them */
	size_t joined; /* two frames or more: a ';' without a blank after it */
	size_t doubtful; /* a row of a table, "key = 1", "a, b, 12" */
	size_t bad; /* lines with text, no weight; includes the next */
	size_t damaged; /* two frames or more, but no weight */
	bool starts_bad; /* the first line with text is bad */
	bool has_header; /* a comment that fg-collapse or fg-diff wrote */
	bool has_text; /* there is more than blanks */
	bool is_binary; /* one byte in sixteen is NUL */
};

/*
 * `head` is the result of fg_lines_peek for FG_PEEK_MAX, or a part of it. A
 * last line without its line end counts only when it is the only one.
 * O(head.n).
 */
struct folded_look folded_look(fg_str head);

#endif
