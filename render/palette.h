/* SPDX-License-Identifier: MIT */
#ifndef RENDER_PALETTE_H
#define RENDER_PALETTE_H

#include "fg/base.h"

/*
 * Colours: of a name, by one of the palettes in palettes.def; of a
 * difference; of a share. No coordinates here.
 *
 *	struct colouring how = { palette_by_name("java"), SPREAD_NAME, 0 };
 *	struct rgb colour = palette_colour(&how, FG_STR("main"));
 */
struct rgb {
	uint8_t r, g, b;
};

/* Vertical gradients that tell the kind of profile apart. */
struct background {
	const char *name;
	struct rgb top, bottom; /* chart.css has what a dark page gets */
};

struct palette {
	const char *name;
	const struct background *background;
	unsigned (*rule)(fg_str name); /* one of rules.h; NULL: `ramp` */
	unsigned ramp;
};

/* All palettes in the order of palettes.def, ending with NULL. */
extern const struct palette *const palettes[];

/* NULL when there is none. */
const struct palette *palette_by_name(const char *name);

/* "yellow", "blue", "green" or "grey"; NULL for another name. */
const struct background *background_by_name(const char *name);

/* How names are spread over the range of colours of a palette. */
enum spread {
	SPREAD_NAME, /* as flamegraph.pl does by default: equal names, */
	SPREAD_HASH, /* equal beginnings, alike colours: its --hash */
	SPREAD_FNV, /* a 64-bit hash of the bytes: inferno's --deterministic */
	SPREAD_RANDOM, /* another picture for every seed */
};

struct colouring {
	const struct palette *palette;
	enum spread spread;
	uint64_t seed; /* for SPREAD_RANDOM */
};

/* The colour of a name, with its annotation; empty for the root. */
struct rgb palette_colour(const struct colouring *how, fg_str name);

/*
 * The colour of a difference, from -1 (the largest decrease, blue) over 0
 * (grey) to 1 (the largest increase, red; with `safe` orange, which people with
 * any colour vision tell from blue). Black text on it is readable.
 */
struct rgb palette_difference(double share, bool safe);

/* From yellow to red, for a fraction of 0 to 1. */
struct rgb palette_share(double fraction);

/*
 * Viridis, from dark violet for 0 over green to yellow for 1: ten colours of
 * matplotlib's map of that name (2.0, CC0), and what lies between them.
 */
struct rgb palette_self(double share);

/* "#rrggbb" in either case; false for anything else. */
bool rgb_parse(fg_str s, struct rgb *colour);

/* Whether black on this colour is too weak to read, and white is not. */
bool rgb_is_dark(struct rgb colour);

#endif
