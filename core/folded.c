/* SPDX-License-Identifier: MIT */
/* One line of the format; folded_read.c reads whole files. */
#include "fg/folded.h"

#include "fg/text.h"

static bool is_space(char c)
{
	return fg_is_blank(c) || c == '\r' || c == '\v' || c == '\f';
}

static bool is_of_number(char c)
{
	return fg_is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' ||
	       c == '-';
}

/*
 * awk's print and C's %g write 1e+06, always with the sign. Without one, "1e3"
 * is more likely the end of a name.
 */
static bool is_number(fg_str word)
{
	size_t e = fg_find_char(word, 'e');

	if (e == word.n)
		e = fg_find_char(word, 'E');
	return e + 1 >= word.n || !fg_is_digit(word.p[e + 1]);
}

/*
 * Cuts the last word off *text if it is a number with a blank in front, and
 * the blanks too. The word may be the first of the line only behind a blank.
 */
static bool cut_weight(fg_str *text, struct fg_weight *weight, bool *saturated)
{
	size_t end = text->n, start;

	while (end > 0 && is_space(text->p[end - 1]))
		end--;
	start = end;
	/* stops early, because the last word may be as long as the line */
	while (start > 0 && is_of_number(text->p[start - 1]))
		start--;
	if (start == end || start == 0 || !is_space(text->p[start - 1]) ||
	    !is_number(fg_slice(*text, start, end)) ||
	    !fg_weight_parse(fg_slice(*text, start, end), weight, saturated))
		return false;
	while (start > 0 && is_space(text->p[start - 1]))
		start--;
	text->n = start;
	return true;
}

unsigned fg_folded_split(fg_str line, bool one_column, fg_str *stack,
			 struct fg_weight weights[2], bool *saturated)
{
	struct fg_weight first;
	fg_str rest = line;

	if (!cut_weight(&rest, &weights[0], saturated))
		return 0;
	*stack = fg_trim(rest);
	if (one_column || !cut_weight(&rest, &first, saturated))
		return 1;
	weights[1] = weights[0];
	weights[0] = first;
	*stack = fg_trim(rest);
	return 2;
}

bool fg_folded_is_comment(fg_str name)
{
	return name.n > 0 && *name.p == '#' &&
	       (name.n == 1 || name.p[1] == ' ');
}

/*
 * Names may begin like comments. Prose has no ';' with a number at the end,
 * and fg_out_stack sees to it that such stacks always have.
 */
bool fg_folded_skips(fg_str text)
{
	struct fg_weight weights[2];
	fg_str stack;

	if (text.n == 0)
		return true;
	return fg_folded_is_comment(text) &&
	       !(fg_find_char(text, ';') < text.n &&
		 fg_folded_split(text, true, &stack, weights, NULL));
}

/* A first line whose end is not in sight: names, and no other notation. */
static bool begins_stack(fg_str text)
{
	return fg_contains(text, FG_STR(";")) && !strchr("{[<", *text.p) &&
	       memchr(text.p, '\0', text.n) == NULL;
}

/*
 * Names may have a NUL, as they may have any byte. Where many bytes are, it is
 * no text.
 */
static bool is_binary(fg_str head)
{
	enum { LOOK = 1024, SHARE = 16 };
	size_t n = head.n < LOOK ? head.n : LOOK, count = 0;

	for (size_t i = 0; i < n; i++)
		count += head.p[i] == '\0';
	return count * SHARE > n;
}

bool fg_folded_detect(fg_str head)
{
	bool is_cut = head.n >= FG_PEEK_MAX;
	size_t good = 0, bad = 0;
	fg_str line;

	if (is_binary(head))
		return false;
	for (size_t seen = 0; head.n > 0 && seen < 100; seen++) {
		struct fg_weight weights[2];
		fg_str stack;
		size_t end = fg_find_char(head, '\n');

		/* the head may end in the middle of a line */
		if (end == head.n && (seen > 0 || is_cut))
			break;
		line = fg_trim(fg_cut(&head, '\n'));
		if (fg_folded_skips(line))
			continue;
		if (fg_folded_split(line, false, &stack, weights, NULL))
			good++;
		else
			bad++;
	}
	if (good + bad == 0 && is_cut)
		return begins_stack(head);
	return good > 0 && bad * 10 <= good;
}
