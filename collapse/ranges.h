/* SPDX-License-Identifier: MIT */
#ifndef COLLAPSE_RANGES_H
#define COLLAPSE_RANGES_H

#include "fg/base.h"

/*
 * A set of numbers as users write it: "1,4-7,12".
 *
 *	struct ranges cpus = { 0 };
 *	if (!ranges_parse(&cpus, "0-3,8"))
 *		...
 *	if (ranges_have(&cpus, 2))
 *		...
 *	ranges_free(&cpus);
 */
struct range {
	uint64_t first, last; /* both included */
};

struct ranges {
	struct range *items;
	size_t count, room;
};

/* Adds the numbers in `text`; false when it is not such a list, or empty. */
bool ranges_parse(struct ranges *ranges, const char *text);

bool ranges_have(const struct ranges *ranges, uint64_t number);

void ranges_free(struct ranges *ranges);

#endif
