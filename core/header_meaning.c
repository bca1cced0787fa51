/* SPDX-License-Identifier: MIT */
/* What the keys of a header mean. */
#include <stdio.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/header.h"
#include "fg/text.h"

static const char *const normalize_names[] = {
	[FG_NORMALIZE_NONE] = "none",	  [FG_NORMALIZE_AFTER] = "after",
	[FG_NORMALIZE_BEFORE] = "before", [FG_NORMALIZE_COMMON] = "common",
	[FG_NORMALIZE_FACTOR] = "factor", [FG_NORMALIZE_MEDIAN] = "median",
};

const char *fg_normalize_name(enum fg_normalize normalize)
{
	return normalize_names[normalize];
}

bool fg_normalize_find(fg_str name, enum fg_normalize *normalize)
{
	size_t count = sizeof normalize_names / sizeof *normalize_names;

	for (size_t i = 0; i < count; i++) {
		if (fg_equal(name, fg_from_c(normalize_names[i]))) {
			*normalize = (enum fg_normalize)i;
			return true;
		}
	}
	return false;
}

/* Whether the unit says more than that something was counted. */
static bool is_unit(fg_str unit)
{
	return fg_has_word(FG_STR("ns us ms s bytes samples percent permille"),
			   unit);
}

static bool is_samples(fg_str name)
{
	return fg_equal(name, FG_STR("samples"));
}

fg_str fg_unit_name(fg_str metric, fg_str unit)
{
	static const char *const names[][2] = {
		{ "nanoseconds", "ns" },  { "nanosecond", "ns" },
		{ "microseconds", "us" }, { "microsecond", "us" },
		{ "\302\265s", "us" },	  { "\316\274s", "us" },
		{ "usec", "us" },	  { "milliseconds", "ms" },
		{ "millisecond", "ms" },  { "msec", "ms" },
		{ "seconds", "s" },	  { "second", "s" },
		{ "sec", "s" },		  { "byte", "bytes" },
		{ "B", "bytes" },	  { "sample", "samples" },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (fg_equal(unit, fg_from_c(names[i][0])))
			return fg_from_c(names[i][1]);
	}
	if (fg_equal(unit, FG_STR("count")) && is_samples(metric))
		return metric;
	if (unit.n > 0 && !is_unit(unit) && fg_starts_with(metric, unit) &&
	    (metric.n == unit.n || metric.p[unit.n] == ':'))
		return FG_STR("count");
	return unit;
}

static fg_str unit_of(const struct fg_header *header)
{
	return fg_unit_name(fg_header_get(header, "metric"),
			    fg_header_get(header, "unit"));
}

bool fg_header_alike(const struct fg_header *a, const struct fg_header *b)
{
	fg_str x = unit_of(a), y = unit_of(b);

	return x.n == 0 || y.n == 0 || fg_equal(x, y);
}

bool fg_header_other_metric(const struct fg_header *a,
			    const struct fg_header *b)
{
	fg_str x = fg_header_get(a, "metric"), y = fg_header_get(b, "metric");

	return x.n > 0 && y.n > 0 && !fg_equal(x, y);
}

char *fg_header_what(const struct fg_header *header)
{
	struct fg_buffer text = { 0 };
	fg_str metric = fg_header_get(header, "metric");
	fg_str unit = fg_header_get(header, "unit");

	fg_buffer_append(&text, metric);
	if (metric.n > 0 && unit.n > 0 && !fg_equal(metric, unit)) {
		fg_buffer_append(&text, FG_STR(" in "));
		fg_buffer_append(&text, unit);
	} else if (metric.n == 0) {
		fg_buffer_append(&text, unit);
	}
	fg_buffer_append(&text, (fg_str){ "", 1 });
	return text.p;
}

bool fg_header_is_section(const struct fg_header *header)
{
	return fg_header_get(header, "time").n > 0 ||
	       fg_header_get(header, "thread").n > 0;
}

bool fg_header_is_sum(const char *name)
{
	static const char *const sums[] = { "samples", "squares",  "total",
					    "scaled",  "duration", "runs" };

	if (strncmp(name, "before.", 7) == 0)
		name += 7;
	else if (strncmp(name, "after.", 6) == 0)
		name += 6;
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		if (strcmp(name, sums[i]) == 0)
			return true;
	}
	return false;
}

/*
 * Joins metric or unit: where one header has none, the value of the other is
 * taken.
 */
static void join_kind(struct fg_header *to, const char *name, fg_str a,
		      fg_str b)
{
	if (a.n == 0 || b.n == 0 || fg_equal(a, b))
		fg_header_set(to, name, a.n > 0 ? a : b);
	else
		fg_header_set(to, name, (fg_str){ 0 });
}

static bool is_kind(const char *name)
{
	return strcmp(name, "metric") == 0 || strcmp(name, "unit") == 0;
}

/* Joins the values of one key; false when the key is to be dropped. */
static bool join_key(struct fg_header *to, const struct fg_header *from,
		     const char *name)
{
	struct fg_number a, b;

	if (!fg_header_is_sum(name))
		return fg_equal(fg_header_get(to, name),
				fg_header_get(from, name));
	if (!fg_header_number(to, name, &a) ||
	    !fg_header_number(from, name, &b) || !fg_number_add(&a, b))
		return false;
	fg_header_set_number(to, name, a.units, a.scale);
	return true;
}

void fg_header_join(struct fg_header *to, const struct fg_header *from)
{
	join_kind(to, "unit", unit_of(to), unit_of(from));
	join_kind(to, "metric", fg_header_get(to, "metric"),
		  fg_header_get(from, "metric"));
	for (size_t i = 0; i < to->count;) {
		const char *name = to->keys[i].name;

		if (is_kind(name) || join_key(to, from, name))
			i++;
		else
			fg_header_set(to, name, (fg_str){ 0 });
	}
}

/* A key with its prefix; the room is enough for every key. */
struct key {
	char name[32];
};

static struct key key_of(const char *prefix, const char *name)
{
	struct key key;

	(void)snprintf(key.name, sizeof key.name, "%s%s", prefix, name);
	return key;
}

void fg_header_set_samples(struct fg_header *header, const char *prefix,
			   const struct fg_samples *samples, fg_wide total,
			   unsigned scale)
{
	struct key count = key_of(prefix, "samples");
	struct key squares = key_of(prefix, "squares");
	struct key sum = key_of(prefix, "total");

	/* all three move to the end */
	fg_header_set(header, count.name, (fg_str){ 0 });
	fg_header_set(header, squares.name, (fg_str){ 0 });
	fg_header_set(header, sum.name, (fg_str){ 0 });
	if (fg_samples_known(samples, total, scale)) {
		fg_header_set_number(header, count.name, samples->count, 0);
		fg_header_set_number(header, squares.name, samples->squares,
				     2 * samples->scale);
	}
	fg_header_set_number(header, sum.name, total, scale);
}

/* Rescales all three to one scale; false when one does not fit. */
static bool to_one_scale(struct fg_number *total, struct fg_number *squares,
			 struct fg_number *weight)
{
	unsigned scale = (squares->scale + 1) / 2;

	scale = total->scale > scale ? total->scale : scale;
	scale = weight->scale > scale ? weight->scale : scale;
	return fg_number_refine(total, scale) &&
	       fg_number_refine(weight, scale) &&
	       fg_number_refine(squares, 2 * scale);
}

struct fg_samples fg_header_samples(const struct fg_header *header,
				    const char *prefix, fg_wide weight,
				    unsigned scale)
{
	struct fg_number count, squares, here = { weight, scale }, total = here;
	struct fg_samples result;

	if (!fg_header_number(header, key_of(prefix, "samples").name, &count) ||
	    !fg_header_number(header, key_of(prefix, "squares").name,
			      &squares) ||
	    count.scale > 0 || count.units > UINT64_MAX ||
	    fg_header_get(header, key_of(prefix, "scaled").name).n > 0)
		return (struct fg_samples){ 0 };
	(void)fg_header_number(header, key_of(prefix, "total").name, &total);
	if (total.scale > FG_SCALE_MAX ||
	    !to_one_scale(&total, &squares, &here) || here.units > total.units)
		return (struct fg_samples){ 0 };
	result = (struct fg_samples){ .count = (uint64_t)count.units,
				      .weight = total.units,
				      .squares = squares.units,
				      .scale = total.scale };
	result = fg_samples_share(&result, here.units, total.units);
	result.weight = here.units;
	return result;
}

static const char *const sides[] = { "before.", "after." };

void fg_header_set_sums(struct fg_header *header, const struct fg_sums *sums)
{
	fg_header_set(header, "normalize",
		      fg_from_c(fg_normalize_name(sums->normalize)));
	for (size_t i = 0; i < 2; i++) {
		fg_header_set_number(header, key_of(sides[i], "total").name,
				     sums->total[i], sums->scale);
		if (sums->scaled[i] != sums->total[i])
			fg_header_set_number(header,
					     key_of(sides[i], "scaled").name,
					     sums->scaled[i], sums->scale);
	}
}

/* Rescales all four sums to the finest of their scales. */
static bool unify(const struct fg_number total[2],
		  const struct fg_number scaled[2], struct fg_sums *sums)
{
	const struct fg_number *all[] = { &total[0], &total[1], &scaled[0],
					  &scaled[1] };
	fg_wide *to[] = { &sums->total[0], &sums->total[1], &sums->scaled[0],
			  &sums->scaled[1] };

	for (size_t i = 0; i < 4; i++)
		sums->scale = all[i]->scale > sums->scale ? all[i]->scale
							  : sums->scale;
	for (size_t i = 0; i < 4; i++) {
		struct fg_number number = *all[i];

		if (!fg_number_refine(&number, sums->scale))
			return false;
		*to[i] = number.units;
	}
	return sums->scale <= FG_SCALE_MAX;
}

bool fg_header_sums(const struct fg_header *header, struct fg_sums *sums)
{
	struct fg_number total[2], scaled[2];
	struct fg_sums result = { .scale = 0 };

	if (!fg_normalize_find(fg_header_get(header, "normalize"),
			       &result.normalize))
		return false;
	for (size_t i = 0; i < 2; i++) {
		if (!fg_header_number(header, key_of(sides[i], "total").name,
				      &total[i]))
			return false;
		scaled[i] = total[i];
		(void)fg_header_number(header, key_of(sides[i], "scaled").name,
				       &scaled[i]);
	}
	if (!unify(total, scaled, &result))
		return false;
	*sums = result;
	return true;
}

static const char *const noise_keys[] = { "before.noise", "after.noise" };
static const char *const spread_keys[] = { "before.spread", "after.spread" };

static void set_real(struct fg_header *header, const char *key, double value)
{
	char text[FG_NUMBER_ROOM];
	int n = snprintf(text, sizeof text, "%.9f", value);

	if (n > 0 && (size_t)n < sizeof text)
		fg_header_set(header, key, (fg_str){ text, (size_t)n });
}

void fg_header_set_noise(struct fg_header *header, unsigned column,
			 double noise, double spread)
{
	if (noise <= 0 && spread <= 0)
		return;
	set_real(header, noise_keys[column], noise);
	set_real(header, spread_keys[column], spread);
}

bool fg_header_noise(const struct fg_header *header, unsigned column,
		     double *noise, double *spread)
{
	struct fg_number a, b;

	if (!fg_header_number(header, noise_keys[column], &a) ||
	    !fg_header_number(header, spread_keys[column], &b))
		return false;
	*noise = (double)a.units / (double)fg_pow10(a.scale);
	*spread = (double)b.units / (double)fg_pow10(b.scale);
	return true;
}
