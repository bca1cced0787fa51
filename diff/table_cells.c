/* SPDX-License-Identifier: MIT */
#include "table_cells.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fg/text.h"

enum { ROOM = FG_NUMBER_ROOM + 8, Z_MOST = 999 };

static const struct {
	const char *name;
	enum unit unit;
} units[] = {
	{ "bytes", UNIT_BYTES }, { "B", UNIT_BYTES },
	{ "ns", UNIT_NS },	 { "nanoseconds", UNIT_NS },
	{ "us", UNIT_US },	 { "microseconds", UNIT_US },
	{ "ms", UNIT_MS },	 { "milliseconds", UNIT_MS },
	{ "seconds", UNIT_S },	 { "s", UNIT_S },
};

/* From each name on, the number is divided by `step` once more. */
struct ladder {
	double step;
	const char *names[8];
};

static const struct ladder plain_ladder = {
	1000, { "", "k", "M", "G", "T", "P", "E", "Z" }
};
static const struct ladder byte_ladder = {
	1024, { " B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB", " ZiB" }
};
static const struct ladder time_ladder = { 1000,
					   { " ns", " us", " ms", " s" } };

enum unit unit_find(const char *name)
{
	for (size_t i = 0; name && i < sizeof units / sizeof *units; i++) {
		if (strcmp(units[i].name, name) == 0)
			return units[i].unit;
	}
	return UNIT_PLAIN;
}

bool unit_is_time(const char *name)
{
	return unit_find(name) >= UNIT_NS;
}

/* Four digits: "1.500 ms" says more than "1.5", and "1500" is no more. */
static void write_in_unit(char *to, double value, const struct ladder *ladder,
			  size_t rung)
{
	int decimals;

	while (rung < 7 && ladder->names[rung + 1] && value >= ladder->step) {
		value /= ladder->step;
		rung++;
	}
	decimals = value >= 100 ? 1 : value >= 10 ? 2 : 3;
	if (value == floor(value))
		decimals = 0;
	snprintf(to, ROOM, "%.*f%s", decimals, value, ladder->names[rung]);
}

/* Whoever waits for more than a minute thinks in minutes. */
static void write_time(char *to, double value, size_t rung)
{
	static const struct ladder minutes = { 60, { " min", " h" } };
	double ns = value;

	for (size_t i = 0; i < rung; i++)
		ns *= 1000;
	if (ns < 60e9)
		write_in_unit(to, value, &time_ladder, rung);
	else if (ns < 3600e9)
		write_in_unit(to, ns / 60e9, &minutes, 0);
	else
		write_in_unit(to, ns / 3600e9, &minutes, 1);
}

void cells_weight(char *to, fg_wide weight, unsigned scale, enum unit unit)
{
	double value = (double)weight / (double)fg_pow10(scale);

	switch (unit) {
	case UNIT_EXACT:
		break;
	case UNIT_PLAIN:
		if (value < 1e6)
			break;
		write_in_unit(to, value, &plain_ladder, 0);
		return;
	case UNIT_BYTES:
		write_in_unit(to, value, &byte_ladder, 0);
		return;
	case UNIT_NS:
	case UNIT_US:
	case UNIT_MS:
	case UNIT_S:
		write_time(to, value, (size_t)(unit - UNIT_NS));
		return;
	}
	fg_write_number_commas(to, weight, scale);
}

/* "+1.50"; what rounds to nothing has no sign. */
static void write_signed(char *to, double value, int decimals)
{
	double unit = pow(10, -decimals);

	if (fabs(value) < unit / 2)
		value = 0;
	snprintf(to, ROOM, value == 0 ? "%.*f" : "%+.*f", decimals,
		 value == 0 ? 0.0 : value);
}

static void write_delta(char *to, const struct change *change, unsigned scale,
			enum unit unit)
{
	fg_swide delta = change_delta(change);

	if (delta == 0) {
		snprintf(to, ROOM, "0");
		return;
	}
	to[0] = delta < 0 ? '-' : '+';
	cells_weight(to + 1, (fg_wide)(delta < 0 ? -delta : delta), scale,
		     unit);
}

static void write_relative(char *to, const struct change *change)
{
	double percent = change_relative(change);

	if (isinf(percent))
		snprintf(to, ROOM, change->elsewhere[BEFORE] ? "-" : "new");
	else if (percent == 0)
		snprintf(to, ROOM, "0 %%");
	else
		snprintf(to, ROOM, "%+.*f %%",
			 fabs(percent) < 0.1	? 2
			 : fabs(percent) < 1000 ? 1
						: 0,
			 percent);
}

/* Rounded, and never "-0". */
static double whole(double value)
{
	return round(value) + 0.0;
}

/* "new" functions have no end to it. */
static void write_interval(char *to, const struct change *change)
{
	double low = change_low(change), high = change_high(change);

	if (!isfinite(low) || !isfinite(high))
		snprintf(to, ROOM, "-");
	else
		snprintf(to, ROOM, "%+.0f .. %+.0f", whole(low),
			 whole(fmin(high, 99999)));
}

/* A change without any spread has an infinite z. */
static double bounded(double z)
{
	return fmax(-Z_MOST, fmin(z, Z_MOST));
}

void cells_fill(struct cells *cells, const struct judge *judge,
		const struct change *change, enum unit unit)
{
	unsigned scale = fg_stacks_scale(judge->diff->stacks);

	cells_weight(cells->text[CELL_BEFORE], change->units[BEFORE], scale,
		     unit);
	cells_weight(cells->text[CELL_AFTER], change->units[AFTER], scale,
		     unit);
	write_delta(cells->text[CELL_DELTA], change, scale, unit);
	write_relative(cells->text[CELL_RELATIVE], change);
	write_interval(cells->text[CELL_INTERVAL], change);
	write_signed(cells->text[CELL_POINTS], change_points(change), 2);
	if (isnan(change_z(change)))
		snprintf(cells->text[CELL_Z], ROOM, "-");
	else
		write_signed(cells->text[CELL_Z], bounded(change_z(change)), 1);
	snprintf(cells->text[CELL_VERDICT], ROOM, "%s",
		 verdict_name(change_verdict(judge, change)));
}
