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
 * awk's print and C's %g write 1e+06, always with the sign. Without a sign,
 * "1e3" is more likely the end of a name.
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
 * the blanks too. The first word of the line is not a weight without a blank
 * before it.
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

static fg_str last_word(fg_str line)
{
	size_t start = line.n;

	while (start > 0 && is_of_number(line.p[start - 1]))
		start--;
	if (start == 0 || !is_space(line.p[start - 1]))
		return (fg_str){ "", 0 };
	return fg_slice(line, start, line.n);
}

enum fg_folded_fault fg_folded_fault(fg_str line)
{
	fg_str word = last_word(line);
	struct fg_weight weight;

	if (word.n > 1 && *word.p == '-' &&
	    fg_weight_parse(fg_slice(word, 1, word.n), &weight, NULL))
		return FG_FOLDED_NEGATIVE;
	if (!is_number(word) && fg_weight_parse(word, &weight, NULL))
		return FG_FOLDED_EXPONENT;
	return FG_FOLDED_NONE;
}

bool fg_folded_is_rounded(fg_str line)
{
	fg_str word = last_word(line);
	size_t end = 0, point, last = 0;
	long shift = 0;

	while (end < word.n && word.p[end] != 'e' && word.p[end] != 'E')
		end++;
	if (end + 2 < word.n && word.p[end + 1] == '-') {
		uint64_t exponent;

		if (!fg_parse_u64(fg_slice(word, end + 2, word.n), &exponent))
			return false;
		shift = exponent < 1000 ? (long)exponent : 1000;
	} else if (end < word.n) {
		return false;
	}
	point = fg_find_char(fg_slice(word, 0, end), '.');
	for (size_t i = 0; i < end; i++) {
		if (fg_is_digit(word.p[i]) && word.p[i] != '0')
			last = i + 1;
	}
	/* how many decimals the last digit needs that is not 0 */
	return last > 0 &&
	       (long)last - (long)point - (last > point) + shift > FG_SCALE_MAX;
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
 * Names may begin like comments. But comments of prose have no ';' with a
 * number at the end, and fg_out_stack makes sure that such stacks always have
 * both.
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
