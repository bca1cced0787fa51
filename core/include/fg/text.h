/* SPDX-License-Identifier: MIT */
#ifndef FG_TEXT_H
#define FG_TEXT_H

#include <string.h>

#include "fg/base.h"

/*
 * Functions on slices of text, without copying. Nothing here depends on the
 * locale, and "blank" is a space or a tab.
 */

static inline bool fg_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool fg_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The bytes from index `from` up to but not including `to`; both must be in
 * range.
 */
static inline fg_str fg_slice(fg_str s, size_t from, size_t to)
{
	return (fg_str){ s.p + from, to - from };
}

static inline bool fg_equal(fg_str a, fg_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

static inline bool fg_starts_with(fg_str s, fg_str start)
{
	return s.n >= start.n && memcmp(s.p, start.p, start.n) == 0;
}

static inline bool fg_ends_with(fg_str s, fg_str end)
{
	return s.n >= end.n && memcmp(s.p + s.n - end.n, end.p, end.n) == 0;
}

fg_str fg_from_c(const char *s); /* NULL gives an empty slice */
fg_str fg_trim(fg_str s); /* without blanks, CR and LF at both ends */
fg_str fg_trim_end(fg_str s);

/* The index of the first / last `c`, or s.n when there is none. */
size_t fg_find_char(fg_str s, char c);
size_t fg_rfind_char(fg_str s, char c);

/* The index of the first `part`, or s.n when there is none. */
size_t fg_find(fg_str s, fg_str part);
static inline bool fg_contains(fg_str s, fg_str part)
{
	return part.n == 0 || fg_find(s, part) < s.n;
}

/*
 * Cuts the part before the first `c` off *rest and returns it; *rest becomes
 * the part after `c`. Without `c`, *rest becomes empty with p NULL.
 */
fg_str fg_cut(fg_str *rest, char c);

/*
 * The first eight bytes as a number whose order is byte order. Short text is
 * padded with zeros, so equal keys do not mean equal text.
 */
uint64_t fg_order_key(fg_str s);

/* The length of the common prefix. */
size_t fg_common_start(fg_str a, fg_str b);

/* Whether `word` is in a list of words with blanks between them: "a b c". */
bool fg_has_word(fg_str list, fg_str word);

/* Byte order, a prefix before a longer text: <0, 0, >0. */
int fg_compare(fg_str a, fg_str b);

/* All of `s` as a decimal / hexadecimal number; false on overflow too. */
bool fg_parse_u64(fg_str s, uint64_t *value);
bool fg_parse_hex(fg_str s, uint64_t *value);

/*
 * The length of the UTF-8 sequence that `s` begins with (1 to 4), or 0 when
 * it begins with none: stray, overlong, surrogate or truncated bytes.
 */
size_t fg_utf8_length(fg_str s);

/*
 * Writes the character U+`code` as UTF-8 to `to`, which has room for 4 bytes;
 * returns their number, 1 to 4. A surrogate and a code past U+10FFFF become
 * U+FFFD.
 */
size_t fg_utf8_put(char *to, uint32_t code);

/*
 * Takes a unit of UTF-16 (16 bits) and writes the character that it completes
 * as UTF-8 to `to`, which has room for 6 bytes; returns their number, 0 to 6.
 * *high, 0 at first, is the first half of a character that waits for its
 * second half. A single half becomes U+FFFD; the caller must write one that is
 * left at the end.
 */
size_t fg_utf16_put(char *to, uint32_t *high, uint32_t unit);

/* The first character of `s`; U+FFFD where it is not UTF-8. */
uint32_t fg_utf8_code(fg_str s);

/*
 * The length of the first character of `s`, if it may be shown to people. 0
 * for the control characters of ASCII and Unicode, which could control a
 * terminal, for marks of direction, which could reverse its lines, for
 * invisible characters, which make two names look the same, and for bytes that
 * are not UTF-8. Show a '?' for each byte of these.
 */
size_t fg_shown_length(fg_str s);

#endif
