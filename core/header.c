/* SPDX-License-Identifier: MIT */
#include "fg/header.h"

#include "fg/text.h"

static const char *const names[] = {
	[FG_NORMALIZE_NONE] = "none",	  [FG_NORMALIZE_AFTER] = "after",
	[FG_NORMALIZE_BEFORE] = "before", [FG_NORMALIZE_COMMON] = "common",
	[FG_NORMALIZE_FACTOR] = "factor",
};

#define START FG_STR("# fg-diff ")

const char *fg_normalize_name(enum fg_normalize normalize)
{
	return names[normalize];
}

bool fg_normalize_find(fg_str name, enum fg_normalize *normalize)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (fg_equal(name, fg_from_c(names[i]))) {
			*normalize = (enum fg_normalize)i;
			return true;
		}
	}
	return false;
}

static void write_scaled(struct fg_out *out, fg_str key, fg_wide total,
			 fg_wide scaled, unsigned scale)
{
	if (scaled == total)
		return;
	fg_out_puts(out, key);
	fg_out_number(out, scaled, scale);
}

void fg_header_write(struct fg_out *out, const struct fg_header *h)
{
	fg_out_puts(out, START);
	fg_out_puts(out, FG_STR("before="));
	fg_out_number(out, h->total[0], h->scale);
	fg_out_puts(out, FG_STR(" after="));
	fg_out_number(out, h->total[1], h->scale);
	fg_out_printf(out, " normalize=%s", names[h->normalize]);
	write_scaled(out, FG_STR(" scaled-before="), h->total[0], h->scaled[0],
		     h->scale);
	write_scaled(out, FG_STR(" scaled-after="), h->total[1], h->scaled[1],
		     h->scale);
	fg_out_char(out, '\n');
}

/* One of the four sums, each with as many decimals as it was written with. */
struct sum {
	fg_wide units;
	fg_str key;
	unsigned scale;
	bool given;
};

/* A sum may need more than the 64 bits of a weight. */
static bool parse_sum(fg_str text, struct sum *sum)
{
	size_t point = fg_find_char(text, '.');
	size_t decimals = point < text.n ? text.n - point - 1 : 0;
	fg_wide units = 0;

	if (text.n == 0 || decimals > FG_SCALE_MAX)
		return false;
	for (size_t i = 0; i < text.n; i++) {
		if (i == point)
			continue;
		if (!fg_is_digit(text.p[i]) ||
		    __builtin_mul_overflow(units, 10, &units))
			return false;
		units += (unsigned)(text.p[i] - '0');
	}
	*sum = (struct sum){ units, sum->key, (unsigned)decimals, true };
	return true;
}

static bool parse_word(fg_str key, fg_str value, struct sum sums[4],
		       struct fg_header *header)
{
	if (fg_equal(key, FG_STR("normalize")))
		return fg_normalize_find(value, &header->normalize);
	for (size_t i = 0; i < 4; i++) {
		if (fg_equal(key, sums[i].key))
			return parse_sum(value, &sums[i]);
	}
	return true;
}

/* Takes the four sums to the finest of their scales. */
static void unify(const struct sum sums[4], struct fg_header *header)
{
	fg_wide units[4];

	header->scale = 0;
	for (size_t i = 0; i < 4; i++) {
		if (sums[i].scale > header->scale)
			header->scale = sums[i].scale;
	}
	for (size_t i = 0; i < 4; i++)
		units[i] =
			sums[i].units * fg_pow10(header->scale - sums[i].scale);
	for (size_t side = 0; side < 2; side++) {
		header->total[side] = units[side];
		header->scaled[side] =
			units[sums[side + 2].given ? side + 2 : side];
	}
}

bool fg_header_parse(fg_str line, struct fg_header *header)
{
	struct fg_header result = { .normalize = FG_NORMALIZE_NONE };
	struct sum sums[4] = {
		{ .key = FG_STR("before") },
		{ .key = FG_STR("after") },
		{ .key = FG_STR("scaled-before") },
		{ .key = FG_STR("scaled-after") },
	};

	if (!fg_starts_with(line, START))
		return false;
	line = fg_trim(fg_slice(line, START.n, line.n));
	while (line.n > 0) {
		fg_str word = fg_cut(&line, ' ');
		fg_str key = fg_cut(&word, '=');

		if (!parse_word(key, word, sums, &result))
			return false;
	}
	if (!sums[0].given || !sums[1].given)
		return false;
	unify(sums, &result);
	*header = result;
	return true;
}
