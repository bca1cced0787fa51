/* SPDX-License-Identifier: MIT */
#include "chars.h"

uint32_t chars_next(fg_str *rest)
{
	static const unsigned char first[] = { 0, 0x7F, 0x1F, 0x0F, 0x07 };
	size_t n = fg_utf8_length(*rest);
	uint32_t c;

	if (n == 0) {
		*rest = fg_slice(*rest, 1, rest->n);
		return CHAR_BAD;
	}
	c = (unsigned char)rest->p[0] & first[n];
	for (size_t i = 1; i < n; i++)
		c = c << 6 | ((unsigned char)rest->p[i] & 0x3F);
	*rest = fg_slice(*rest, n, rest->n);
	return c;
}

/* Nearly all names are ASCII, where a byte is a character. */
uint32_t chars_sum(fg_str s)
{
	uint32_t sum = 0, any = 0;

	for (size_t i = 0; i < s.n; i++) {
		sum += (unsigned char)s.p[i];
		any |= (unsigned char)s.p[i];
	}
	if (any < 0x80)
		return sum;
	for (sum = 0; s.n > 0;)
		sum += chars_next(&s);
	return sum;
}

struct range {
	uint32_t from, to;
};

static bool is_in(uint32_t c, const struct range *ranges, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (c >= ranges[i].from && c <= ranges[i].to)
			return true;
	}
	return false;
}

/* Blocks, not exact tables: a label needs no more than that. */
unsigned chars_width(uint32_t c)
{
	static const struct range combining[] = {
		{ 0x300, 0x36F },   { 0x483, 0x489 },	{ 0x591, 0x5BD },
		{ 0x610, 0x61A },   { 0x64B, 0x65F },	{ 0x1AB0, 0x1AFF },
		{ 0x1DC0, 0x1DFF }, { 0x200B, 0x200F }, { 0x20D0, 0x20FF },
		{ 0xFE00, 0xFE0F }, { 0xFE20, 0xFE2F },
	};
	static const struct range wide[] = {
		{ 0x1100, 0x115F }, { 0x2E80, 0xA4CF },	  { 0xAC00, 0xD7A3 },
		{ 0xF900, 0xFAFF }, { 0xFE30, 0xFE6F },	  { 0xFF00, 0xFF60 },
		{ 0xFFE0, 0xFFE6 }, { 0x1F300, 0x1FAFF }, { 0x20000, 0x3FFFD },
	};

	if (c < 0x300)
		return 1;
	if (is_in(c, combining, sizeof combining / sizeof *combining))
		return 0;
	return is_in(c, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

size_t chars_columns(fg_str s)
{
	size_t columns = 0;

	while (s.n)
		columns += chars_width(chars_next(&s));
	return columns;
}

fg_str chars_fit(fg_str s, size_t columns)
{
	fg_str rest = s;

	while (rest.n) {
		fg_str after = rest;
		unsigned width = chars_width(chars_next(&after));

		if (width > columns)
			break;
		columns -= width;
		rest = after;
	}
	return fg_slice(s, 0, s.n - rest.n);
}

fg_str chars_fit_end(fg_str s, size_t columns)
{
	size_t left = chars_columns(s);

	while (s.n) {
		fg_str after = s;
		unsigned width = chars_width(chars_next(&after));

		if (left <= columns && width > 0)
			break;
		left -= width;
		s = after;
	}
	return s;
}
