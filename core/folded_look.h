/* SPDX-License-Identifier: MIT */
#ifndef FG_FOLDED_LOOK_H
#define FG_FOLDED_LOOK_H

#include "fg/folded.h"

/*
 * A look at the first lines of an input: how many of them are folded stacks.
 * Every line with a number at its end can be a stack of one frame, so the
 * lines with a weight are told apart by how much they prove.
 */
struct folded_look {
	size_t good; /* lines with a weight; the next two are among them */
	size_t joined; /* two frames or more: a ';' and no blank behind it */
	size_t doubtful; /* a row of a table, "key = 1", "a, b, 12" */
	size_t bad; /* lines with text and no weight; the next among them */
	size_t damaged; /* two frames or more, but no weight */
	bool starts_bad; /* the first line with text is a bad one */
	bool has_header; /* a comment that fg-collapse or fg-diff wrote */
	bool has_text; /* there is more than blanks */
	bool is_binary; /* one byte in sixteen is NUL */
};

/*
 * `head` is what fg_lines_peek gave for FG_PEEK_MAX, or a part of it: a last
 * line without its line end counts only when it is the only one. O(head.n).
 */
struct folded_look folded_look(fg_str head);

#endif
