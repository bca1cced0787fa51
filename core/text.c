/* SPDX-License-Identifier: MIT */
#include "fg/text.h"

#include <stdint.h>

#include "hash_private.h"

fg_str fg_from_c(const char *s)
{
	return (fg_str){ s, s ? strlen(s) : 0 };
}

static bool is_edge(char c)
{
	return fg_is_blank(c) || c == '\r' || c == '\n';
}

fg_str fg_trim_end(fg_str s)
{
	while (s.n > 0 && is_edge(s.p[s.n - 1]))
		s.n--;
	return s;
}

fg_str fg_trim(fg_str s)
{
	while (s.n > 0 && is_edge(*s.p)) {
		s.p++;
		s.n--;
	}
	return fg_trim_end(s);
}

size_t fg_find_char(fg_str s, char c)
{
	const char *at = s.n ? memchr(s.p, c, s.n) : NULL;

	return at ? (size_t)(at - s.p) : s.n;
}

size_t fg_rfind_char(fg_str s, char c)
{
	for (size_t i = s.n; i-- > 0;) {
		if (s.p[i] == c)
			return i;
	}
	return s.n;
}

size_t fg_find(fg_str s, fg_str part)
{
	size_t at = 0;

	if (part.n == 0)
		return 0;
	while (part.n <= s.n - at) {
		fg_str rest = { s.p + at, s.n - at - part.n + 1 };
		size_t i = fg_find_char(rest, *part.p);

		if (i == rest.n)
			return s.n;
		at += i;
		if (memcmp(s.p + at, part.p, part.n) == 0)
			return at;
		at++;
	}
	return s.n;
}

fg_str fg_cut(fg_str *rest, char c)
{
	size_t i = fg_find_char(*rest, c);
	fg_str part = { rest->p, i };

	if (i == rest->n)
		*rest = (fg_str){ NULL, 0 };
	else
		*rest = (fg_str){ rest->p + i + 1, rest->n - i - 1 };
	return part;
}

bool fg_has_word(fg_str list, fg_str word)
{
	while (list.p) {
		if (fg_equal(fg_cut(&list, ' '), word))
			return true;
	}
	return false;
}

uint64_t fg_order_key(fg_str s)
{
	uint64_t key = 0;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	if (FG_LIKELY(s.n >= 8))
		return __builtin_bswap64(load8(s.p));
#endif
	for (size_t i = 0; i < 8; i++)
		key = key << 8 | (i < s.n ? (unsigned char)s.p[i] : 0);
	return key;
}

size_t fg_common_start(fg_str a, fg_str b)
{
	size_t n = a.n < b.n ? a.n : b.n, i = 0;

	for (; i + 8 <= n; i += 8) {
		uint64_t x, y;

		memcpy(&x, a.p + i, 8);
		memcpy(&y, b.p + i, 8);
		if (x != y)
			break;
	}
	while (i < n && a.p[i] == b.p[i])
		i++;
	return i;
}

int fg_compare(fg_str a, fg_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.p, b.p, n) : 0;

	if (order != 0)
		return order;
	return (a.n > b.n) - (a.n < b.n);
}

bool fg_parse_u64(fg_str s, uint64_t *value)
{
	enum { SAFE = 19 }; /* this many digits cannot overflow */
	uint64_t v = 0;
	size_t i = 0;

	for (; i < s.n && i < SAFE && fg_is_digit(s.p[i]); i++)
		v = v * 10 + (uint64_t)(s.p[i] - '0');
	for (; i < s.n; i++) {
		if (!fg_is_digit(s.p[i]) || __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(s.p[i] - '0'), &v))
			return false;
	}
	*value = v;
	return s.n > 0;
}

static int hex_digit(char c)
{
	if (fg_is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool fg_parse_hex(fg_str s, uint64_t *value)
{
	uint64_t v = 0;

	for (size_t i = 0; i < s.n; i++) {
		int digit = hex_digit(s.p[i]);

		if (digit < 0 || v >> 60)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*value = v;
	return s.n > 0;
}

static bool is_continuation(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

size_t fg_utf8_length(fg_str s)
{
	unsigned char c = s.n ? (unsigned char)*s.p : 0xff;
	unsigned char next = s.n > 1 ? (unsigned char)s.p[1] : 0;
	size_t n;

	if (c < 0x80)
		return 1;
	if (c < 0xc2 || c > 0xf4)
		return 0;
	n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (s.n < n)
		return 0;
	for (size_t i = 1; i < n; i++) {
		if (!is_continuation(s.p[i]))
			return 0;
	}
	/* overlong forms, surrogates, and codes past U+10FFFF */
	if ((c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f) ||
	    (c == 0xf0 && next < 0x90) || (c == 0xf4 && next > 0x8f))
		return 0;
	return n;
}

size_t fg_utf8_put(char *to, uint32_t code)
{
	size_t n;

	if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		code = 0xfffd;
	n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
	for (size_t i = n; i-- > 1; code >>= 6)
		to[i] = (char)(0x80 | (code & 0x3f));
	/*
	 * the first byte has as many leading ones as there are bytes, none for
	 * one
	 */
	to[0] = (char)(n == 1 ? code : (0xf00u >> n & 0xff) | code);
	return n;
}

size_t fg_utf16_put(char *to, uint32_t *high, uint32_t unit)
{
	bool trail = unit >= 0xdc00 && unit < 0xe000;
	uint32_t first = *high;
	size_t n;

	*high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
	if (first && trail)
		return fg_utf8_put(to, 0x10000 + ((first - 0xd800) << 10) +
					       (unit - 0xdc00));
	n = first ? fg_utf8_put(to, first) : 0;
	return *high ? n : n + fg_utf8_put(to + n, unit);
}

uint32_t fg_utf8_code(fg_str s)
{
	size_t n = fg_utf8_length(s);
	uint32_t code = n ? (unsigned char)*s.p : 0xfffd;

	if (n > 1)
		code &= 0x7fU >> n;
	for (size_t i = 1; i < n; i++)
		code = code << 6 | ((unsigned char)s.p[i] & 0x3f);
	return code;
}

/*
 * Whether the code, from U+0080 on, is a control, a mark of direction, or
 * invisible. The joiners U+200C and U+200D are shown, because scripts and
 * emoji need them.
 */
static bool is_hidden(uint32_t code)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{ 0x80, 0x9f }, /* one of them begins escape sequences */
		{ 0xad, 0xad }, /* soft hyphen */
		{ 0x61c, 0x61c }, /* Arabic letter mark */
		{ 0x180e, 0x180e }, /* Mongolian vowel separator */
		{ 0x200b, 0x200b }, /* zero width space */
		{ 0x200e, 0x200f }, /* marks of direction */
		{ 0x2028, 0x202e }, /* ends of lines; embeddings, overrides */
		{ 0x2060, 0x206f }, /* invisible operators; isolates */
		{ 0xfeff, 0xfeff }, /* byte order mark */
		{ 0xfff9, 0xfffb }, /* interlinear annotation */
		{ 0xe0000, 0xe007f }, /* tags */
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	}
	return false;
}

size_t fg_shown_length(fg_str s)
{
	size_t n = fg_utf8_length(s);
	unsigned char first = n ? (unsigned char)*s.p : 0;

	if (first < 0x20 || first == 0x7f)
		return 0;
	return n > 1 && is_hidden(fg_utf8_code(s)) ? 0 : n;
}
