/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_QUANTITY_H
#define COLLAPSE_QUANTITY_H

#include "fg/base.h"

/*
 * Amounts with units, as profilers print them for people: "10.00 s", "0.5ms",
 * "96.08 Gc", "1.5MB", "1,024 Bytes", "17".
 */
enum quantity_kind {
	QUANTITY_PLAIN, /* a number without a unit */
	QUANTITY_TIME, /* in ns */
	QUANTITY_BYTES, /* a KB is 1024 bytes */
	QUANTITY_CYCLES,
};

struct quantity {
	uint64_t amount; /* in the kind's unit; PLAIN: in units of 10^-9 */
	enum quantity_kind kind;
};

/*
 * Reads an amount at the beginning of `text`; false when there is none. Text
 * after it is ignored, as in "99.9%"; a comma may be the decimal sign. "-"
 * means 0, PLAIN. A value that does not fit becomes UINT64_MAX.
 */
bool quantity_parse(fg_str text, struct quantity *quantity);

#endif
