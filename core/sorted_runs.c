/* SPDX-License-Identifier: MIT */
/*
 * Runs wait until there are 16 MB of them. Then they are merged, and what is
 * left is named and added to a profile: in files of one program, most stacks
 * come again and again, and each is named once per merge.
 */
#include "fg/sorted_runs.h"

#include <pthread.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/threads.h"
#include "sorted_names.h"
#include "sorted_run.h"

enum { BYTES_MAX = (16 << 20) / FG_SHARE_SOONER / FG_SHARE_SOONER };

/*
 * Where more than so many percent of the stacks are left after merging,
 * merging was wasted.
 */
enum { MOST_LEFT = 70 };

/* Runs that are merged together. */
struct batch {
	struct sorted_run *runs;
	size_t count, room;
	size_t bytes, stacks;
};

struct fg_sorted_runs {
	struct batch waiting;
	fg_wide total; /* of all weights */
	unsigned threads;

	/* The merger has these while it runs. */
	struct batch merging;
	struct fg_stacks *stacks; /* what was merged */
	bool is_useless;

	bool has_merger;
	pthread_t merger;
};

struct fg_sorted_runs *fg_sorted_runs_new(unsigned threads)
{
	struct fg_sorted_runs *runs = fg_calloc(1, sizeof *runs);

	runs->threads = threads;
	runs->stacks = fg_stacks_new(FG_FOLD);
	return runs;
}

static void batch_add(struct batch *batch, const struct sorted_run *run)
{
	FG_RESERVE(&batch->runs, &batch->room, batch->count + 1);
	batch->runs[batch->count++] = *run;
	batch->stacks += run->count;
	batch->bytes +=
		sizeof *run + run->text.room + run->room * sizeof *run->items;
}

static void batch_free(struct batch *batch)
{
	for (size_t i = 0; i < batch->count; i++)
		sorted_run_free(&batch->runs[i]);
	free(batch->runs);
	*batch = (struct batch){ .count = 0 };
}

/* Merges runs, names what is left, and adds it to `to`; returns how much. */
static size_t add_stacks(struct fg_stacks *to, const struct batch *from)
{
	struct sorted_run_reader *readers =
		fg_malloc(from->count * sizeof *readers);
	struct fg_sorted **sources = fg_malloc(from->count * sizeof(*sources));
	struct sorted_names names = { .frames = fg_stacks_frames(to) };
	struct fg_batch batch = { .to = to };
	struct fg_merge *merge;
	size_t left = 0;

	for (size_t i = 0; i < from->count; i++) {
		sorted_run_reader_init(&readers[i], &from->runs[i]);
		sources[i] = &readers[i].line;
	}
	merge = fg_merge_new(sources, from->count);
	for (; fg_merge_next(merge); left++) {
		struct fg_weight weight = { merge->weight[0], 0 };

		sorted_names_take(&names, fg_buffer_text(&merge->stack),
				  merge->shared);
		fg_batch_add(&batch, names.ids, names.depth, &weight, 1);
	}
	fg_batch_flush(&batch);
	fg_batch_free(&batch);
	sorted_names_free(&names);
	fg_merge_free(merge);
	free(sources);
	free(readers);
	return left;
}

static void *merge(void *context)
{
	struct fg_sorted_runs *runs = context;
	struct batch *batch = &runs->merging;
	size_t left = add_stacks(runs->stacks, batch);

	runs->is_useless |= left * 100 > batch->stacks * MOST_LEFT;
	batch_free(batch);
	return NULL;
}

static void wait_for_merger(struct fg_sorted_runs *runs)
{
	if (runs->has_merger)
		pthread_join(runs->merger, NULL);
	runs->has_merger = false;
}

static void merge_waiting(struct fg_sorted_runs *runs)
{
	wait_for_merger(runs);
	runs->merging = runs->waiting;
	runs->waiting = (struct batch){ .count = 0 };
	runs->has_merger = runs->threads > 1 &&
			   pthread_create(&runs->merger, NULL, merge, runs) ==
				   0;
	if (!runs->has_merger)
		merge(runs);
}

/*
 * Appends the file to `run`; false where it is not all sorted, or too large.
 */
static bool read_run(struct sorted_run *run, struct fg_sorted_file *file)
{
	struct fg_sorted *line = &file->line;

	while (line->next(line)) {
		sorted_run_add(run, line->rest, line->shared, line->n,
			       line->weight);
		if (run->text.n > BYTES_MAX)
			return false;
	}
	return fg_sorted_file_is_whole(file);
}

bool fg_sorted_runs_read(struct fg_sorted_runs *runs, struct fg_lines *in,
			 struct fg_sorted_file *file)
{
	struct sorted_run run = { .count = 0 };

	fg_sorted_file_init(file, in);
	if (!fg_sorted_is_likely(fg_lines_peek(in, FG_PEEK_MAX)) ||
	    !fg_lines_can_rewind(in))
		return false;
	if (!read_run(&run, file) || runs->total + file->total > UINT64_MAX) {
		sorted_run_free(&run);
		fg_lines_rewind(in);
		return false;
	}
	runs->total += file->total;
	batch_add(&runs->waiting, &run);
	if (runs->waiting.bytes > BYTES_MAX)
		merge_waiting(runs);
	return true;
}

bool fg_sorted_runs_are_useless(struct fg_sorted_runs *runs)
{
	if (runs->waiting.count > 0)
		return false;
	wait_for_merger(runs);
	return runs->is_useless;
}

void fg_sorted_runs_end(struct fg_sorted_runs *runs, struct fg_stacks *to)
{
	if (!runs)
		return;
	merge_waiting(runs);
	wait_for_merger(runs);
	fg_stacks_merge(to, runs->stacks);
	fg_stacks_free(runs->stacks);
	free(runs);
}
