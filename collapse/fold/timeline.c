/* SPDX-License-Identifier: MIT */
#include "timeline.h"

#include <stdlib.h>

#include "fg/text.h"

/*
 * The parts of weights that last may be this many, plus this many for each
 * such weight; beyond it, slices become longer. A small file can have a
 * thousand threads that last for a year.
 */
enum { PIECES_FREE = 1 << 20, PIECES_EACH = 4 };

struct timeline timeline_of(const struct collapse_options *options)
{
	return (struct timeline){ .length = options->slice_length > 0
						    ? options->slice_length
						    : TIMELINE_LENGTH };
}

void slicer_thread(struct slicer *slicer, fg_str name)
{
	slicer->thread.n = 0;
	fg_buffer_append(&slicer->thread, name);
}

void slicer_task(struct slicer *slicer, fg_str comm, fg_str tid)
{
	slicer_thread(slicer, comm);
	if (comm.n > 0 && tid.n > 0)
		fg_buffer_append(&slicer->thread, FG_STR("/"));
	fg_buffer_append(&slicer->thread, tid);
}

static int64_t round_down(int64_t time, int64_t length)
{
	int64_t rest = time % length;

	if (rest < 0)
		rest += length;
	return time < INT64_MIN + rest ? INT64_MIN : time - rest;
}

fg_frame slicer_mark(struct slicer *slicer, int64_t time)
{
	int64_t length = slicer->timeline->length;
	struct fg_slice_key key = { .has_time = true,
				    .time = round_down(time, length),
				    .length = length,
				    .thread = fg_buffer_text(&slicer->thread) };

	if (slicer->has_last && slicer->last_time == key.time &&
	    slicer->last_length == length &&
	    fg_equal(key.thread, fg_buffer_text(&slicer->last_thread)))
		return slicer->last;
	slicer->last = fg_slice_mark(slicer->frames, &key);
	slicer->last_time = key.time;
	slicer->last_length = length;
	slicer->last_thread.n = 0;
	fg_buffer_append(&slicer->last_thread, key.thread);
	slicer->has_last = true;
	return slicer->last;
}

fg_frame slicer_mark_thread(struct slicer *slicer)
{
	struct fg_slice_key key = { .thread = fg_buffer_text(&slicer->thread) };

	return fg_slice_mark(slicer->frames, &key);
}

/* The number of slices that a time from `from` to `until` touches, or more. */
static uint64_t slices_of(int64_t from, int64_t until, int64_t length)
{
	return ((uint64_t)until - (uint64_t)from) / (uint64_t)length + 2;
}

struct slicer_span slicer_begin(struct slicer *slicer, int64_t from,
				int64_t until, struct fg_weight weight)
{
	struct timeline *t = slicer->timeline;
	uint64_t most;

	until = until < from ? from : until;
	most = PIECES_FREE + PIECES_EACH * ++t->spans;
	while (t->length < INT64_MAX / 2 &&
	       (slices_of(from, until, t->length) > TIMELINE_MAX ||
		t->pieces + slices_of(from, until, t->length) > most))
		t->length *= 2;
	return (struct slicer_span){
		.from = from, .until = until, .weight = weight, .at = from
	};
}

/* The share of the weight from the beginning up to `end`. */
static uint64_t share(const struct slicer_span *span, int64_t end)
{
	uint64_t whole = (uint64_t)span->until - (uint64_t)span->from;
	uint64_t part = (uint64_t)end - (uint64_t)span->from;

	return (uint64_t)((fg_wide)span->weight.units * part / whole);
}

bool slicer_next(struct slicer *slicer, struct slicer_span *span,
		 fg_frame *mark, struct fg_weight *part)
{
	int64_t length = slicer->timeline->length, start, end;

	*part = span->weight;
	while (!span->ended) {
		start = round_down(span->at, length);
		end = start > INT64_MAX - length ? INT64_MAX : start + length;
		span->ended = end >= span->until || span->weight.units == 0;
		part->units = span->ended ? span->weight.units - span->given
					  : share(span, end) - span->given;
		span->at = end;
		if (part->units == 0 && span->weight.units > 0)
			continue;
		span->given += part->units;
		slicer->timeline->pieces++;
		*mark = slicer_mark(slicer, start);
		return true;
	}
	return false;
}

void slicer_free(struct slicer *slicer)
{
	free(slicer->thread.p);
	free(slicer->last_thread.p);
}

/* The longest slice; the others are as long, or shorter by powers of two. */
static int64_t longest(const struct fg_slices *slices, int64_t length)
{
	for (size_t i = 0; i < slices->count; i++) {
		const struct fg_slice_key *key = &slices->items[i].key;

		if (key->has_time && key->length > length)
			length = key->length;
	}
	return length;
}

void timeline_take(struct timeline *timeline, const struct fg_stacks *marked,
		   struct fg_stacks *plain, struct fg_slices *slices,
		   const struct collapse_options *options)
{
	size_t most = options->slice_length > 0 ? TIMELINE_MAX
						: TIMELINE_AUTO_MAX;
	int64_t length;

	fg_slices_take(slices, marked, plain);
	if (timeline->has_own_slices)
		return;
	length = longest(slices, timeline->length);
	if (length != timeline->length || fg_slices_times(slices) > most ||
	    timeline->spans > 0)
		fg_slices_coarsen(slices, plain, length);
	while (fg_slices_times(slices) > most && length < INT64_MAX / 2) {
		length *= 2;
		fg_slices_coarsen(slices, plain, length);
	}
	timeline->length = length;
}
