/* SPDX-License-Identifier: MIT */
/*
 * Folded text of any bytes is read without an error (packed text may be
 * corrupt, sections may be of unlike units); the sum of its weights is the sum of the tree; what is written
 * reads back with the same sum.
 */
#include "fuzz.h"

#include "fg/folded.h"
#include "fg/slices.h"

/* The slices sum up to the profile. */
static void check_slices(const struct fg_stacks *marked)
{
	struct fg_stacks *plain = fg_stacks_new(FG_FOLD);
	struct fg_slices slices = { 0 };
	fg_wide sum = 0;

	fg_slices_take(&slices, marked, plain);
	for (size_t i = 0; i < slices.weight_count; i++)
		sum += slices.weights[i].weight;
	must(fg_stacks_two_columns(marked) || fg_stacks_saturated(plain) ||
	     sum == fg_stacks_total(plain, 0));
	fg_slices_free(&slices);
	fg_stacks_free(plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fg_str input = { (const char *)data, size };
	uint8_t choice = choice_take(&input);
	struct fg_diag diag = silent_diag();
	struct fg_folded_reader reader = { .one_column = choice & 1,
					   .callers_first = choice & 2,
					   .keeps_slices = choice & 8,
					   .wants_parts = choice & 16 };
	struct fg_stacks *stacks =
		fg_stacks_new(choice & 4 ? FG_KEEP_ORDER : FG_FOLD);
	struct fg_lines *in = fg_lines_from_memory(input, "input", &diag);
	fg_status status = fg_folded_read(&reader, in, stacks, &diag), closed;

	/* sections of unlike units are refused, though the text was read well */
	closed = fg_lines_close(in);
	must(closed == status || (closed == FG_OK && status == FG_EINPUT));
	fg_header_free(&reader.header);
	fg_folded_parts_free(&reader);
	if (status == FG_OK && reader.has_slices)
		check_slices(stacks);
	must((status == FG_OK) == (diag.errors == 0));
	must(reader.bad <= reader.lines);
	must(fg_stacks_count(stacks) <= reader.lines - reader.bad);
	check_profile(stacks);
	fg_stacks_free(stacks);
	return 0;
}
