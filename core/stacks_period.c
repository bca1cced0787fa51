/* SPDX-License-Identifier: MIT */
#include "fg/stacks.h"

/*
 * A sampled profile has stacks with fewer than FEW samples. A period (perf's
 * cpu-clock counts nanoseconds) is at least LARGE.
 */
enum { LARGE = 1000, FEW = 50 };

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b > 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Finds the smallest weight, and the greatest common divisor of all weights. */
static void look_at(const struct fg_stacks *stacks, uint64_t *least,
		    uint64_t *common)
{
	*least = UINT64_MAX;
	*common = 0;
	for (size_t i = 0; i < fg_stacks_count(stacks); i++) {
		struct fg_stack stack = fg_stacks_get(stacks, i);

		for (unsigned column = 0; column < 2; column++) {
			uint64_t w = stack.weight[column];

			if (w > 0 && w < *least)
				*least = w;
			*common = gcd(w, *common);
		}
	}
}

static bool is_power_of_two(uint64_t n)
{
	return (n & (n - 1)) == 0;
}

uint64_t fg_stacks_period(const struct fg_stacks *stacks)
{
	uint64_t least, common;

	if (fg_stacks_scale(stacks) > 0)
		return 0;
	look_at(stacks, &least, &common);
	if (least < LARGE || common == 0)
		return 1;
	/* a power of two is more likely a size in memory */
	if (common < LARGE || is_power_of_two(common) ||
	    least / common >= LARGE)
		return 0;
	/* a few round numbers do not prove a period */
	if (fg_stacks_total(stacks, 0) + fg_stacks_total(stacks, 1) <
	    (fg_wide)common * FEW)
		return 0;
	return common;
}
