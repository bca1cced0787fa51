/* SPDX-License-Identifier: MIT */
/*
 * Sharing a text among threads.
 *
 * The input is read in blocks that end between two samples (perf_cut). Each
 * thread takes the next one under the lock and parses it: the first with the
 * run's parser into the run's profile, each other thread into a profile of its
 * own, which is merged at the end.
 *
 * A sample depends on the samples before it in only one way: whether the text
 * has headers at all. Until the first header, and where a block could not be
 * cut between samples, the run's parser reads the block under the lock and in
 * its turn, whichever thread took it. So the result never depends on which
 * thread read which block.
 */
#include <pthread.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "perf_end.h"
#include "perf_scan.h"
#include "perf_threads.h"

enum {
	BLOCK_SIZE = (256 << 10) / FG_SHARE_SOONER,
	/* only one thread reads at a time, which is a quarter of all work */
	THREADS_MAX = 8,
};

/* Lines for one parser. */
struct block {
	struct fg_buffer text;
	uint64_t number;
	bool whole; /* it ends between two samples */
	bool half; /* it is the last block, and its last sample was cut */
};

/* How the text ends. */
struct ending {
	bool no_end; /* its last line has no LF, */
	bool no_line; /* and so it was not read */
	bool dropped; /* and the last sample does not count */
};

struct team {
	struct collapse *c;
	struct perf_run *run;
	pthread_mutex_t lock; /* protects the fields below, and c->in */
	pthread_mutex_t parser; /* the run's parser; taken after `lock` */
	pthread_mutex_t patterns; /* for the filters */
	bool alone; /* no other thread: the run's parser reads all */
	bool settled; /* the text has headers */
	bool goes_on; /* the last block ended inside a sample */
	uint64_t blocks; /* given out so far */
	struct ending ending;
	uint32_t *lines; /* in each block */
	size_t lines_room;
};

struct worker {
	struct team *team;
	struct perf_parser own;
	struct fg_stacks *stacks; /* NULL: it uses the run's parser */
	struct block block;
	pthread_t thread;
	bool started;
};

static fg_str text_of(const struct block *block)
{
	return (fg_str){ block->text.p, block->text.n };
}

/* Parses the block; returns whether its last sample was dropped. */
static bool parse(struct perf_parser *parser, const struct block *block,
		  const struct team *team)
{
	perf_scan_block(parser, text_of(block),
			team->run->blocks + block->number);
	if (block->half)
		return perf_parser_drop_half(parser);
	if (block->whole)
		perf_parser_end_block(parser);
	return false;
}

static void parse_in_turn(struct team *team, const struct block *block)
{
	struct perf_parser *parser = &team->run->parser;

	team->ending.dropped |= parse(parser, block, team);
	team->goes_on = !block->whole;
	team->settled = !team->alone && parser->header_seen;
	team->lines[block->number] = (uint32_t)parser->line;
}

static fg_str last_line(fg_str text)
{
	size_t start = fg_rfind_char(text, '\n');

	return start == text.n ? text : fg_slice(text, start + 1, text.n);
}

/* Only the last line of the text can lack its LF. */
static void check_ending(struct team *team, struct block *block)
{
	fg_str text = text_of(block), part = last_line(text), before;

	block->half = fg_lines_cut(team->c->in);
	if (part.n == 0)
		return;
	team->ending.no_end = true;
	if (perf_end_is_whole(part))
		return;
	team->ending.no_line = true;
	block->text.n -= part.n;
	before = text_of(block);
	if (before.n > 0)
		before.n--;
	block->half = perf_end_goes_on(fg_trim_end(last_line(before)), part);
}

static bool next_block(struct team *team, struct block *block)
{
	size_t size = team->c->options->block_size;

	if (!fg_lines_block(team->c->in, &block->text, size ? size : BLOCK_SIZE,
			    perf_cut, &block->whole, NULL))
		return false;
	block->number = team->blocks++;
	FG_RESERVE(&team->lines, &team->lines_room, team->blocks);
	check_ending(team, block);
	return true;
}

/*
 * Takes the next block, after it has parsed all blocks that must be parsed in
 * their turn; false at the end.
 */
static bool take_locked(struct team *team, struct block *block)
{
	bool in_turn = false, got = false;

	while (!got && next_block(team, block)) {
		got = block->whole && team->settled && !team->goes_on;
		if (got)
			break;
		if (!in_turn)
			pthread_mutex_lock(&team->parser);
		in_turn = true;
		parse_in_turn(team, block);
	}
	if (in_turn)
		pthread_mutex_unlock(&team->parser);
	return got;
}

static bool take_block(struct worker *worker)
{
	struct team *team = worker->team;
	bool got;

	pthread_mutex_lock(&team->lock);
	got = take_locked(team, &worker->block);
	pthread_mutex_unlock(&team->lock);
	return got;
}

static void parse_own(struct worker *worker)
{
	struct team *team = worker->team;
	bool own = worker->stacks != NULL, dropped;
	struct perf_parser *parser = own ? &worker->own : &team->run->parser;
	uint32_t lines;

	if (!own)
		pthread_mutex_lock(&team->parser);
	dropped = parse(parser, &worker->block, team);
	lines = (uint32_t)parser->line;
	if (!own)
		pthread_mutex_unlock(&team->parser);
	pthread_mutex_lock(&team->lock);
	team->lines[worker->block.number] = lines;
	team->ending.dropped |= dropped;
	pthread_mutex_unlock(&team->lock);
}

static void *work(void *arg)
{
	struct worker *worker = arg;

	while (take_block(worker))
		parse_own(worker);
	return NULL;
}

static void worker_init(struct worker *worker, struct team *team)
{
	const struct collapse_options *options = team->c->options;

	worker->team = team;
	worker->stacks = fg_stacks_new(FG_FOLD);
	perf_parser_init(&worker->own, options, &team->run->choice,
			 worker->stacks);
	worker->own.header_seen = true;
	/* events that cannot win need not be kept */
	worker->own.events.candidates.rank =
		team->run->parser.events.candidates.rank;
	worker->own.filter.lock = &team->patterns;
}

static void worker_end(struct worker *worker)
{
	struct perf_parser *sum = &worker->team->run->parser;

	perf_counts_add(&sum->counts, &worker->own.counts);
	perf_events_merge(&sum->events, &worker->own.events);
	perf_deferred_merge(sum, &worker->own);
	perf_parser_free(&worker->own);
	fg_stacks_free(worker->stacks);
	free(worker->block.text.p);
}

/* Runs all workers. Worker 0 is the caller, and has a block to begin with. */
static void work_together(struct worker *workers, size_t count)
{
	for (size_t i = 1; i < count; i++)
		workers[i].started = pthread_create(&workers[i].thread, NULL,
						    work, &workers[i]) == 0;
	parse_own(&workers[0]);
	work(&workers[0]);
	for (size_t i = 1; i < count; i++) {
		if (workers[i].started)
			pthread_join(workers[i].thread, NULL);
	}
}

/*
 * The number of threads that can be used: one, if samples must be read in
 * their order.
 */
static size_t useful_threads(const struct collapse_options *options)
{
	if (options->no_aggregate || options->off_cpu || options->threads < 1)
		return 1;
	return options->threads < THREADS_MAX ? options->threads : THREADS_MAX;
}

static void find_odd(struct team *team)
{
	struct perf_counts *counts = &team->run->parser.counts;
	uint64_t block = (counts->first_odd >> 32) - team->run->blocks;
	uint64_t line = (uint32_t)counts->first_odd;

	if (counts->first_odd == UINT64_MAX || team->run->has_odd)
		return;
	for (uint64_t i = 0; i < block; i++)
		line += team->lines[i];
	team->run->odd =
		(struct fg_loc){ fg_lines_loc(team->c->in).file, line };
	team->run->has_odd = true;
}

/* Warns if the text was cut, because any part of its samples may be lost. */
static void tell_ending(const struct team *team)
{
	struct fg_loc loc = fg_lines_whole(team->c->in);
	const struct ending *ending = &team->ending;

	loc.line = ending->no_line;
	for (uint64_t i = 0; i < team->blocks; i++)
		loc.line += team->lines[i];
	if (ending->dropped && ending->no_line)
		fg_doubt(team->c->diag, loc,
			 "the text ends inside this line: it was cut, and the "
			 "incomplete sample does not count");
	else if (ending->no_line)
		fg_doubt(team->c->diag, loc,
			 "the text ends inside this line: it was cut");
	else if (ending->no_end)
		fg_doubt(team->c->diag, loc,
			 "the last line has no end: the text may have been "
			 "cut");
}

static void read_all(struct team *team, size_t threads)
{
	struct worker *workers = fg_calloc(threads, sizeof *workers);
	struct worker *first = &workers[0];

	first->team = team;
	if (take_block(first)) {
		for (size_t i = 1; i < threads; i++)
			worker_init(&workers[i], team);
		work_together(workers, threads);
		for (size_t i = 1; i < threads; i++)
			worker_end(&workers[i]);
	}
	free(first->block.text.p);
	free(workers);
}

fg_status perf_read(struct collapse *c, struct perf_run *run)
{
	size_t threads = useful_threads(c->options);
	struct team team = { .c = c, .run = run, .alone = threads < 2 };

	pthread_mutex_init(&team.lock, NULL);
	pthread_mutex_init(&team.parser, NULL);
	pthread_mutex_init(&team.patterns, NULL);
	run->parser.filter.lock = &team.patterns;
	read_all(&team, threads);
	if (team.goes_on && fg_lines_cut(c->in))
		(void)perf_parser_drop_half(&run->parser);
	perf_parser_end_file(&run->parser, c->allowance);
	tell_ending(&team);
	find_odd(&team);
	run->blocks += team.blocks;
	run->parser.filter.lock = NULL;
	pthread_mutex_destroy(&team.patterns);
	pthread_mutex_destroy(&team.parser);
	pthread_mutex_destroy(&team.lock);
	free(team.lines);
	return fg_lines_status(c->in);
}
