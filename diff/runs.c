/* SPDX-License-Identifier: MIT */
#include "runs.h"

#include <stdlib.h>

#include "failed.h"
#include "fg/alloc.h"
#include "one_run.h"

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
		depth = names_map_stack(&stack, map, ids);
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
static void add_run(struct diff *diff, struct run *run,
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

static const char *const side_names[] = { "before", "after" };

/* Bytes and calls have no difference. */
static fg_status compare_headers(struct runs_headers *headers,
				 struct fg_diag *diag)
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
static void tell_silent(const struct runs_headers *headers,
			struct fg_diag *diag)
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

fg_status runs_end_headers(struct diff *diff, struct runs_headers *headers,
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
	struct runs_headers headers = { 0 };

	if (options->keep_runs)
		diff->runs = fg_calloc(count, sizeof *diff->runs);
	for (size_t i = 0, n; i < count && status == FG_OK; i += n) {
		n = count - i < RUNS_AT_ONCE ? count - i : RUNS_AT_ONCE;
		for (size_t k = i; k < i + n; k++)
			fg_held_init(&runs[k].held);
		run_read_all(runs + i, n);
		for (size_t k = i; k < i + n; k++) {
			fg_held_release(&runs[k].held, diag);
			if (status == FG_OK)
				status = runs[k].status;
			if (status == FG_OK)
				status = fg_header_files_add(
					&headers.sides[runs[k].side],
					&runs[k].header, runs[k].path, diag);
			if (status == FG_OK)
				add_run(diff, &runs[k], options);
			fg_header_free(&runs[k].header);
			fg_stacks_free(runs[k].stacks);
		}
	}
	free(runs);
	status = runs_end_headers(diff, &headers, status, diag);
	if (status == FG_OK && diff->runs && options->whole_runs &&
	    !options->allow_outlier)
		status = failed_check_totals(diff, diag);
	return status;
}
