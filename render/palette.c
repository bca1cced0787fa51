/* SPDX-License-Identifier: MIT */
/*
 * A name gives three numbers from 0 to 1, and a palette turns those into a
 * colour. The numbers are flamegraph.pl's and inferno's to the last bit, so
 * that a picture drawn again with this program keeps its colours.
 */
#include "palette.h"

#include <math.h>
#include <string.h>

#include "chars.h"
#include "fg/hash.h"
#include "fg/text.h"
#include "rules.h"

struct component {
	double base, range;
	unsigned by; /* which number, 1 to 3 */
};

struct ramp {
	struct component r, g, b;
};

static const struct ramp ramps[] = {
#define RAMP(name, background, r, rr, rv, g, gr, gv, b, br, bv) \
	{ { r, rr, rv }, { g, gr, gv }, { b, br, bv } },
#define RULES(name, background)
#include "palettes.def"
#undef RAMP
#undef RULES
};

enum { yellow_background, blue_background, green_background, grey_background };

static const struct background backgrounds[] = {
	{ "yellow", { 0xEE, 0xEE, 0xEE }, { 0xEE, 0xEE, 0xB0 } },
	{ "blue", { 0xEE, 0xEE, 0xEE }, { 0xE0, 0xE0, 0xFF } },
	{ "green", { 0xEE, 0xF2, 0xEE }, { 0xE0, 0xFF, 0xE0 } },
	{ "grey", { 0xF8, 0xF8, 0xF8 }, { 0xE8, 0xE8, 0xE8 } },
};

#define RAMP(id, colour, ...)                        \
	static const struct palette palette_##id = { \
		#id,                                 \
		&backgrounds[colour##_background],   \
		NULL,                                \
		RAMP_##id,                           \
	};
#define RULES(id, colour)                            \
	static const struct palette palette_##id = { \
		#id,                                 \
		&backgrounds[colour##_background],   \
		rule_##id,                           \
		0,                                   \
	};
#include "palettes.def"
#undef RAMP
#undef RULES

const struct palette *const palettes[] = {
#define RAMP(id, ...) &palette_##id,
#define RULES(id, background) &palette_##id,
#include "palettes.def"
#undef RAMP
#undef RULES
	NULL
};

const struct palette *palette_by_name(const char *name)
{
	for (size_t i = 0; palettes[i]; i++) {
		if (strcmp(palettes[i]->name, name) == 0)
			return palettes[i];
	}
	return NULL;
}

const struct background *background_by_name(const char *name)
{
	for (size_t i = 0; i < sizeof backgrounds / sizeof *backgrounds; i++) {
		if (strcmp(backgrounds[i].name, name) == 0)
			return &backgrounds[i];
	}
	return NULL;
}

/* One draw of drand48, seeded with the sum of the code points. */
static void spread_name(fg_str name, double v[3])
{
	uint64_t state = (uint64_t)chars_sum(name) << 16 | 0x330E;

	state = (state * 0x5DEECE66D + 11) & 0xFFFFFFFFFFFF;
	v[0] = v[1] = v[2] = (double)state / (double)(1ULL << 48);
}

/*
 * The first three characters decide; each has less weight than the one before.
 * A module in front ("libc`malloc") does not count. As in flamegraph.pl, the sum
 * of the weights starts at 1, so the result is never 0.
 */
static double hash_of(const uint32_t *first, size_t count)
{
	double weight = 1, sum = 0, most = 1;

	for (size_t i = 0; i < count; i++) {
		uint32_t mod = 10 + (uint32_t)i;

		sum += (double)(first[i] % mod) / (mod - 1) * weight;
		most += weight;
		weight *= 0.7;
	}
	return 1 - sum / most;
}

/* Up to three code points from the beginning. */
static size_t first_chars(fg_str s, uint32_t chars[3])
{
	size_t n = 0;

	while (s.n && n < 3)
		chars[n++] = chars_next(&s);
	return n;
}

/* Up to three from the end, the last one first. */
static size_t last_chars(fg_str s, uint32_t chars[3])
{
	size_t n = 0;

	while (s.n) {
		chars[2] = chars[1];
		chars[1] = chars[0];
		chars[0] = chars_next(&s);
		n++;
	}
	return n < 3 ? n : 3;
}

/* Behind the first back quote that is not the first character. */
static fg_str without_module(fg_str name)
{
	size_t at = 1;

	while (at < name.n && name.p[at] != '`')
		at++;
	return at < name.n ? fg_slice(name, at + 1, name.n) : name;
}

/* The same seen from the end: before the last one that is not the last. */
static fg_str without_function(fg_str name)
{
	size_t at = name.n ? name.n - 1 : 0;

	while (at > 0 && name.p[at - 1] != '`')
		at--;
	return at > 0 ? fg_slice(name, 0, at - 1) : name;
}

static void spread_hash(fg_str name, double v[3])
{
	uint32_t chars[3] = { 0 };
	size_t n = first_chars(without_module(name), chars);

	v[0] = hash_of(chars, n);
	n = last_chars(without_function(name), chars);
	v[1] = v[2] = hash_of(chars, n);
}

static void spread_fnv(fg_str name, double v[3])
{
	const uint64_t prime = 0x100000001B3;
	uint64_t hash = 0xCBF29CE484222325;

	for (size_t i = 0; i < name.n; i++)
		hash = (hash ^ (unsigned char)name.p[i]) * prime;
	for (unsigned i = 0; i < 3; i++, hash *= prime)
		v[i] = (float)hash / (float)UINT64_MAX;
}

static void spread_random(fg_str name, uint64_t seed, double v[3])
{
	uint64_t state = fg_hash_fixed(name) ^ seed;

	for (unsigned i = 0; i < 3; i++) {
		uint64_t z;

		state += 0x9E3779B97F4A7C15;
		z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
		z = (z ^ z >> 27) * 0x94D049BB133111EB;
		v[i] = (double)((z ^ z >> 31) >> 11) / (double)(1ULL << 53);
	}
}

static uint8_t component(const struct component *c, const double v[3])
{
	return (uint8_t)(c->base + trunc(c->range * v[c->by - 1]));
}

struct rgb palette_colour(const struct colouring *how, fg_str name)
{
	const struct palette *palette = how->palette;
	const struct ramp *ramp;
	double v[3];

	if (fg_equal(name, FG_STR("--")))
		return (struct rgb){ 160, 160, 160 };
	if (fg_equal(name, FG_STR("-")))
		return (struct rgb){ 200, 200, 200 };
	if (how->spread == SPREAD_NAME)
		spread_name(name, v);
	else if (how->spread == SPREAD_HASH)
		spread_hash(name, v);
	else if (how->spread == SPREAD_FNV)
		spread_fnv(name, v);
	else
		spread_random(name, how->seed, v);
	ramp = &ramps[palette->rule ? palette->rule(name) : palette->ramp];
	return (struct rgb){ component(&ramp->r, v), component(&ramp->g, v),
			     component(&ramp->b, v) };
}

static uint8_t between(double from, double to, double share)
{
	return (uint8_t)(to + trunc((from - to) * (1 - share)));
}

/*
 * From nearly white to a colour at the end. Red and blue are the softer of
 * the known scales, inferno's: it leaves black legible.
 */
struct rgb palette_difference(double share, bool safe)
{
	static const struct rgb ends[2][2] = {
		{ { 100, 100, 255 }, { 255, 100, 100 } },
		{ { 80, 140, 255 }, { 255, 140, 30 } },
	};
	const struct rgb *end = &ends[safe][share > 0];
	double size = fabs(share);

	if (share == 0)
		return (struct rgb){ 224, 224, 224 };
	return (struct rgb){ between(end->r < 255 ? 250 : 255, end->r, size),
			     between(250, end->g, size),
			     between(end->b < 255 ? 250 : 255, end->b, size) };
}

struct rgb palette_share(double fraction)
{
	double share = trunc(2000 * sqrt(fraction)) / 2000;

	if (share == 0)
		return (struct rgb){ 250, 250, 250 };
	return palette_difference(share, false);
}

struct rgb palette_self(double share)
{
	static const struct rgb stops[] = {
		{ 0x44, 0x01, 0x54 }, { 0x48, 0x28, 0x78 },
		{ 0x3E, 0x49, 0x89 }, { 0x31, 0x68, 0x8E },
		{ 0x26, 0x82, 0x8E }, { 0x1F, 0x9E, 0x89 },
		{ 0x35, 0xB7, 0x79 }, { 0x6E, 0xCE, 0x58 },
		{ 0xB5, 0xDE, 0x2B }, { 0xFD, 0xE7, 0x25 },
	};
	const size_t last = sizeof stops / sizeof *stops - 1;
	double place = fmin(fmax(share, 0), 1) * (double)last;
	size_t i = place < (double)last ? (size_t)place : last - 1;
	const struct rgb *a = &stops[i], *b = &stops[i + 1];
	double part = place - (double)i;

	return (struct rgb){ (uint8_t)lround(a->r + part * (b->r - a->r)),
			     (uint8_t)lround(a->g + part * (b->g - a->g)),
			     (uint8_t)lround(a->b + part * (b->b - a->b)) };
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool rgb_parse(fg_str s, struct rgb *colour)
{
	unsigned value = 0;

	if (s.n != 7 || s.p[0] != '#')
		return false;
	for (size_t i = 1; i < 7; i++) {
		int digit = hex_digit(s.p[i]);

		if (digit < 0)
			return false;
		value = value << 4 | (unsigned)digit;
	}
	*colour = (struct rgb){ (uint8_t)(value >> 16), (uint8_t)(value >> 8),
				(uint8_t)value };
	return true;
}

static double linear(uint8_t c)
{
	double s = c / 255.0;

	return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

bool rgb_is_dark(struct rgb c)
{
	double luminance = 0.2126 * linear(c.r) + 0.7152 * linear(c.g) +
			   0.0722 * linear(c.b);

	/* The contrast of black, as WCAG defines it, is under 4.5. */
	return (luminance + 0.05) / 0.05 < 4.5;
}
