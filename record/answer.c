/* SPDX-License-Identifier: MIT */
#include "answer.h"

#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/header.h"
#include "fg/text.h"

/* Self weights by the number of a name. */
struct selves {
	fg_wide *items;
	size_t count, room;
};

/* fg-collapse calls them "[unknown]", or by their module: "[libc.so.6]". */
static bool is_unknown(fg_str name)
{
	return name.n > 1 && name.p[0] == '[' && name.p[name.n - 1] == ']';
}

static void read_header(struct answer *answer, fg_str line)
{
	struct fg_header header = { 0 };
	struct fg_number samples;
	bool damaged = false;

	if (fg_header_parse(line, &header, &damaged) &&
	    fg_header_number(&header, "samples", &samples) &&
	    samples.scale == 0 && samples.units <= UINT64_MAX)
		answer->samples = (uint64_t)samples.units;
	fg_header_free(&header);
}

static void add_line(struct answer *answer, struct selves *selves, fg_str line)
{
	struct fg_weight weights[2];
	bool saturated = false;
	fg_str stack, leaf;
	size_t semicolon;
	fg_frame id;

	read_header(answer, line);
	if (fg_folded_skips(line) ||
	    fg_folded_split(line, true, &stack, weights, &saturated) == 0)
		return;
	semicolon = fg_rfind_char(stack, ';');
	leaf = semicolon < stack.n ? fg_slice(stack, semicolon + 1, stack.n)
				   : stack;
	answer->total += weights[0].units;
	if (fg_equal(leaf, FG_STR("[waiting]"))) {
		answer->waiting += weights[0].units;
		return;
	}
	id = fg_frames_intern(answer->names, leaf);
	FG_RESERVE(&selves->items, &selves->room, (size_t)id + 1);
	while (selves->count <= id)
		selves->items[selves->count++] = 0;
	selves->items[id] += weights[0].units;
	if (is_unknown(leaf))
		answer->unknown += weights[0].units;
}

/* Puts it where it belongs among the heaviest, if it does. */
static void rank(struct answer *answer, struct answer_row row)
{
	for (size_t i = 0; i < ANSWER_TOP; i++) {
		struct answer_row other = answer->top[i];

		if (row.self <= other.self)
			continue;
		answer->top[i] = row;
		row = other;
	}
}

void answer_read(struct answer *answer, FILE *file)
{
	struct selves selves = { 0 };
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	*answer = (struct answer){ .names = fg_frames_new() };
	while ((n = getline(&line, &room, file)) > 0)
		add_line(answer, &selves, fg_trim((fg_str){ line, (size_t)n }));
	for (size_t i = 0; i < selves.count; i++) {
		fg_str name = fg_frames_name(answer->names, (fg_frame)i);

		rank(answer, (struct answer_row){ name, selves.items[i] });
	}
	free(line);
	free(selves.items);
}

unsigned answer_permille(const struct answer *answer, fg_wide weight)
{
	if (answer->total == 0)
		return 0;
	return (unsigned)((weight * 1000 + answer->total / 2) / answer->total);
}

void answer_free(struct answer *answer)
{
	fg_frames_free(answer->names);
	*answer = (struct answer){ 0 };
}
