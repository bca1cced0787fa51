/* SPDX-License-Identifier: MIT */
#include "sorted_names.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"

/*
 * How many frames stay: those whose names end in the shared bytes, in this
 * stack as in the one before.
 */
static size_t count_kept(const struct sorted_names *names, fg_str stack,
			 size_t shared)
{
	bool ends = stack.n == shared || stack.p[shared] == ';';
	size_t kept = names->depth;

	while (kept > 0 && names->ends[kept - 1] + (size_t)!ends > shared)
		kept--;
	return kept;
}

void sorted_names_take(struct sorted_names *names, fg_str stack, size_t shared)
{
	size_t kept = count_kept(names, stack, shared), n = 0;
	size_t start = kept > 0 ? names->ends[kept - 1] + 1 : 0;

	names->kept = kept;
	while (start <= stack.n) {
		fg_str rest = fg_slice(stack, start, stack.n);
		size_t end = fg_find_char(rest, ';');

		FG_RESERVE(&names->fresh, &names->fresh_room, n + 1);
		FG_RESERVE(&names->ends, &names->ends_room, kept + n + 1);
		names->fresh[n] = (fg_str){ rest.p, end };
		names->ends[kept + n++] = (uint32_t)(start + end);
		start += end + 1;
	}
	names->depth = kept + n;
	FG_RESERVE(&names->ids, &names->ids_room, names->depth);
	fg_frames_intern_all(names->frames, names->fresh, n, names->ids + kept);
}

void sorted_names_free(struct sorted_names *names)
{
	free(names->ids);
	free(names->ends);
	free(names->fresh);
}
