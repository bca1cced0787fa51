/* SPDX-License-Identifier: MIT */
/*
 * The leaves of the tree are the sources, and each inner node has the loser of
 * the match that was played there. The winner's next stack plays against the
 * losers on its way up. All of these lost to the winner, so how many bytes
 * each shares with the stack that was just returned is known, and the new
 * stack knows its own number: the one that shares more comes first. Only where
 * both share the same number, the next bytes decide.
 */
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/sorted.h"
#include "fg/text.h"

enum { ENDED = -1 };

struct fg_merge_match {
	size_t loser;
	int64_t same; /* bytes in common with the winner; ENDED: no stack */
};

static const size_t nobody = SIZE_MAX;

/* The stack after its first `from` bytes. */
static fg_str after(const struct fg_sorted *source, size_t from)
{
	return (fg_str){ source->rest + (from - source->shared),
			 source->n - from };
}

/* Whether a is less; both share *same bytes, and then all that are alike. */
static bool is_less(const struct fg_sorted *a, const struct fg_sorted *b,
		    int64_t *same)
{
	fg_str x = after(a, (size_t)*same), y = after(b, (size_t)*same);
	size_t n = fg_common_start(x, y);

	*same += (int64_t)n;
	if (n == x.n || n == y.n)
		return x.n <= y.n;
	return (unsigned char)x.p[n] < (unsigned char)y.p[n];
}

/* Plays the matches of a source, which shares `same` bytes, up to the top. */
static void play(struct fg_merge *merge, size_t source, int64_t same)
{
	for (size_t at = (source + merge->count) / 2; at > 0; at /= 2) {
		struct fg_merge_match *match = &merge->matches[at];
		struct fg_merge_match other = *match;

		if (other.loser == nobody) {
			*match = (struct fg_merge_match){ source, same };
			return;
		}
		if (same > other.same)
			continue;
		if (same == other.same) {
			int64_t both = same;

			if (same == ENDED ||
			    is_less(merge->sources[source],
				    merge->sources[other.loser], &both)) {
				match->same = both;
				continue;
			}
			*match = (struct fg_merge_match){ source, both };
		} else {
			*match = (struct fg_merge_match){ source, same };
		}
		source = other.loser;
		same = other.same;
	}
	merge->winner = source;
	merge->same = same;
}

/* Moves a source to its next stack and lets that play. */
static void advance(struct fg_merge *merge, size_t source)
{
	struct fg_sorted *from = merge->sources[source];

	play(merge, source, from->next(from) ? (int64_t)from->shared : ENDED);
}

struct fg_merge *fg_merge_new(struct fg_sorted **sources, size_t count)
{
	struct fg_merge *merge = fg_calloc(1, sizeof *merge);

	merge->sources = sources;
	merge->count = count;
	merge->same = ENDED;
	merge->matches = fg_malloc(count * sizeof *merge->matches);
	for (size_t i = 0; i < count; i++)
		merge->matches[i].loser = nobody;
	for (size_t i = 0; i < count; i++)
		advance(merge, i);
	return merge;
}

bool fg_merge_next(struct fg_merge *merge)
{
	struct fg_buffer *stack = &merge->stack;
	const struct fg_sorted *winner;

	if (merge->same == ENDED)
		return false;
	winner = merge->sources[merge->winner];
	merge->shared = (size_t)merge->same;
	stack->n = merge->shared;
	fg_buffer_append(stack, after(winner, merge->shared));
	merge->weight[0] = merge->weight[1] = 0;
	do {
		winner = merge->sources[merge->winner];
		merge->weight[winner->column] += winner->weight;
		advance(merge, merge->winner);
	} while (merge->same == (int64_t)stack->n &&
		 merge->sources[merge->winner]->n == stack->n);
	return true;
}

void fg_merge_free(struct fg_merge *merge)
{
	if (!merge)
		return;
	free(merge->stack.p);
	free(merge->matches);
	free(merge);
}
