/* SPDX-License-Identifier: MIT */
#include "titles.h"

#include <stdio.h>

#include "fg/text.h"

fg_str titles_name(fg_str name)
{
	if (name.n < 4 || name.p[name.n - 1] != ']')
		return name;
	if (memcmp(name.p + name.n - 4, "_[", 2) != 0)
		return name;
	if (!memchr("kijw", name.p[name.n - 2], 4))
		return name;
	return fg_slice(name, 0, name.n - 4);
}

/* Hundredths of a percent, rounded to nearest. */
static fg_wide hundredths(fg_wide part, fg_wide whole)
{
	fg_wide times, q, rest;

	/* Keeps the product within 128 bits; no real sum is so large. */
	while (part >> 113 || whole >> 113) {
		part >>= 1;
		whole >>= 1;
	}
	times = part * 10000;
	if (!(times >> 64) && !(whole >> 64)) {
		q = (uint64_t)times / (uint64_t)whole;
		rest = (uint64_t)times % (uint64_t)whole;
	} else {
		q = times / whole;
		rest = times % whole;
	}
	if (rest * 2 == whole) {
		/* Ties round as flamegraph.pl's "%.2f" does. */
		char text[64];
		double percent = 100 * (double)part / (double)whole;
		int n = snprintf(text, sizeof text, "%.2f", percent);
		fg_wide last = (fg_wide)(text[n - 1] - '0');

		return q % 10 == last ? q : q + 1;
	}
	return q + (rest * 2 > whole);
}

void titles_percent(struct fg_out *to, fg_wide part, fg_wide whole)
{
	fg_wide value = whole ? hundredths(part, whole) : 0;
	unsigned small = (unsigned)(value % 100);

	fg_out_number(to, value / 100, 0);
	fg_out_char(to, '.');
	fg_out_char(to, (char)('0' + small / 10));
	fg_out_char(to, (char)('0' + small % 10));
}

/* units / 10^places, ties to even. */
static fg_wide shorten(fg_wide units, unsigned places)
{
	while (places > 0) {
		unsigned step = places > 18 ? 18 : places;
		uint64_t by = fg_pow10(step);
		fg_wide rest = units % by;

		units /= by;
		places -= step;
		if (places == 0 &&
		    (rest * 2 > by || (rest * 2 == by && units % 2 == 1)))
			units++;
	}
	return units;
}

/*
 * As many decimals as the input has: a factor changes the unit, not the
 * precision.
 */
static fg_str write_exact(char text[FG_NUMBER_ROOM],
			  const struct titles *titles, fg_wide weight)
{
	fg_wide count = weight;

	if (titles->factor.units != 1 || titles->factor.scale != 0)
		count = shorten(weight * titles->factor.units,
				titles->factor.scale);
	return (fg_str){ text,
			 fg_write_number_commas(text, count, titles->scale) };
}

/* In the unit of the header, computed as in the viewer. */
static double value_of(const struct titles *titles, fg_wide weight)
{
	double factor = (double)titles->factor.units /
			(double)fg_pow10(titles->factor.scale);

	return (double)weight / (double)fg_pow10(titles->scale) * factor;
}

void titles_number(struct fg_out *to, const struct titles *titles,
		   fg_wide weight)
{
	char text[FG_NUMBER_ROOM];

	fg_out_puts(to, write_exact(text, titles, weight));
}

void titles_count(struct fg_out *to, const struct titles *titles,
		  fg_wide weight)
{
	char text[FG_NUMBER_ROOM];
	fg_str exact = write_exact(text, titles, weight);

	if (titles->amounts) {
		fg_amount_put(to, titles->amounts, exact,
			      value_of(titles, weight));
		return;
	}
	fg_out_puts(to, exact);
	titles_tail(to, titles);
}

void titles_short(struct fg_out *to, const struct titles *titles,
		  fg_wide weight)
{
	char text[FG_NUMBER_ROOM];
	fg_str exact = write_exact(text, titles, weight);

	if (titles->amounts)
		fg_amount_put_short(to, titles->amounts, exact,
				    value_of(titles, weight));
	else
		fg_out_puts(to, exact);
}

bool titles_is_short(const struct titles *titles, fg_wide weight)
{
	char text[FG_NUMBER_ROOM];
	fg_str exact = write_exact(text, titles, weight);

	return titles->amounts && fg_amount_is_short(titles->amounts, exact,
						     value_of(titles, weight));
}

void titles_tail(struct fg_out *to, const struct titles *titles)
{
	if (titles->amounts) {
		fg_out_puts(to, fg_from_c(titles->amounts->tail));
		return;
	}
	fg_out_char(to, ' ');
	fg_out_puts(to, fg_from_c(titles->count_name));
}

static void put_delta(struct fg_out *to, const struct titles *titles,
		      const fg_wide weight[2], fg_wide times)
{
	bool more = weight[1] > weight[0];
	fg_wide by = more ? weight[1] - weight[0] : weight[0] - weight[1];

	fg_out_puts(to, FG_STR("; "));
	if (by > 0)
		fg_out_char(to, more != titles->negate ? '+' : '-');
	titles_percent(to, by * times, titles->total);
	fg_out_char(to, '%');
}

void titles_root(struct fg_out *to, const struct titles *titles,
		 const fg_wide weight[2])
{
	fg_wide times = fg_pow10(titles->total_scale - titles->scale);

	fg_out_puts(to, FG_STR("all ("));
	titles_count(to, titles, weight[titles->columns - 1]);
	fg_out_puts(to, FG_STR(", 100%"));
	if (titles->columns == 2)
		put_delta(to, titles, weight, times);
	fg_out_char(to, ')');
}

void titles_frame(struct fg_out *to, const struct titles *titles, fg_str name,
		  const fg_wide weight[2])
{
	fg_wide times = fg_pow10(titles->total_scale - titles->scale);
	fg_wide shown = weight[titles->columns - 1];

	fg_out_puts(to, titles_name(name));
	fg_out_puts(to, FG_STR(" ("));
	titles_count(to, titles, shown);
	fg_out_puts(to, FG_STR(", "));
	titles_percent(to, shown * times, titles->total);
	fg_out_char(to, '%');
	if (titles->columns == 2)
		put_delta(to, titles, weight, times);
	fg_out_char(to, ')');
}
