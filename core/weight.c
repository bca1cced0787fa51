/* SPDX-License-Identifier: MIT */
#include "fg/weight.h"

#include <stdio.h>

#include "fg/text.h"

uint64_t fg_pow10(unsigned n)
{
	uint64_t v = 1;

	while (n-- > 0)
		v *= 10;
	return v;
}

uint64_t fg_add_sat(uint64_t a, uint64_t b, bool *saturated)
{
	uint64_t sum;

	if (__builtin_add_overflow(a, b, &sum)) {
		*saturated = true;
		return UINT64_MAX;
	}
	return sum;
}

uint64_t fg_mul_sat(uint64_t a, uint64_t b, bool *saturated)
{
	uint64_t product;

	if (__builtin_mul_overflow(a, b, &product)) {
		*saturated = true;
		return UINT64_MAX;
	}
	return product;
}

bool fg_number_refine(struct fg_number *number, unsigned scale)
{
	fg_wide factor = fg_pow10(scale - number->scale);

	number->scale = scale;
	return !__builtin_mul_overflow(number->units, factor, &number->units);
}

bool fg_number_add(struct fg_number *sum, struct fg_number more)
{
	unsigned scale = sum->scale > more.scale ? sum->scale : more.scale;

	return fg_number_refine(sum, scale) && fg_number_refine(&more, scale) &&
	       !__builtin_add_overflow(sum->units, more.units, &sum->units);
}

/* The parts of a number as text. */
struct parts {
	fg_str whole, fraction;
	long exponent;
};

static size_t digits_at(fg_str s, size_t i)
{
	size_t start = i;

	while (i < s.n && fg_is_digit(s.p[i]))
		i++;
	return i - start;
}

/* An exponent this large has the same effect as any larger one. */
enum { EXPONENT_CAP = 1000000000 };

static bool parse_exponent(fg_str s, long *exponent)
{
	bool minus = s.n > 0 && *s.p == '-';
	long v = 0;

	if (s.n > 0 && (*s.p == '-' || *s.p == '+'))
		s = fg_slice(s, 1, s.n);
	if (s.n == 0 || digits_at(s, 0) != s.n)
		return false;
	for (size_t i = 0; i < s.n && v < EXPONENT_CAP; i++)
		v = v * 10 + (s.p[i] - '0');
	*exponent = minus ? -v : v;
	return true;
}

static bool split_number(fg_str s, struct parts *parts)
{
	size_t i = digits_at(s, 0);

	parts->whole = fg_slice(s, 0, i);
	if (i < s.n && s.p[i] == '.') {
		size_t n = digits_at(s, i + 1);

		parts->fraction = fg_slice(s, i + 1, i + 1 + n);
		i += 1 + n;
	}
	if (parts->whole.n + parts->fraction.n == 0)
		return false;
	if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E'))
		return parse_exponent(fg_slice(s, i + 1, s.n),
				      &parts->exponent);
	return i == s.n;
}

/*
 * Digit number `i` of the whole and fraction digits in a row, 0 outside them.
 */
static uint64_t digit_of(const struct parts *parts, long i)
{
	long whole = (long)parts->whole.n;

	if (i < 0 || i >= whole + (long)parts->fraction.n)
		return 0;
	if (i < whole)
		return (uint64_t)(parts->whole.p[i] - '0');
	return (uint64_t)(parts->fraction.p[i - whole] - '0');
}

/* The value in units of 10^-scale, rounded; false when it does not fit. */
static bool units_at(const struct parts *parts, long scale, uint64_t *units)
{
	long end = (long)parts->whole.n + parts->exponent + scale;
	bool over = false;

	*units = 0;
	for (long i = 0; i < end && !over; i++)
		*units = fg_add_sat(fg_mul_sat(*units, 10, &over),
				    digit_of(parts, i), &over);
	if (digit_of(parts, end) >= 5)
		*units = fg_add_sat(*units, 1, &over);
	return !over;
}

bool fg_weight_parse(fg_str s, struct fg_weight *w, bool *saturated)
{
	struct parts parts = { { 0 }, { 0 }, 0 };
	long last, scale;
	bool fits;

	if (FG_LIKELY(s.n > 0 && s.n < 20 && digits_at(s, 0) == s.n)) {
		w->scale = 0;
		w->units = 0;
		for (size_t i = 0; i < s.n; i++)
			w->units = w->units * 10 + (uint64_t)(s.p[i] - '0');
		return true;
	}
	if (!split_number(s, &parts))
		return false;
	/* the last nonzero digit decides how many decimals are needed */
	last = (long)(parts.whole.n + parts.fraction.n);
	while (last > 0 && digit_of(&parts, last - 1) == 0)
		last--;
	*w = (struct fg_weight){ 0, 0 };
	if (last == 0)
		return true;
	scale = last - (long)parts.whole.n - parts.exponent;
	scale = scale < 0 ? 0 : scale;
	scale = scale > FG_SCALE_MAX ? FG_SCALE_MAX : scale;
	fits = units_at(&parts, scale, &w->units);
	while (!fits && scale > 0)
		fits = units_at(&parts, --scale, &w->units);
	w->scale = (unsigned)scale;
	if (!fits && saturated)
		*saturated = true;
	return true;
}

/* Writes the digits of `v` backwards from `end`; returns their start. */
static char *digits_before(char *end, fg_wide v)
{
	while (v > UINT64_MAX) {
		*--end = (char)('0' + (int)(v % 10));
		v /= 10;
	}
	for (uint64_t small = (uint64_t)v;; small /= 10) {
		*--end = (char)('0' + (int)(small % 10));
		if (small < 10)
			return end;
	}
}

/* Writes the point and the digits after it, without zeros at the end. */
static size_t write_fraction(char *to, uint64_t fraction, unsigned digits)
{
	size_t n;

	for (; fraction % 10 == 0; fraction /= 10)
		digits--;
	n = digits + 1;
	for (; digits > 0; fraction /= 10)
		to[digits--] = (char)('0' + (int)(fraction % 10));
	to[0] = '.';
	return n;
}

static size_t write_number(char *to, fg_wide units, unsigned scale, bool commas)
{
	char digits[48], *end = digits + sizeof digits, *p;
	uint64_t unit = fg_pow10(scale), fraction = 0;
	size_t n = 0;

	if (scale > 0) {
		fraction = (uint64_t)(units % unit);
		units /= unit;
	}
	p = digits_before(end, units);
	while (p < end) {
		to[n++] = *p++;
		if (commas && p < end && (end - p) % 3 == 0)
			to[n++] = ',';
	}
	if (fraction > 0)
		n += write_fraction(to + n, fraction, scale);
	to[n] = '\0';
	return n;
}

size_t fg_write_number(char *to, fg_wide units, unsigned scale)
{
	return write_number(to, units, scale, false);
}

size_t fg_write_number_commas(char *to, fg_wide units, unsigned scale)
{
	return write_number(to, units, scale, true);
}
