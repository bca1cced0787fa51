/* SPDX-License-Identifier: MIT */
#include "allowance.h"

#include <inttypes.h>

#include "fg/text.h"

#define MIB (UINT64_C(1) << 20)

enum { DEPTH_MAX = 256 };

/* The constant part of the allowance, and the part per byte that was read. */
static const struct bound {
	uint64_t base, by_byte;
} frames_bound = { 8000000, 2 }, names_bound = { 64 * MIB, 16 },
  text_bound = { 1024 * MIB, 256 };

static bool is_over(const struct allowance *a, const struct bound *bound,
		    uint64_t amount)
{
	uint64_t read = a->read;

	if (amount <= bound->base || a->lifted)
		return false;
	if (a->in)
		read += fg_lines_bytes(a->in);
	return (amount - bound->base) / bound->by_byte >= read;
}

size_t allowance_depth(const struct allowance *allowance)
{
	if (!allowance || !is_over(allowance, &frames_bound, allowance->frames))
		return SIZE_MAX;
	return DEPTH_MAX;
}

size_t allowance_long_name(struct allowance *allowance, size_t size)
{
	if (!allowance)
		return size;
	if (is_over(allowance, &names_bound, allowance->names + size)) {
		allowance->shortened++;
		size = ALLOWANCE_NAME;
	}
	allowance->names += size;
	return size;
}

void allowance_end_file(struct allowance *allowance)
{
	if (allowance->in)
		allowance->read += fg_lines_bytes(allowance->in);
	allowance->in = NULL;
}

void allowance_report(const struct allowance *allowance, struct fg_diag *diag)
{
	const struct fg_loc nowhere = { 0 };

	if (allowance->cut > 0)
		fg_doubt(diag, nowhere,
			 "stacks of which only the %d frames nearest to the "
			 "leaf are shown: %" PRIu64 "; all frames would be "
			 "many more than the input "
			 "has "
			 "(--no-limits shows them, --merge-recursion may help)",
			 DEPTH_MAX, allowance->cut);
	if (allowance->shortened > 0)
		fg_doubt(diag, nowhere,
			 "names that were cut to %d bytes: %" PRIu64
			 "; all of them would be much more than the input has "
			 "(--no-limits shows them)",
			 ALLOWANCE_NAME, allowance->shortened);
}

/* An upper bound for the size of the text. O(names + stacks). */
static uint64_t largest_text(const struct fg_stacks *stacks)
{
	const struct fg_frames *names = fg_stacks_names(stacks);
	bool saturated = false;
	uint64_t frames = 0, longest = 0;

	for (size_t i = 0; i < fg_frames_count(names); i++) {
		size_t n = fg_frames_name(names, (fg_frame)i).n;

		longest = n > longest ? n : longest;
	}
	for (size_t i = 0; i < fg_stacks_count(stacks); i++)
		frames += fg_stacks_get(stacks, i).depth;
	return fg_mul_sat(frames, longest + 1, &saturated);
}

static uint64_t size_of_text(const struct fg_stacks *stacks)
{
	const struct fg_frames *names = fg_stacks_names(stacks);
	uint64_t size = 0;

	for (size_t i = 0; i < fg_stacks_count(stacks); i++) {
		struct fg_stack stack = fg_stacks_get(stacks, i);

		for (size_t d = 0; d < stack.depth; d++)
			size += fg_frames_name(names, stack.ids[d]).n + 1;
	}
	return size;
}

fg_status allowance_check_text(const struct allowance *allowance,
			       const struct fg_stacks *stacks,
			       struct fg_diag *diag)
{
	uint64_t size;

	if (!is_over(allowance, &text_bound, largest_text(stacks)))
		return FG_OK;
	size = size_of_text(stacks);
	if (!is_over(allowance, &text_bound, size))
		return FG_OK;
	return fg_fail(diag, FG_ELIMIT, (struct fg_loc){ 0 },
		       "folded text of %" PRIu64 " MiB would come from %" PRIu64
		       " KiB of input, because it repeats shared frames and "
		       "names; --no-limits writes it",
		       size / MIB, allowance->read >> 10);
}
