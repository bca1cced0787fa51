/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fg/folded.h"
#include "fg/out.h"
#include "fg/text.h"
#include "fg/tree.h"

void must_hold(bool condition, const char *file, int line, const char *text)
{
	if (condition)
		return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
	abort();
}

uint8_t choice_take(fg_str *input)
{
	uint8_t last;

	if (input->n == 0)
		return 0;
	last = (uint8_t)input->p[--input->n];
	return last == '\n' ? 0 : last;
}

/* A message is one line that a terminal may show. */
static void look_at(void *ctx, enum fg_level level, struct fg_loc loc,
		    const char *message)
{
	(void)ctx;
	(void)level;
	(void)loc;
	must(message[0] != '\0');
	for (const char *c = message; *c; c++)
		must((unsigned char)*c >= ' ' && *c != 0x7f);
}

struct fg_diag silent_diag(void)
{
	return (struct fg_diag){ .emit = look_at };
}

static void check_tree(const struct fg_stacks *stacks)
{
	struct fg_tree *tree = fg_tree_build(stacks);

	for (unsigned c = 0; c < tree->columns; c++) {
		fg_wide total = fg_stacks_total(stacks, c);

		/* neighbours that become one node stop at 64 bits */
		if (!fg_stacks_in_order(stacks) || total <= UINT64_MAX)
			must(fg_tree_total(tree, 0, c) == total);
	}
	for (uint32_t i = 1; i < tree->count; i++) {
		uint32_t up = tree->parent[i];

		must(up < i && tree->end[i] > i);
		must(tree->end[i] <= tree->end[up]);
		must(tree->depth[i] == tree->depth[up] + 1);
		must(tree->frame[i] < fg_frames_count(tree->names));
	}
	fg_tree_free(tree);
}

static fg_str text_of(const struct fg_out *out)
{
	return (fg_str){ out->buffer, out->used };
}

/*
 * What is written can be read back with the same sum. Names that end in
 * numbers would be taken for weights; one_column says that they are not. The
 * line feed in front keeps the text from looking like a packed one.
 */
static void check_round_trip(const struct fg_stacks *stacks)
{
	struct fg_diag diag = silent_diag();
	struct fg_folded_reader reader = { .one_column = true };
	struct fg_stacks *back = fg_stacks_new(FG_FOLD);
	struct fg_out *out = fg_out_memory();
	struct fg_lines *in;

	fg_out_char(out, '\n');
	fg_out_folded(out, stacks, 1);
	in = fg_lines_from_memory(text_of(out), "written", &diag);
	must(fg_folded_read(&reader, in, back, &diag) == FG_OK);
	must(fg_lines_close(in) == FG_OK);
	fg_header_free(&reader.header);
	fg_folded_parts_free(&reader);
	must(reader.bad == 0);
	must(reader.lines == fg_stacks_count(stacks));
	/* "a" and "a;" are one when read, and may be too much for 64 bits */
	must(fg_stacks_saturated(back) ||
	     fg_stacks_total(back, 0) * fg_pow10(fg_stacks_scale(stacks) -
						 fg_stacks_scale(back)) ==
		     fg_stacks_total(stacks, 0));
	must(fg_out_close(out, true) == FG_OK);
	fg_stacks_free(back);
}

static void check_order(const struct fg_stacks *stacks)
{
	struct fg_out *out = fg_out_memory();
	fg_str rest, before = { NULL, 0 };

	fg_out_folded(out, stacks, 1);
	rest = text_of(out);
	while (rest.n > 0) {
		fg_str line = fg_cut(&rest, '\n');
		size_t end = fg_rfind_char(line, ' ');
		fg_str name;

		must(end < line.n);
		line.n = end;
		/* "#;" is "#", kept from being a comment, or "#" and "" */
		name = fg_slice(line, 0, fg_find_char(line, ';'));
		if (name.n + 1 == line.n && fg_folded_is_comment(fg_trim(name)))
			continue;
		if (!fg_stacks_two_columns(stacks) && before.p)
			must(fg_compare(before, line) <= 0);
		before = line;
	}
	must(fg_out_close(out, true) == FG_OK);
}

void must_be_same(const struct fg_stacks *a, const struct fg_stacks *b)
{
	struct fg_out *one = fg_out_memory(), *other = fg_out_memory();

	fg_out_folded(one, a, 1);
	fg_out_folded(other, b, 1);
	must(fg_equal(text_of(one), text_of(other)));
	fg_out_free(one);
	fg_out_free(other);
}

void check_profile(const struct fg_stacks *stacks)
{
	check_tree(stacks);
	if (fg_stacks_in_order(stacks))
		return;
	check_order(stacks);
	if (!fg_stacks_two_columns(stacks) && !fg_stacks_saturated(stacks))
		check_round_trip(stacks);
}
