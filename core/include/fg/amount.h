/* SPDX-License-Identifier: MIT */
#ifndef FG_AMOUNT_H
#define FG_AMOUNT_H

#include "fg/header.h"

/*
 * Weights in a form for people, made from the metric and the unit in the
 * header:
 *
 *	1.29 s of cpu-clock		1,292,012,345 ns
 *	1.04 GiB allocated		1,114,112,000 bytes
 *	12.4 M cycles			12,412,345 cycles
 *	225 samples
 *
 * The left forms are short: three digits, in the largest unit that gives at
 * least 1; time from ns to h, bytes in powers of 1024, counts in powers of
 * 1000. The right forms are exact. Samples are always exact. The viewer
 * (render/web/numbers.js) follows the same rules; tests/web/amounts.txt tests
 * both.
 */
enum fg_amount_kind {
	FG_AMOUNT_EXACT, /* never shortened: samples, percent */
	FG_AMOUNT_TIME,
	FG_AMOUNT_BYTES,
	FG_AMOUNT_COUNT,
};

struct fg_amounts {
	enum fg_amount_kind kind;
	double times; /* in the smallest unit: 1000 where the unit is us */
	char *word; /* follows an exact number: "ns", "cycles" */
	char *tail; /* follows a short one: " of cpu-clock", " cycles" */
};

/*
 * Chooses the form for this metric and unit; either may be empty. If both are
 * empty, nothing is known of the weights: returns false, and there is nothing
 * to free.
 */
bool fg_amounts_init(struct fg_amounts *amounts, fg_str metric, fg_str unit);
void fg_amounts_free(struct fg_amounts *amounts); /* zeros are allowed */

/*
 * Writes "1.29 s", without the tail; returns the length. `value` is in the
 * unit of the header, and may be negative. Rounds half up.
 */
enum { FG_AMOUNT_ROOM = 96 };
size_t fg_amount_short(char to[FG_AMOUNT_ROOM],
		       const struct fg_amounts *amounts, double value);

/*
 * Writes the short amount, and after a comma the exact one where it has more
 * digits: "1.29 s of cpu-clock, 1,292,012,345 ns". `exact` is the number with
 * commas, of the same `value`.
 */
void fg_amount_put(struct fg_out *to, const struct fg_amounts *amounts,
		   fg_str exact, double value);

/* Whether fg_amount_put() adds the exact number. */
bool fg_amount_is_short(const struct fg_amounts *amounts, fg_str exact,
			double value);

/* "1.29 s"; kinds that are never shortened have commas: "1,225". */
void fg_amount_put_short(struct fg_out *to, const struct fg_amounts *amounts,
			 fg_str exact, double value);

#endif
