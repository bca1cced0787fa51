/* SPDX-License-Identifier: MIT */
#include "trace_profiles.h"

#include <stdlib.h>

#include "fg/alloc.h"

struct trace_profile *trace_profiles_new(struct trace_profiles *profiles,
					 const struct collapse *c,
					 uint32_t thread)
{
	struct trace_profile *profile;

	FG_RESERVE(&profiles->items, &profiles->room, profiles->count + 1);
	profile = &profiles->items[profiles->count++];
	*profile = (struct trace_profile){ .thread = thread };
	v8_init(&profile->v8, c, profiles->texts);
	return profile;
}

struct trace_profile *trace_profiles_find(struct trace_profiles *profiles,
					  const struct collapse *c,
					  uint32_t thread, fg_str pid,
					  fg_str id)
{
	uint64_t p = fg_frames_intern(profiles->texts, pid);
	uint64_t key = p << 32 | fg_frames_intern(profiles->texts, id);
	uint32_t at = idmap_find(&profiles->ids, key);

	if (at != IDMAP_NONE)
		return &profiles->items[at];
	(void)idmap_add(&profiles->ids, key, (uint32_t)profiles->count);
	return trace_profiles_new(profiles, c, thread);
}

/*
 * Pads the deltas to the number of samples, so that those of other parts keep
 * their position.
 */
static void even_out(struct v8_profile *v8)
{
	while (v8->deltas.count < v8->samples.count)
		column_add(&v8->deltas, 0);
	v8->deltas.count = v8->samples.count;
}

void trace_profile_add(struct trace_profile *profile, struct trace_part *part,
		       int64_t time)
{
	struct v8_profile *v8 = &profile->v8;

	if (part->has_start && !profile->has_start) {
		v8->start = part->start;
		profile->has_start = true;
	}
	if (part->has_end) {
		v8->end = part->end;
		v8->has_end = true;
	}
	FG_RESERVE(&profile->chunks, &profile->chunk_room,
		   profile->chunk_count + 1);
	profile->chunks[profile->chunk_count++] =
		(struct trace_chunk){ time, v8->samples.count };
	even_out(&part->v8);
	v8_append(v8, &part->v8);
}

bool trace_profiles_exist(const struct trace_profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++) {
		if (profiles->items[i].v8.samples.count > 0)
			return true;
	}
	return false;
}

static int by_time(const void *a, const void *b)
{
	const struct trace_chunk *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

struct span {
	struct trace_chunk chunk;
	size_t end;
};

static void reorder(const struct span *spans, size_t count,
		    struct column *column)
{
	struct column sorted = { 0 };

	for (size_t i = 0; i < count; i++) {
		for (size_t k = spans[i].chunk.first; k < spans[i].end; k++)
			column_add(&sorted, column_get(column, k, 0));
	}
	column_free(column);
	*column = sorted;
}

/* Chunks may be anywhere in the file. */
static void sort_chunks(struct trace_profile *profile)
{
	size_t count = profile->chunk_count;
	struct span *spans = fg_calloc(count, sizeof *spans);
	bool sorted = true;

	for (size_t i = 0; i < count; i++) {
		const struct trace_chunk *chunk = &profile->chunks[i];

		spans[i].chunk = *chunk;
		spans[i].end = i + 1 < count ? chunk[1].first
					     : profile->v8.samples.count;
		sorted = sorted && (i == 0 || by_time(chunk - 1, chunk) < 0);
	}
	if (!sorted) {
		qsort(spans, count, sizeof *spans, by_time);
		reorder(spans, count, &profile->v8.samples);
		reorder(spans, count, &profile->v8.deltas);
	}
	free(spans);
	profile->chunk_count = 0;
	/* without it, the duration of the last sample is not known */
	profile->v8.has_end = profile->v8.has_end && profile->has_start;
}

fg_swide trace_profiles_total(struct trace_profiles *profiles,
			      const struct trace_threads *threads,
			      const struct collapse_options *options,
			      enum v8_metric metric)
{
	fg_swide sum = 0;

	for (size_t i = 0; i < profiles->count; i++) {
		struct trace_profile *profile = &profiles->items[i];

		if (!trace_thread_wanted(threads, options, profile->thread))
			continue;
		if (profile->chunk_count > 0)
			sort_chunks(profile);
		sum += v8_total(&profile->v8, metric);
	}
	return sum;
}

void trace_profiles_fold(struct trace_profiles *profiles,
			 const struct trace_threads *threads,
			 struct collapse *c, struct stackbuf *stack,
			 struct fg_loc loc, enum v8_metric metric)
{
	for (size_t i = 0; i < profiles->count; i++) {
		struct trace_profile *profile = &profiles->items[i];
		fg_frame roots[TRACE_ROOTS];
		size_t count;

		if (!trace_thread_wanted(threads, c->options, profile->thread))
			continue;
		count = trace_thread_roots(threads, c->options, profile->thread,
					   stack, roots);
		if (profile->chunk_count > 0)
			sort_chunks(profile);
		v8_finish_nodes(&profile->v8, c, loc);
		v8_fold(&profile->v8, metric, roots, count, c, loc);
	}
}

void trace_profiles_free(struct trace_profiles *profiles)
{
	for (size_t i = 0; i < profiles->count; i++) {
		free(profiles->items[i].chunks);
		v8_free(&profiles->items[i].v8);
	}
	free(profiles->items);
	idmap_free(&profiles->ids);
}
