/* SPDX-License-Identifier: MIT */
/*
 * Several threads take a chunk of items each, write them into memory of their
 * own, and wait for their turn to write this to the output. This helps where
 * looking up the items takes most of the time, although there is only one
 * file.
 */
#include <pthread.h>
#include <stdlib.h>

#include "fg/alloc.h"
#include "fg/out.h"
#include "fg/threads.h"

enum {
	CHUNK = FG_SHARE_SOONER > 1 ? 2 : 256,
	PART = (256 << 10) / FG_SHARE_SOONER,
};

struct team {
	struct fg_out *out; /* the thread whose turn it is writes to it */
	size_t count; /* items */
	fg_put_fn put;
	const void *ctx;

	pthread_mutex_t lock; /* protects the fields below */
	pthread_cond_t next;
	size_t taken, turn; /* chunks */
};

struct writer {
	struct team *team;
	struct fg_out *memory;
	size_t chunk; /* the one it has taken */
};

static bool take_chunk(struct writer *writer)
{
	struct team *team = writer->team;

	pthread_mutex_lock(&team->lock);
	writer->chunk = team->taken++;
	pthread_mutex_unlock(&team->lock);
	return writer->chunk * CHUNK < team->count;
}

/*
 * Waits for its turn, which lasts until next_turn(), and writes its memory
 * out.
 */
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

/* Writes the items of its chunk; hands over early when its memory is full. */
static void put_chunk(struct writer *writer)
{
	const struct team *team = writer->team;
	size_t from = writer->chunk * CHUNK, left = team->count - from;
	size_t stop = left < CHUNK ? team->count : from + CHUNK;

	for (size_t i = from; i < stop; i++) {
		team->put(team->ctx, writer->memory, i);
		if (writer->memory->used > PART)
			hand_over(writer);
	}
}

static void work(void *item)
{
	struct writer *writer = item;

	while (take_chunk(writer)) {
		put_chunk(writer);
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

/* More threads do not help, because only one writes at a time. */
static size_t useful_threads(unsigned threads, size_t chunks)
{
	enum { MOST = 4, CHUNKS_EACH = 4 };
	size_t useful = chunks / CHUNKS_EACH;

	useful = useful < threads ? useful : threads;
	return useful < MOST ? useful : MOST;
}

void fg_out_items(struct fg_out *out, size_t count, unsigned threads,
		  fg_put_fn put, const void *ctx)
{
	struct team team = { out, count, put, ctx, .taken = 0 };
	size_t useful = useful_threads(threads, (count + CHUNK - 1) / CHUNK);

	if (useful > 1)
		put_together(&team, useful);
	for (size_t i = 0; useful < 2 && i < count; i++)
		put(ctx, out, i);
}
