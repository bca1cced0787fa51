/* SPDX-License-Identifier: MIT */
#include "unit.h"

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/out.h"
#include "fg/text.h"

#include "profile.h"
#include "recorder.h"

struct fg_stacks *profile(const char *text)
{
	struct recorder r = RECORDER(r);
	struct fg_stacks *stacks = fg_stacks_new(FG_FOLD);
	struct fg_folded_reader reader = { 0 };
	struct fg_lines *in =
		fg_lines_from_memory(fg_from_c(text), "literal", &r.diag);

	assert_int_equal(fg_folded_read(&reader, in, stacks, &r.diag), FG_OK);
	assert_int_equal(fg_lines_close(in), FG_OK);
	fg_header_free(&reader.header);
	assert_string_equal(recorder_text(&r), "");
	recorder_free(&r);
	return stacks;
}

void profile_add_to(struct fg_stacks *stacks, const char *stack,
		    struct fg_weight weight, unsigned column)
{
	struct fg_frames *frames = fg_stacks_frames(stacks);
	fg_str rest = fg_from_c(stack);
	fg_frame *ids = NULL;
	size_t depth = 0, room = 0;

	if (rest.n == 0)
		rest.p = NULL;
	while (rest.p) {
		FG_RESERVE(&ids, &room, depth + 1);
		ids[depth++] = fg_frames_intern(frames, fg_cut(&rest, ';'));
	}
	fg_stacks_add(stacks, ids, depth, weight, column);
	free(ids);
}

void profile_add(struct fg_stacks *stacks, const char *stack, uint64_t units)
{
	profile_add_to(stacks, stack, (struct fg_weight){ units, 0 }, 0);
}

char *profile_text(const struct fg_stacks *stacks)
{
	struct fg_out *out = fg_out_memory();
	char *text;

	fg_out_folded(out, stacks, 1);
	text = fg_str_dup((fg_str){ out->buffer, out->used });
	assert_int_equal(fg_out_close(out, true), FG_OK);
	return text;
}
