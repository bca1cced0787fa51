/* SPDX-License-Identifier: MIT */
/*
 * Reading folded files. Blocks of whole lines go to as many workers as the
 * caller allows; each fills a profile of its own, and all are merged.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/sorted.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "folded_frames.h"
#include "folded_parts.h"
#include "folded_sections.h"
#include "stacks_private.h"

enum { BLOCK_BYTES = (1 << 17) / FG_SHARE_SOONER };

/* Shared by all workers. */
struct job {
	const struct fg_folded_reader *reader;
	struct fg_lines *in;
	pthread_mutex_t lock;
	size_t blocks; /* handed out so far */
	struct folded_parts *parts; /* NULL, or the text has sections */
};

/* A line without a weight, and what it has in its place. */
struct bad {
	struct place at;
	enum fg_folded_fault fault;
};

struct worker {
	struct job *job;
	struct folded_frames frames;
	struct fg_buffer block;

	uint64_t lines, pairs, bad;
	uint64_t fine; /* lines whose weights were rounded */
	struct place fine_at; /* the first of them */
	bool saturated;
	struct sections sections;
	struct place *counts; /* lines in each block this worker had */
	struct bad *bad_at; /* the first bad lines */
	struct place pair_at; /* the first of `pairs` */
	size_t count_n, counts_room, bad_n, bad_room;
};

static void worker_free(struct worker *w)
{
	folded_frames_free(&w->frames);
	free(w->block.p);
	free(w->counts);
	free(w->bad_at);
}

/* Remembers the place of a bad line while it may still be shown. */
static void bad_line(struct worker *w, fg_str text, struct place at)
{
	w->bad++;
	if (w->bad_n >= FG_WARNINGS_SHOWN)
		return;
	FG_RESERVE(&w->bad_at, &w->bad_room, w->bad_n + 1);
	w->bad_at[w->bad_n++] = (struct bad){ at, fg_folded_fault(text) };
}

/* Whether a weight has all decimals that there are, or none of it is left. */
static bool is_fine(const struct folded_line *line)
{
	const struct fg_weight *last = &line->weights[line->count - 1];

	return last->scale == FG_SCALE_MAX || last->units == 0 ||
	       line->weights[0].scale == FG_SCALE_MAX;
}

static void read_comment(struct worker *w, fg_str text, struct place at)
{
	const struct fg_header *header =
		folded_sections_comment(&w->sections, text, at);

	if (header && w->job->parts)
		folded_parts_header(w->job->parts, header);
}

static void read_line(struct worker *w, fg_str text, struct place at)
{
	const struct fg_folded_reader *reader = w->job->reader;
	fg_str trimmed = fg_trim(text);
	struct folded_line line;

	if (fg_folded_skips(trimmed)) {
		read_comment(w, trimmed, at);
		return;
	}
	w->lines++;
	line.count = fg_folded_split(text, false, &line.stack, line.weights,
				     &w->saturated);
	if (line.count == 2 && w->pairs++ == 0)
		w->pair_at = at;
	if (line.count == 2 && reader->one_column)
		line.count = fg_folded_split(text, true, &line.stack,
					     line.weights, &w->saturated);
	if (line.count == 0) {
		bad_line(w, trimmed, at);
		return;
	}
	if (FG_UNLIKELY(is_fine(&line)) && fg_folded_is_rounded(trimmed) &&
	    w->fine++ == 0)
		w->fine_at = at;
	folded_sections_add(&w->sections, line.weights, line.count);
	if (FG_LIKELY(!w->job->parts))
		folded_frames_add(&w->frames, &line);
	else
		folded_frames_add(folded_parts_line(w->job->parts, &line),
				  &line);
}

static void read_block(struct worker *w, size_t block)
{
	fg_str rest = { w->block.p, w->block.n };
	uint64_t lines = 0;

	folded_sections_block(&w->sections, (struct place){ block, 0 });
	while (rest.n > 0) {
		fg_str line = fg_cut(&rest, '\n');

		read_line(w, line, (struct place){ block, ++lines });
	}
	folded_frames_flush(&w->frames);
	if (w->job->parts)
		folded_parts_flush(w->job->parts);
	FG_RESERVE(&w->counts, &w->counts_room, w->count_n + 1);
	w->counts[w->count_n++] = (struct place){ block, lines };
}

/* Takes the next block; false at the end. */
static bool take_block(struct worker *w, size_t *number)
{
	struct job *job = w->job;
	bool whole, more;

	pthread_mutex_lock(&job->lock);
	more = fg_lines_block(job->in, &w->block, BLOCK_BYTES, NULL, &whole,
			      NULL);
	*number = job->blocks++;
	pthread_mutex_unlock(&job->lock);
	return more;
}

static void work(void *item)
{
	struct worker *w = item;
	size_t block;

	while (take_block(w, &block))
		read_block(w, block);
	fg_batch_flush(&w->frames.batch);
}

static int by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->line > y->line) - (x->line < y->line);
}

/* All workers' places of one kind, in the order of the input. */
struct places {
	struct place *items;
	size_t count, room;
};

static void collect(struct places *all, const struct place *items, size_t n)
{
	FG_RESERVE(&all->items, &all->room, all->count + n);
	if (n > 0)
		memcpy(all->items + all->count, items, n * sizeof *items);
	all->count += n;
}

static void sort(struct places *all)
{
	if (all->count > 1)
		qsort(all->items, all->count, sizeof *all->items, by_place);
}

/* The first bad lines of all workers, in the order of the input. */
struct bad_lines {
	struct bad *items;
	size_t count, room;
};

static void collect_bad(struct bad_lines *all, const struct worker *w)
{
	FG_RESERVE(&all->items, &all->room, all->count + w->bad_n);
	if (w->bad_n > 0)
		memcpy(all->items + all->count, w->bad_at,
		       w->bad_n * sizeof *w->bad_at);
	all->count += w->bad_n;
}

static int by_bad_place(const void *a, const void *b)
{
	const struct bad *x = a, *y = b;

	return by_place(&x->at, &y->at);
}

static void sort_bad(struct bad_lines *all)
{
	if (all->count > 1)
		qsort(all->items, all->count, sizeof *all->items, by_bad_place);
}

/* The line number in the file; `counts` are all blocks in order. O(blocks). */
static uint64_t line_at(const struct place *at, const struct places *counts)
{
	uint64_t before = 0;

	for (size_t block = 0; block < at->block; block++)
		before += counts->items[block].line;
	return before + at->line;
}

/* Warns of the bad lines in the order of the input. */
static void warn_bad(struct fg_folded_reader *reader,
		     const struct bad_lines *bad, const struct places *counts,
		     const char *name, struct fg_diag *diag)
{
	static const char *const messages[] = {
		[FG_FOLDED_NONE] = "no weight at the end of the line",
		[FG_FOLDED_NEGATIVE] = "a weight below 0 is none",
		[FG_FOLDED_EXPONENT] = "no weight at the end of the line: an "
				       "exponent has a "
				       "sign, as in 1e+3; without one it may "
				       "be a name",
	};
	uint64_t told = 0;

	for (size_t i = 0; i < bad->count && told < FG_WARNINGS_SHOWN; i++) {
		struct fg_loc loc = { name,
				      line_at(&bad->items[i].at, counts) };

		if (told++ == 0)
			reader->first_bad = loc.line;
		fg_warn(diag, loc, "%s", messages[bad->items[i].fault]);
	}
	diag->warnings += reader->bad - told;
}

/* The places that all workers found. */
struct found {
	struct places counts, pairs, fine;
	struct bad_lines bad;
	uint64_t fine_count;
	struct sections sections;
};

/* Moves the sections of all workers into one list. */
static void collect_sections(struct sections *all, struct sections *more)
{
	FG_RESERVE(&all->items, &all->room, all->count + more->count);
	if (more->count > 0)
		memcpy(all->items + all->count, more->items,
		       more->count * sizeof *more->items);
	all->count += more->count;
	free(more->items);
}

static int by_section(const void *a, const void *b)
{
	const struct section *x = a, *y = b;

	return by_place(&x->at, &y->at);
}

/* Puts the sections into the order of the text, with their lines. */
static void sort_sections(struct sections *sections,
			  const struct places *counts)
{
	uint64_t before = 0;
	size_t block = 0;

	if (sections->count > 1)
		qsort(sections->items, sections->count, sizeof *sections->items,
		      by_section);
	for (size_t i = 0; i < sections->count; i++) {
		struct section *section = &sections->items[i];

		for (; block < section->at.block; block++)
			before += counts->items[block].line;
		section->line = before + section->at.line;
	}
}

/* Moves the results of a worker, and frees it. */
static void gather_one(struct fg_folded_reader *reader, struct worker *w,
		       struct found *found)
{
	reader->lines += w->lines;
	reader->pairs += w->pairs;
	reader->bad += w->bad;
	collect_sections(&found->sections, &w->sections);
	collect_bad(&found->bad, w);
	collect(&found->counts, w->counts, w->count_n);
	collect(&found->pairs, &w->pair_at, w->pairs > 0);
	collect(&found->fine, &w->fine_at, w->fine > 0);
	found->fine_count += w->fine;
	worker_free(w);
}

/* Makes the headers, and chooses one of several metrics. */
static fg_status end_sections(struct fg_folded_reader *reader,
			      const struct sections *sections,
			      struct folded_parts *parts, struct fg_stacks *to,
			      const char *name, struct fg_diag *diag)
{
	struct sections_sum sum = { .header = &reader->header,
				    .to = to,
				    .parts = parts };
	fg_status status = folded_sections_end(sections, &sum, name, diag);

	reader->is_mixed = status != FG_OK;
	if (status == FG_OK && !parts)
		status = folded_parts_check(&reader->header, reader->metric,
					    name, diag);
	if (parts)
		status = folded_parts_end(parts, reader, to, &sum, status, name,
					  diag);
	return status;
}

/* Gives the messages about lines, now that the line numbers are known. */
static fg_status tell(struct fg_folded_reader *reader, struct found *found,
		      struct folded_parts *parts, struct fg_stacks *to,
		      const char *name, struct fg_diag *diag)
{
	fg_status status;

	sort(&found->counts);
	sort_bad(&found->bad);
	sort(&found->fine);
	sort(&found->pairs);
	if (found->pairs.count > 0)
		reader->first_pair =
			line_at(&found->pairs.items[0], &found->counts);
	if (reader->bad > 0)
		warn_bad(reader, &found->bad, &found->counts, name, diag);
	if (found->fine.count > 0)
		fg_warn(diag,
			(struct fg_loc){ name, line_at(&found->fine.items[0],
						       &found->counts) },
			"this weight has more than %d decimals and was "
			"rounded; lines with such: %llu",
			FG_SCALE_MAX, (unsigned long long)found->fine_count);
	sort_sections(&found->sections, &found->counts);
	for (size_t i = 0; i < found->sections.count; i++) {
		for (unsigned c = 0; c < 2; c++)
			(void)fg_number_add(&reader->weight[c],
					    found->sections.items[i].weight[c]);
	}
	status = end_sections(reader, &found->sections, parts, to, name, diag);
	folded_sections_free(&found->sections);
	free(found->counts.items);
	free(found->bad.items);
	free(found->pairs.items);
	free(found->fine.items);
	return status;
}

/* Joins the results of the workers, and frees them. */
static fg_status gather(struct fg_folded_reader *reader, struct worker *workers,
			unsigned count, const char *name, bool *saturated,
			struct fg_diag *diag)
{
	struct folded_parts *parts = workers[0].job->parts;
	struct fg_stacks *to = workers[0].frames.batch.to;
	struct found found = { 0 };

	reader->bad = 0;
	for (unsigned i = 0; i < count; i++) {
		struct fg_stacks *from = workers[i].frames.batch.to;

		*saturated |= workers[i].saturated;
		gather_one(reader, &workers[i], &found);
		if (i > 0) {
			fg_stacks_merge(to, from);
			fg_stacks_free(from);
		}
	}
	return tell(reader, &found, parts, to, name, diag);
}

/* Whether sorted stacks can be appended. */
static bool may_append(const struct fg_folded_reader *reader,
		       const struct fg_stacks *to)
{
	return !reader->callers_first && fg_stacks_count(to) == 0 &&
	       fg_stacks_can_append(to);
}

/*
 * Uses one worker when the order matters, when the input is at most one block,
 * or when it is sorted: then nothing is looked up and merged.
 */
static unsigned worker_count(const struct fg_folded_reader *reader,
			     struct fg_lines *in, const struct fg_stacks *to)
{
	if (reader->threads <= 1 || fg_stacks_in_order(to) ||
	    fg_lines_peek(in, FG_PEEK_MAX).n < FG_PEEK_MAX / FG_SHARE_SOONER)
		return 1;
	if (may_append(reader, to) &&
	    fg_sorted_is_likely(fg_lines_peek(in, FG_PEEK_MAX)))
		return 1;
	return reader->threads;
}

/* Prepares for sections, if the text has any. */
static void expect_parts(struct job *job, struct folded_parts *parts,
			 const struct fg_stacks *to)
{
	if (fg_stacks_in_order(to) ||
	    !folded_parts_detect(fg_lines_peek(job->in, FG_PEEK_MAX)))
		return;
	folded_parts_init(parts, job->reader);
	job->parts = parts;
}

fg_status fg_folded_read(struct fg_folded_reader *reader, struct fg_lines *in,
			 struct fg_stacks *to, struct fg_diag *diag)
{
	struct job job = { .reader = reader, .in = in };
	struct folded_parts parts;
	unsigned count = worker_count(reader, in, to);
	struct worker *workers;
	bool before = fg_stacks_saturated(to), saturated = false;
	const char *name = fg_lines_loc(in).file;
	fg_status status;

	expect_parts(&job, &parts, to);
	if (job.parts)
		count = 1;
	workers = fg_calloc(count, sizeof *workers);
	pthread_mutex_init(&job.lock, NULL);
	for (unsigned i = 0; i < count; i++) {
		workers[i].job = &job;
		workers[i].frames.callers_first = reader->callers_first;
		workers[i].frames.batch.to = i == 0 ? to
						    : fg_stacks_new(FG_FOLD);
	}
	workers[0].frames.sorted = count == 1 && may_append(reader, to);
	fg_threads_run(work, workers, count, sizeof *workers);
	status = gather(reader, workers, count, name, &saturated, diag);
	if (saturated || (fg_stacks_saturated(to) && !before))
		fg_warn(diag, (struct fg_loc){ name, 0 },
			"a weight does not fit in 64 bits and was capped");
	pthread_mutex_destroy(&job.lock);
	free(workers);
	return fg_lines_status(in) != FG_OK ? fg_lines_status(in) : status;
}
