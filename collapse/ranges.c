/* SPDX-License-Identifier: MIT */
#include "ranges.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

bool ranges_parse(struct ranges *ranges, const char *text)
{
	fg_str rest = fg_from_c(text);

	do {
		fg_str last = fg_trim(fg_cut(&rest, ','));
		fg_str first = fg_trim(fg_cut(&last, '-'));
		struct range range;

		if (!fg_parse_u64(first, &range.first))
			return false;
		range.last = range.first;
		if (last.p && !fg_parse_u64(fg_trim(last), &range.last))
			return false;
		if (range.last < range.first)
			return false;
		FG_RESERVE(&ranges->items, &ranges->room, ranges->count + 1);
		ranges->items[ranges->count++] = range;
	} while (rest.p);
	return true;
}

bool ranges_have(const struct ranges *ranges, uint64_t number)
{
	for (size_t i = 0; i < ranges->count; i++) {
		if (number >= ranges->items[i].first &&
		    number <= ranges->items[i].last)
			return true;
	}
	return false;
}

void ranges_free(struct ranges *ranges)
{
	free(ranges->items);
	*ranges = (struct ranges){ 0 };
}
