/* SPDX-License-Identifier: MIT */
#ifndef CORE_SORTED_LINE_H
#define CORE_SORTED_LINE_H

#include "fg/text.h"

/*
 * A plain line of folded text: a stack, one blank, a whole number, and no
 * other weight. fg_folded_split() gives the same for it; it takes all other
 * lines, too.
 */
struct sorted_line {
	fg_str stack;
	uint64_t weight;
};

static inline bool sorted_is_of_number(char c)
{
	return fg_is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' ||
	       c == '-';
}

/* Whether the stack may end in another weight: "name 1" of "name 1 2". */
static inline bool sorted_has_pair(fg_str stack)
{
	size_t end = stack.n;

	while (end > 0 && sorted_is_of_number(stack.p[end - 1]))
		end--;
	return end < stack.n && end > 0 &&
	       (unsigned char)stack.p[end - 1] <= ' ';
}

/* False for a line that is not plain. */
static inline bool sorted_line_parse(fg_str text, struct sorted_line *line)
{
	enum { DIGITS_MAX = 18 };
	size_t start = text.n;
	uint64_t weight = 0;
	char first, last;

	while (start > 0 && fg_is_digit(text.p[start - 1]))
		start--;
	if (start < 2 || start == text.n || text.n - start > DIGITS_MAX ||
	    text.p[start - 1] != ' ')
		return false;
	for (size_t i = start; i < text.n; i++)
		weight = weight * 10 + (uint64_t)(text.p[i] - '0');
	line->stack = (fg_str){ text.p, start - 1 };
	line->weight = weight;
	first = *text.p;
	last = text.p[start - 2];
	return (unsigned char)first > ' ' && first != '#' &&
	       (unsigned char)last > ' ' && last != ';' &&
	       !sorted_has_pair(line->stack);
}

/* Whether b may stand after a, with which it shares so many bytes. */
static inline bool sorted_follows(fg_str a, fg_str b, size_t shared)
{
	if (shared == a.n)
		return true;
	return shared < b.n &&
	       (unsigned char)a.p[shared] < (unsigned char)b.p[shared];
}

#endif
