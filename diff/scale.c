/* SPDX-License-Identifier: MIT */
/*
 * Why running sums are rounded, and not the weights one by one: most stacks
 * of a sampled profile have one or two samples. Scaled by 0.6, every one of
 * them would be rounded to 1, and so a function seen in a thousand of them
 * would seem to have grown by two thirds. Giving the lost units back to the
 * largest remainders makes the column's total right, yet not the functions'.
 * A running sum rounded to nearest is never off by more than half a unit,
 * hence no frame of the picture by more than one.
 */
#include "scale.h"

#include "fg/text.h"

static fg_wide gcd(fg_wide a, fg_wide b)
{
	while (b > 0) {
		fg_wide rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

struct factor factor_new(fg_wide num, fg_wide den)
{
	fg_wide common = gcd(num, den);

	return (struct factor){ num / common, den / common };
}

bool factor_parse(fg_str s, struct factor *f)
{
	struct fg_weight num, den = { 1, 0 };
	bool over = false;
	size_t slash = fg_find_char(s, '/');

	if (slash < s.n &&
	    !fg_weight_parse(fg_slice(s, slash + 1, s.n), &den, &over))
		return false;
	if (!fg_weight_parse(fg_slice(s, 0, slash), &num, &over) || over ||
	    num.units == 0 || den.units == 0)
		return false;
	*f = factor_new((fg_wide)num.units * fg_pow10(den.scale),
			(fg_wide)den.units * fg_pow10(num.scale));
	return true;
}

double factor_value(struct factor f)
{
	return (double)f.num / (double)f.den;
}

/*
 * a * b / c where the product needs more than 128 bits: one bit of `a` at a
 * time, with quotient and remainder doubled on the way. c < 2^126.
 */
static fg_wide divide_long(fg_wide a, fg_wide b, fg_wide c, fg_wide *rest)
{
	fg_wide quotient = 0, r = 0, whole = b / c, part = b % c;

	for (unsigned bit = 128; bit-- > 0;) {
		quotient *= 2;
		r *= 2;
		if (a >> bit & 1) {
			quotient += whole;
			r += part;
		}
		while (r >= c) {
			r -= c;
			quotient++;
		}
	}
	*rest = r;
	return quotient;
}

fg_wide factor_apply(struct factor f, fg_wide units)
{
	fg_wide product, whole, rest;

	if (!__builtin_mul_overflow(units, f.num, &product)) {
		whole = product / f.den;
		rest = product % f.den;
	} else {
		whole = divide_long(units, f.num, f.den, &rest);
	}
	return whole + (rest >= f.den - rest);
}

void factor_spread(struct factor f, uint64_t *weight, const uint32_t *order,
		   size_t n, bool *saturated)
{
	fg_wide sum = 0, before = 0;

	if (factor_is_one(f))
		return;
	for (size_t i = 0; i < n; i++) {
		uint64_t *w = &weight[order[i]];
		fg_wide after, part;

		sum += *w;
		after = factor_apply(f, sum);
		part = after - before;
		before = after;
		*saturated |= part > UINT64_MAX;
		*w = part > UINT64_MAX ? UINT64_MAX : (uint64_t)part;
	}
}
