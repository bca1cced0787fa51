/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "failed.h"
#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/foreign.h"
#include "fg/held.h"
#include "fg/threads.h"

/* One file on its way into the profile. */
struct run {
	const char *path;
	unsigned side;
	const struct diff_options *options;
	double squares; /* see struct diff_run */
	struct fg_stacks *stacks; /* its own, column 0 */
	struct fg_header header; /* what it says of its weights */
	struct fg_held held;
	fg_status status;
};

enum { AT_ONCE = 2 };

/* The squares of the weights of all samples; 0 where they are not known. */
static double squares_of(struct fg_stacks *stacks)
{
	const struct fg_samples *samples = fg_stacks_samples(stacks, 0);

	if (!fg_samples_known(samples, fg_stacks_total(stacks, 0),
			      fg_stacks_scale(stacks)))
		return 0;
	return (double)samples->squares / pow(10, 2.0 * samples->scale);
}

/*
 * A frame may end in a number ("worker 7"), so the first of two numbers is
 * taken for a part of the name; but a file in which every line has two is
 * what fg-diff wrote.
 */
static fg_status check(const struct run *run,
		       const struct fg_folded_reader *reader,
		       struct fg_diag *diag, const char *file)
{
	struct fg_loc loc = { file, 0 };

	if (reader->pairs > 0 && reader->pairs == reader->lines - reader->bad)
		return fg_fail(diag, FG_EINPUT, loc,
			       "has two columns already; give the two profiles "
			       "that it was made from");
	if (run->options->strict && reader->bad > 0)
		return fg_fail(diag, FG_EINPUT,
			       (struct fg_loc){ file, reader->first_bad },
			       "a line without a weight, and --strict was "
			       "given");
	if (run->options->verbose)
		fg_note(diag, loc, "lines read: %llu, skipped: %llu",
			(unsigned long long)(reader->lines - reader->bad),
			(unsigned long long)reader->bad);
	if (run->options->whole_runs)
		return failed_check_run(run->stacks, reader, diag, file);
	if (fg_stacks_total(run->stacks, 0) == 0)
		fg_warn(diag, loc, "there are no weights in this file");
	return FG_OK;
}

static void read_run(struct run *run)
{
	struct fg_diag *diag = &run->held.diag;
	struct fg_folded_reader reader = { .one_column = true };
	struct fg_lines *in = fg_lines_open(run->path, diag);
	fg_status closed;

	run->stacks = fg_stacks_new(FG_FOLD);
	run->status = FG_EIO;
	if (!in)
		return;
	run->status = fg_foreign_check(in, diag);
	if (run->status == FG_OK)
		run->status = fg_folded_read(&reader, in, run->stacks, diag);
	if (run->status == FG_OK)
		run->status = fg_foreign_check_lines(
			&reader, fg_lines_loc(in).file, diag);
	if (run->status == FG_OK)
		run->status = check(run, &reader, diag, fg_lines_loc(in).file);
	run->squares = squares_of(run->stacks);
	run->header = reader.header;
	closed = fg_lines_close(in);
	if (run->status == FG_OK)
		run->status = closed;
}

/* Some runs, and the next of them that nobody reads yet. */
struct wave {
	struct run *runs;
	size_t count;
	atomic_size_t next;
};

struct reader {
	struct wave *wave;
};

static void read_from(void *item)
{
	struct wave *wave = ((struct reader *)item)->wave;
	size_t i = atomic_fetch_add(&wave->next, 1);

	for (; i < wave->count; i = atomic_fetch_add(&wave->next, 1))
		read_run(&wave->runs[i]);
}

static void read_wave(struct run *runs, size_t n)
{
	struct wave wave = { .runs = runs, .count = n };
	struct reader readers[AT_ONCE] = { { &wave }, { &wave } };

	fg_threads_run(read_from, readers, AT_ONCE, sizeof *readers);
}

/* A frame whose name became empty is left out of the stack. */
static size_t map_stack(const struct fg_stack *stack, const fg_frame *map,
			fg_frame *ids)
{
	size_t depth = 0;

	for (size_t d = 0; d < stack->depth; d++) {
		if (map[stack->ids[d]] != NAMES_DROPPED)
			ids[depth++] = map[stack->ids[d]];
	}
	return depth;
}

static void keep_run(struct diff *diff, const struct run *run,
		     const size_t *numbers)
{
	struct diff_run *kept = &diff->runs[diff->run_count++];
	double unit = (double)fg_pow10(fg_stacks_scale(run->stacks));
	size_t n = fg_stacks_count(run->stacks);

	kept->path = run->path;
	kept->side = run->side;
	kept->squares = run->squares;
	kept->count = fg_stacks_count(diff->stacks);
	kept->weight = fg_calloc(kept->count, sizeof *kept->weight);
	kept->total = (double)fg_stacks_total(run->stacks, 0) / unit;
	for (size_t i = 0; i < n; i++) {
		uint64_t units = fg_stacks_get(run->stacks, i).weight[0];

		kept->weight[numbers[i]] += (double)units / unit;
	}
}

/* Adds a run to the profile. */
static void join(struct diff *diff, const struct run *run,
		 const struct diff_options *options)
{
	fg_frame *map = names_map(options->names, run->stacks, diff->stacks);
	size_t n = fg_stacks_count(run->stacks), room = 0;
	size_t *numbers = diff->runs ? fg_malloc(n * sizeof *numbers) : NULL;
	struct fg_batch batch = { .to = diff->stacks, .column = run->side };
	unsigned scale = fg_stacks_scale(run->stacks);
	fg_frame *ids = NULL;

	for (size_t i = 0; i < n; i++) {
		struct fg_stack stack = fg_stacks_get(run->stacks, i);
		struct fg_weight weight = { stack.weight[0], scale };
		size_t depth;

		FG_RESERVE(&ids, &room, stack.depth);
		depth = map_stack(&stack, map, ids);
		if (numbers)
			numbers[i] = fg_stacks_add(diff->stacks, ids, depth,
						   weight, run->side);
		else
			fg_batch_add(&batch, ids, depth, &weight, 1);
	}
	fg_batch_flush(&batch);
	fg_batch_free(&batch);
	if (numbers)
		keep_run(diff, run, numbers);
	free(numbers);
	free(ids);
	free(map);
}

/* Neither its weights nor its samples are in the profile yet. */
static void join_samples(struct diff *diff, const struct run *run)
{
	fg_samples_join(fg_stacks_samples(diff->stacks, run->side),
			fg_stacks_samples(run->stacks, 0));
}

/* The first run becomes the profile, where it can stay as it is. */
static void take(struct diff *diff, struct run *run,
		 const struct diff_options *options)
{
	if (!diff->stacks && !diff->runs && names_is_empty(options->names)) {
		diff->stacks = run->stacks;
		run->stacks = NULL;
		return;
	}
	if (!diff->stacks)
		diff->stacks = fg_stacks_new(FG_FOLD);
	join(diff, run, options);
	join_samples(diff, run);
}

/* What both sides say of their weights. */
struct headers {
	struct fg_header_files sides[SIDES];
};

static const char *const side_names[] = { "before", "after" };

/* Bytes and calls have no difference. */
static fg_status compare_headers(struct headers *headers, struct fg_diag *diag)
{
	const struct fg_header_files *before = &headers->sides[BEFORE];
	const struct fg_header_files *after = &headers->sides[AFTER];
	char *was = fg_header_what(&before->header);
	char *is = fg_header_what(&after->header);
	struct fg_loc nowhere = { NULL, 0 };
	fg_status status = FG_OK;

	if (!fg_header_alike(&before->header, &after->header))
		status = fg_fail(diag, FG_EINPUT, nowhere,
				 "before ('%s') is %s, after ('%s') is %s: "
				 "unlike units cannot be compared",
				 before->file, was, after->file, is);
	else if (fg_header_other_metric(&before->header, &after->header))
		fg_note(diag, nowhere,
			"before ('%s') is %s, after ('%s') is %s", before->file,
			was, after->file, is);
	free(was);
	free(is);
	return status;
}

/* A side that does not say its unit is nearly always what the other is. */
static void tell_silent(const struct headers *headers, struct fg_diag *diag)
{
	for (unsigned side = 0; side < SIDES; side++) {
		const struct fg_header_files *mute = &headers->sides[side];
		const struct fg_header_files *other = &headers->sides[!side];

		if (!mute->file && mute->silent && other->file)
			fg_note(diag, (struct fg_loc){ mute->silent, 0 },
				"%s does not say what its weights are; taken "
				"to be like those of '%s'",
				side_names[side], other->file);
	}
}

/* Hands the headers to the profile, unless they do not go together. */
static fg_status end_headers(struct diff *diff, struct headers *headers,
			     fg_status status, struct fg_diag *diag)
{
	if (status == FG_OK)
		status = compare_headers(headers, diag);
	if (status == FG_OK)
		tell_silent(headers, diag);
	for (unsigned side = 0; side < SIDES; side++)
		diff->header[side] = headers->sides[side].header;
	return status;
}

static struct run *list_runs(const struct diff_options *options, size_t *count)
{
	size_t before = options->paths[BEFORE].count;
	struct run *runs;

	*count = before + options->paths[AFTER].count;
	runs = fg_calloc(*count, sizeof *runs);
	for (size_t i = 0; i < *count; i++) {
		unsigned side = i < before ? BEFORE : AFTER;

		runs[i].side = side;
		runs[i].path =
			options->paths[side].items[side ? i - before : i];
		runs[i].options = options;
	}
	return runs;
}

fg_status runs_read(struct diff *diff, const struct diff_options *options,
		    struct fg_diag *diag)
{
	fg_status status = FG_OK;
	size_t count;
	struct run *runs = list_runs(options, &count);
	struct headers headers = { 0 };

	if (options->keep_runs)
		diff->runs = fg_calloc(count, sizeof *diff->runs);
	for (size_t i = 0, n; i < count && status == FG_OK; i += n) {
		n = count - i < AT_ONCE ? count - i : AT_ONCE;
		for (size_t k = i; k < i + n; k++)
			fg_held_init(&runs[k].held);
		read_wave(runs + i, n);
		for (size_t k = i; k < i + n; k++) {
			fg_held_release(&runs[k].held, diag);
			if (status == FG_OK)
				status = runs[k].status;
			if (status == FG_OK)
				status = fg_header_files_add(
					&headers.sides[runs[k].side],
					&runs[k].header, runs[k].path, diag);
			if (status == FG_OK)
				take(diff, &runs[k], options);
			fg_header_free(&runs[k].header);
			fg_stacks_free(runs[k].stacks);
		}
	}
	free(runs);
	status = end_headers(diff, &headers, status, diag);
	if (status == FG_OK && diff->runs && options->whole_runs &&
	    !options->allow_outlier)
		status = failed_check_totals(diff, diag);
	return status;
}
