/* SPDX-License-Identifier: MIT */
#include "fg/amount.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

struct step {
	const char *name;
	double size;
};

static const struct step time_steps[] = {
	{ " ns", 1 },	  { " \302\265s", 1e3 }, { " ms", 1e6 }, { " s", 1e9 },
	{ " min", 6e10 }, { " h", 3.6e12 },	 { NULL, 0 },
};

static const struct step byte_steps[] = {
	{ " bytes", 1 },
	{ " KiB", 1024 },
	{ " MiB", 1024.0 * 1024 },
	{ " GiB", 1024.0 * 1024 * 1024 },
	{ " TiB", 1024.0 * 1024 * 1024 * 1024 },
	{ NULL, 0 },
};

static const struct step count_steps[] = {
	{ "", 1 },     { " k", 1e3 },  { " M", 1e6 },
	{ " G", 1e9 }, { " T", 1e12 }, { NULL, 0 },
};

/* Metric names that say no more than the unit. */
static bool is_generic(fg_str metric)
{
	return metric.n == 0 || fg_has_word(FG_STR("time weight value metric "
						   "total bytes count "
						   "duration events samples "
						   "all period"),
					    metric);
}

static void append(struct fg_buffer *to, const char *start, fg_str text)
{
	fg_buffer_append(to, fg_from_c(start));
	fg_buffer_append(to, text);
}

/*
 * "alloc_space" becomes "allocated": writes the participle of well-known
 * metrics.
 */
static bool put_participle(struct fg_buffer *to, fg_str metric)
{
	static const char *const words[][2] = {
		{ "alloc_space", " allocated" },
		{ "alloc-space", " allocated" },
		{ "alloc", " allocated" },
		{ "allocated", " allocated" },
		{ "total-bytes", " allocated" },
		{ "inuse_space", " in use" },
		{ "inuse-space", " in use" },
		{ "leaked", " leaked" },
		{ "freed", " freed" },
		{ "peak", " at the peak" },
		{ "peak-bytes", " at the peak" },
		{ "end-bytes", " at the end" },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (fg_equal(metric, fg_from_c(words[i][0]))) {
			fg_buffer_append(to, fg_from_c(words[i][1]));
			return true;
		}
	}
	return false;
}

static char *finish(struct fg_buffer *text)
{
	fg_buffer_append(text, (fg_str){ "", 1 });
	return text->p;
}

/* Sets the word and the tail; `plain`: the unit has no larger units. */
static void name(struct fg_amounts *amounts, fg_str metric, fg_str unit,
		 bool plain)
{
	struct fg_buffer word = { 0 }, tail = { 0 };
	bool counts = unit.n == 0 || fg_equal(unit, FG_STR("count"));

	if (counts)
		unit = is_generic(metric) ? FG_STR("units") : metric;
	fg_buffer_append(&word, unit);
	if (plain)
		append(&tail, " ", unit);
	if (!counts && !is_generic(metric) && !fg_equal(metric, unit) &&
	    !fg_equal(unit, FG_STR("samples")) &&
	    !(amounts->kind == FG_AMOUNT_BYTES &&
	      put_participle(&tail, metric)))
		append(&tail, " of ", metric);
	amounts->word = finish(&word);
	amounts->tail = finish(&tail);
}

bool fg_amounts_init(struct fg_amounts *amounts, fg_str metric, fg_str unit)
{
	static const struct {
		const char *unit;
		enum fg_amount_kind kind;
		double times;
	} known[] = {
		{ "ns", FG_AMOUNT_TIME, 1 },
		{ "us", FG_AMOUNT_TIME, 1e3 },
		{ "ms", FG_AMOUNT_TIME, 1e6 },
		{ "s", FG_AMOUNT_TIME, 1e9 },
		{ "bytes", FG_AMOUNT_BYTES, 1 },
		{ "samples", FG_AMOUNT_EXACT, 1 },
		{ "percent", FG_AMOUNT_EXACT, 1 },
		{ "permille", FG_AMOUNT_EXACT, 1 },
	};

	if (metric.n == 0 && unit.n == 0)
		return false;
	unit = fg_unit_name(metric, unit);
	*amounts = (struct fg_amounts){ FG_AMOUNT_COUNT, 1, NULL, NULL };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (fg_equal(unit, fg_from_c(known[i].unit))) {
			amounts->kind = known[i].kind;
			amounts->times = known[i].times;
		}
	}
	name(amounts, metric, unit,
	     amounts->kind == FG_AMOUNT_COUNT ||
		     amounts->kind == FG_AMOUNT_EXACT);
	return true;
}

void fg_amounts_free(struct fg_amounts *amounts)
{
	free(amounts->word);
	free(amounts->tail);
	*amounts = (struct fg_amounts){ FG_AMOUNT_EXACT, 1, NULL, NULL };
}

static const struct step *steps_of(enum fg_amount_kind kind)
{
	return kind == FG_AMOUNT_TIME	 ? time_steps
	       : kind == FG_AMOUNT_BYTES ? byte_steps
					 : count_steps;
}

/*
 * Rounds half up, as Math.round. It does not compute x + 0.5, because that sum
 * could be rounded.
 */
static double round_half_up(double x)
{
	double whole = floor(x);

	return x - whole >= 0.5 ? whole + 1 : whole;
}

/* Writes at most `places` decimals, without zeros at the end. */
static size_t put_decimal(char *to, size_t room, double value, int places)
{
	int n = snprintf(to, room, "%.*f", places, value);

	if (n < 0 || (size_t)n >= room)
		return 0;
	while (places > 0 && to[n - 1] == '0') {
		n--;
		places--;
	}
	if (n > 0 && to[n - 1] == '.')
		n--;
	to[n] = '\0';
	return (size_t)n;
}

size_t fg_amount_short(char to[FG_AMOUNT_ROOM],
		       const struct fg_amounts *amounts, double value)
{
	const struct step *steps = steps_of(amounts->kind), *step = steps;
	static const double powers[] = { 1, 10, 100, 1000 };
	double size = fabs(value) * amounts->times, part;
	int places = 0, n;
	size_t length;

	for (; steps->name; steps++) {
		if (amounts->kind != FG_AMOUNT_EXACT &&
		    size >= steps->size * 0.9995)
			step = steps;
	}
	part = size / step->size;
	if (step->size > 1 || size != floor(size))
		places = part >= 100 ? 0 : part >= 10 ? 1 : part >= 1 ? 2 : 3;
	part = round_half_up(size * powers[places] / step->size);
	if (value < 0)
		*to++ = '-';
	length = put_decimal(to, FG_AMOUNT_ROOM - 16, part / powers[places],
			     places);
	n = snprintf(to + length, 16, "%s", step->name);
	return length + (size_t)n + (value < 0);
}

void fg_amount_put_short(struct fg_out *to, const struct fg_amounts *amounts,
			 fg_str exact, double value)
{
	char text[FG_AMOUNT_ROOM];
	fg_str brief = { text, fg_amount_short(text, amounts, value) };

	fg_out_puts(to, amounts->kind == FG_AMOUNT_EXACT ? exact : brief);
}

/* Whether the short amount has all digits: "500 ns", "225". */
static bool says_all(const struct fg_amounts *amounts, fg_str exact,
		     fg_str brief)
{
	fg_str number;

	if (amounts->kind == FG_AMOUNT_EXACT)
		return true;
	if (!fg_starts_with(brief, exact))
		return false;
	number = fg_slice(brief, exact.n, brief.n);
	if (amounts->kind == FG_AMOUNT_COUNT)
		return number.n == 0;
	return number.n > 1 && fg_equal(fg_slice(number, 1, number.n),
					fg_from_c(amounts->word));
}

bool fg_amount_is_short(const struct fg_amounts *amounts, fg_str exact,
			double value)
{
	char text[FG_AMOUNT_ROOM];
	fg_str brief = { text, fg_amount_short(text, amounts, value) };

	return !says_all(amounts, exact, brief);
}

void fg_amount_put(struct fg_out *to, const struct fg_amounts *amounts,
		   fg_str exact, double value)
{
	char text[FG_AMOUNT_ROOM];
	fg_str brief = { text, fg_amount_short(text, amounts, value) };
	bool all = says_all(amounts, exact, brief);

	if (amounts->kind == FG_AMOUNT_EXACT)
		brief = exact;
	fg_out_puts(to, brief);
	fg_out_puts(to, fg_from_c(amounts->tail));
	if (all)
		return;
	fg_out_puts(to, FG_STR(", "));
	fg_out_puts(to, exact);
	fg_out_char(to, ' ');
	fg_out_puts(to, fg_from_c(amounts->word));
}
