/* SPDX-License-Identifier: MIT */
#include "one_run.h"

#include <math.h>
#include <stdatomic.h>

#include "failed.h"
#include "fg/folded.h"
#include "fg/foreign.h"
#include "fg/threads.h"

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

	if (reader->pairs > 0 && !run->options->one_column &&
	    reader->pairs == reader->lines - reader->bad)
		return fg_fail(diag, FG_EINPUT, loc,
			       "has two columns already; give the two profiles "
			       "that it was made from, or --one-column where "
			       "the first number is of a name");
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
	if (fg_stacks_total(run->stacks, 0) == 0 && !run->options->quiet_empty)
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
	fg_folded_parts_free(&reader);
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

void run_read_all(struct run *runs, size_t n)
{
	struct wave wave = { .runs = runs, .count = n };
	struct reader readers[RUNS_AT_ONCE] = { { &wave }, { &wave } };

	fg_threads_run(read_from, readers, RUNS_AT_ONCE, sizeof *readers);
}
