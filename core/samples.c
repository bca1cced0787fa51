/* SPDX-License-Identifier: MIT */
#include "fg/samples.h"

/* Rescales the sums to a finer scale. */
static void refine(struct fg_samples *samples, unsigned scale)
{
	fg_wide factor = fg_pow10(scale - samples->scale);

	samples->lost |= __builtin_mul_overflow(samples->weight, factor,
						&samples->weight);
	samples->lost |= __builtin_mul_overflow(
		samples->squares, factor * factor, &samples->squares);
	samples->scale = scale;
}

void fg_samples_add_wide(struct fg_samples *samples, struct fg_weight weight,
			 uint64_t count)
{
	struct fg_samples more = { .count = count,
				   .weight = weight.units,
				   .scale = weight.scale };
	fg_wide each, rest;

	if (count == 0)
		return;
	/* `rest` samples weigh each + 1 units, the others `each` */
	each = weight.units / count;
	rest = weight.units % count;
	more.lost = __builtin_mul_overflow(each * each, (fg_wide)count,
					   &more.squares);
	more.lost |= __builtin_add_overflow(
		more.squares, 2 * each * rest + rest, &more.squares);
	fg_samples_join(samples, &more);
}

void fg_samples_join(struct fg_samples *samples, const struct fg_samples *from)
{
	struct fg_samples more = *from;

	if (more.scale < samples->scale)
		refine(&more, samples->scale);
	else if (more.scale > samples->scale)
		refine(samples, more.scale);
	samples->lost |= more.lost;
	samples->lost |= __builtin_add_overflow(samples->count, more.count,
						&samples->count);
	samples->lost |= __builtin_add_overflow(samples->weight, more.weight,
						&samples->weight);
	samples->lost |= __builtin_add_overflow(samples->squares, more.squares,
						&samples->squares);
}

/* value * part / whole, rounded; part <= whole < 2^64, whole not 0. */
static fg_wide share(fg_wide value, fg_wide part, fg_wide whole)
{
	return value / whole * part +
	       (value % whole * part + whole / 2) / whole;
}

struct fg_samples fg_samples_share(const struct fg_samples *samples,
				   fg_wide part, fg_wide whole)
{
	struct fg_samples result = *samples;

	if (part >= whole)
		return result;
	while (whole > UINT64_MAX) {
		whole >>= 1;
		part >>= 1;
	}
	result.count = (uint64_t)share(samples->count, part, whole);
	result.weight = share(samples->weight, part, whole);
	result.squares = share(samples->squares, part, whole);
	return result;
}

bool fg_samples_known(const struct fg_samples *samples, fg_wide weight,
		      unsigned scale)
{
	fg_wide a = samples->weight, b = weight;

	if (samples->lost || samples->count == 0)
		return false;
	if (scale < samples->scale)
		return !__builtin_mul_overflow(
			       b, (fg_wide)fg_pow10(samples->scale - scale),
			       &b) &&
		       a == b;
	return !__builtin_mul_overflow(
		       a, (fg_wide)fg_pow10(scale - samples->scale), &a) &&
	       a == b;
}
