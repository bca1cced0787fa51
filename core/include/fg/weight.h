/* SPDX-License-Identifier: MIT */
#ifndef FG_WEIGHT_H
#define FG_WEIGHT_H

#include "fg/base.h"

/*
 * Exact weights. A profile keeps all its weights as unsigned 64-bit integers
 * in units of 10^-scale, with one scale per profile: at scale 1, 1.5 is kept
 * as 15. Totals are 128 bits wide, because a sum of weights may not fit in 64.
 */
__extension__ typedef unsigned __int128 fg_wide;
__extension__ typedef __int128 fg_swide;

enum { FG_SCALE_MAX = 9 };

struct fg_weight {
	uint64_t units;
	unsigned scale; /* 0 to FG_SCALE_MAX */
};

/*
 * Reads all of `s`: digits, an optional fraction, an optional exponent
 * ("12", "1.5", ".5", "1.", "2e+07"). False for anything else: a sign, hex,
 * blanks, nothing. Digits past FG_SCALE_MAX decimals are rounded to nearest;
 * a value past 64 bits becomes UINT64_MAX units at scale 0 and sets
 * *saturated (which may be NULL). Trailing zeros of a fraction do not count
 * as decimals.
 */
bool fg_weight_parse(fg_str s, struct fg_weight *w, bool *saturated);

/* 10^n, for n up to 19. */
uint64_t fg_pow10(unsigned n);

/* Add / multiply, stopping at UINT64_MAX; then *saturated becomes true. */
uint64_t fg_add_sat(uint64_t a, uint64_t b, bool *saturated);
uint64_t fg_mul_sat(uint64_t a, uint64_t b, bool *saturated);

/* A sum of any weights, in units of 10^-scale. */
struct fg_number {
	fg_wide units;
	unsigned scale;
};

/* Rescales to a scale that is as fine or finer; false when it does not fit. */
bool fg_number_refine(struct fg_number *number, unsigned scale);

/* Adds at the finer of both scales; false when it does not fit. */
bool fg_number_add(struct fg_number *sum, struct fg_number more);

/* Room for any number that the functions below write, NUL included. */
enum { FG_NUMBER_ROOM = 72 };

/*
 * Write `units` at `scale` without needless zeros ("1.5", "20"), the second
 * with commas between thousands; return the length, without the NUL.
 */
size_t fg_write_number(char *to, fg_wide units, unsigned scale);
size_t fg_write_number_commas(char *to, fg_wide units, unsigned scale);

#endif
