/* SPDX-License-Identifier: MIT */
/* Sorted order visits the records at random, hence the asking ahead. */
#include <pthread.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/folded.h"
#include "fg/out.h"
#include "fg/text.h"
#include "fg/threads.h"
#include "store.h"

/* LF would end the line; so it becomes a blank, where there is any. */
static void put_name(struct fg_out *out, fg_str name, bool line_feeds)
{
	if (!line_feeds) {
		fg_out_puts(out, name);
		return;
	}
	for (size_t i = 0; i < name.n; i++)
		fg_out_char(out, name.p[i] == '\n' ? ' ' : name.p[i]);
}

static bool has_line_feed(const struct fg_frames *frames)
{
	for (size_t i = 0; i < fg_frames_count(frames); i++) {
		fg_str name = fg_frames_name(frames, (fg_frame)i);

		if (fg_find_char(name, '\n') < name.n)
			return true;
	}
	return false;
}

static void put_stack(struct fg_out *out, const struct fg_frames *names,
		      const fg_frame *ids, size_t depth, bool line_feeds)
{
	for (size_t d = 0; d < depth; d++) {
		if (d > 0)
			fg_out_char(out, ';');
		put_name(out, fg_frames_name(names, ids[d]), line_feeds);
	}
	/* "# name 5" would be a comment, "# name; 5" is the same stack */
	if (depth == 1 &&
	    fg_folded_is_comment(fg_trim(fg_frames_name(names, *ids))))
		fg_out_char(out, ';');
}

void fg_out_stack(struct fg_out *out, const struct fg_frames *names,
		  const fg_frame *ids, size_t depth)
{
	put_stack(out, names, ids, depth, false);
}

static void put_record(struct fg_out *out, const struct fg_stacks *stacks,
		       const struct record *record, bool line_feeds)
{
	put_stack(out, stacks->frames, record->ids, record->depth, line_feeds);
	for (unsigned c = 0; c < (stacks->second ? 2 : 1); c++) {
		fg_out_char(out, ' ');
		fg_out_number(out, fg_record_weight(stacks, record, c),
			      stacks->scale);
	}
	fg_out_char(out, '\n');
}

/*
 * Several threads take so many stacks at a time, each writes them into memory
 * of its own, and waits for its turn to give that to the output: where names
 * are looked up is most of the time, the file is only one.
 */
enum { CHUNK = 256, PART = 256 << 10 };

struct team {
	const struct fg_stacks *stacks;
	const struct placed *order; /* NULL: that of arrival */
	bool line_feeds;
	struct fg_out *out; /* whose turn it is writes to it */

	pthread_mutex_t lock; /* for all that follows */
	pthread_cond_t next;
	size_t taken, turn; /* chunks */
};

struct writer {
	struct team *team;
	struct fg_out *memory;
	size_t chunk; /* the one it has taken */
};

static const struct record *record_at(const struct team *team, size_t i)
{
	return fg_record(team->stacks, team->order ? team->order[i].handle
						   : team->stacks->handles[i]);
}

static bool take_chunk(struct writer *writer)
{
	struct team *team = writer->team;

	pthread_mutex_lock(&team->lock);
	writer->chunk = team->taken++;
	pthread_mutex_unlock(&team->lock);
	return writer->chunk * CHUNK < team->stacks->count;
}

/* Waits for the turn, which it keeps until next_turn(). */
static void hand_over(struct writer *writer)
{
	struct team *team = writer->team;

	pthread_mutex_lock(&team->lock);
	while (team->turn != writer->chunk)
		pthread_cond_wait(&team->next, &team->lock);
	pthread_mutex_unlock(&team->lock);
	fg_out_write(team->out, writer->memory->buffer, writer->memory->used);
	writer->memory->used = 0;
}

static void next_turn(struct team *team)
{
	pthread_mutex_lock(&team->lock);
	team->turn++;
	pthread_cond_broadcast(&team->next);
	pthread_mutex_unlock(&team->lock);
}

/* Puts the stacks of a chunk; a writer hands over what becomes too much. */
static void put_chunk(const struct team *team, size_t chunk, struct fg_out *to,
		      struct writer *writer)
{
	size_t from = chunk * CHUNK, stop = team->stacks->count;

	if (stop - from > CHUNK)
		stop = from + CHUNK;
	for (size_t i = from; i < stop; i++) {
		if (i + AHEAD < stop)
			FG_PREFETCH(record_at(team, i + AHEAD));
		put_record(to, team->stacks, record_at(team, i),
			   team->line_feeds);
		if (writer && to->used > PART)
			hand_over(writer);
	}
}

static void work(void *item)
{
	struct writer *writer = item;

	while (take_chunk(writer)) {
		put_chunk(writer->team, writer->chunk, writer->memory, writer);
		hand_over(writer);
		next_turn(writer->team);
	}
}

static void put_together(struct team *team, size_t threads)
{
	struct writer *writers = fg_calloc(threads, sizeof *writers);

	pthread_mutex_init(&team->lock, NULL);
	pthread_cond_init(&team->next, NULL);
	for (size_t i = 0; i < threads; i++) {
		writers[i].team = team;
		writers[i].memory = fg_out_memory();
	}
	fg_threads_run(work, writers, threads, sizeof *writers);
	for (size_t i = 0; i < threads; i++)
		fg_out_free(writers[i].memory);
	pthread_cond_destroy(&team->next);
	pthread_mutex_destroy(&team->lock);
	free(writers);
}

/* More do not help: writing is one thread's at a time. */
static size_t useful_threads(unsigned threads, size_t chunks)
{
	enum { MOST = 4, CHUNKS_EACH = 4 };
	size_t useful = chunks / CHUNKS_EACH;

	useful = useful < threads ? useful : threads;
	return useful < MOST ? useful : MOST;
}

void fg_out_folded(struct fg_out *out, const struct fg_stacks *stacks,
		   unsigned threads)
{
	struct placed *order = fg_stacks_in_order(stacks)
				       ? NULL
				       : fg_stacks_place(stacks, FG_BY_LINE, 0);
	struct team team = {
		.stacks = stacks,
		.order = order,
		.line_feeds = has_line_feed(stacks->frames),
		.out = out,
	};
	size_t chunks = (stacks->count + CHUNK - 1) / CHUNK;
	size_t useful = useful_threads(threads, chunks);

	if (useful > 1)
		put_together(&team, useful);
	for (size_t i = 0; useful < 2 && i < chunks; i++)
		put_chunk(&team, i, out, NULL);
	free(order);
}
