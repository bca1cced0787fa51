/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include "fg/text.h"

fg_str scan_from(fg_str s, size_t at)
{
	/* no arithmetic on a NULL pointer */
	return at == 0 ? s : fg_slice(s, at, s.n);
}

size_t scan_blanks(fg_str *s)
{
	size_t n = 0;

	while (n < s->n && fg_is_blank(s->p[n]))
		n++;
	*s = scan_from(*s, n);
	return n;
}

bool scan_text(fg_str *s, fg_str text)
{
	if (!fg_starts_with(*s, text))
		return false;
	*s = scan_from(*s, text.n);
	return true;
}

bool scan_u64(fg_str *s, uint64_t *value)
{
	size_t n = 0;

	while (n < s->n && fg_is_digit(s->p[n]))
		n++;
	if (!fg_parse_u64(fg_slice(*s, 0, n), value))
		return false;
	*s = scan_from(*s, n);
	return true;
}

static bool is_hex(char c)
{
	return fg_is_digit(c) || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

bool scan_hex(fg_str *s, uint64_t *value)
{
	fg_str rest = *s;
	size_t n = 0;

	if (!scan_text(&rest, FG_STR("0x")))
		return false;
	while (n < rest.n && is_hex(rest.p[n]))
		n++;
	if (!fg_parse_hex(fg_slice(rest, 0, n), value))
		return false;
	*s = scan_from(rest, n);
	return true;
}

fg_str scan_word(fg_str *s)
{
	size_t n = 0;
	fg_str word;

	scan_blanks(s);
	while (n < s->n && !fg_is_blank(s->p[n]))
		n++;
	word = fg_slice(*s, 0, n);
	*s = scan_from(*s, n);
	return word;
}

fg_str scan_last_word(fg_str *s)
{
	fg_str word = fg_trim_end(*s);
	size_t n = word.n;

	while (n > 0 && !fg_is_blank(word.p[n - 1]))
		n--;
	*s = fg_slice(word, 0, n);
	return scan_from(word, n);
}

bool scan_line(fg_str *s, fg_str *line)
{
	if (s->n == 0)
		return false;
	*line = fg_cut(s, '\n');
	if (line->n > 0 && line->p[line->n - 1] == '\r')
		line->n--;
	return true;
}

size_t scan_rfind(fg_str s, fg_str part)
{
	for (size_t i = s.n + 1; i-- > 0;) {
		if (fg_starts_with(scan_from(s, i), part))
			return i;
	}
	return s.n;
}

fg_str scan_before(fg_str s, fg_str mark)
{
	return fg_slice(s, 0, fg_find(s, mark));
}

fg_str scan_before_last(fg_str s, fg_str mark)
{
	return fg_slice(s, 0, scan_rfind(s, mark));
}

bool scan_is_number(fg_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (!fg_is_digit(s.p[i]))
			return false;
	}
	return s.n > 0;
}

bool scan_is_any(fg_str s, const char *const *words)
{
	while (*words && !fg_equal(s, fg_from_c(*words)))
		words++;
	return *words;
}

bool scan_starts_with_any(fg_str s, const char *const *words)
{
	while (*words && !fg_starts_with(s, fg_from_c(*words)))
		words++;
	return *words;
}

bool scan_ends_with_any(fg_str s, const char *const *words)
{
	while (*words && !fg_ends_with(s, fg_from_c(*words)))
		words++;
	return *words;
}

size_t scan_group_end(fg_str s, size_t at)
{
	size_t depth = 0;

	for (; at < s.n; at++) {
		if (s.p[at] == '(')
			depth++;
		else if (s.p[at] == ')' && --depth == 0)
			return at + 1;
	}
	return 0;
}
