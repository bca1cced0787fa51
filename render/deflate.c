/* SPDX-License-Identifier: MIT */
#include "deflate.h"

#include <pthread.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

#include "fg/alloc.h"
#include "fg/text.h"
#include "fg/threads.h"

enum {
	PIECE = 1 << 18, /* bytes: large enough that joins cost little */
	WINDOW = 1 << 15,
	RAW = -15, /* zlib's word for: no header, the largest window */
	MEMORY = 8, /* zlib's default */
};

struct job {
	fg_str bytes;
	int level;
	size_t pieces, next;
	struct fg_out **done; /* by number of piece */
	uLong *sums;
	pthread_mutex_t lock;
};

static fg_str piece_of(const struct job *job, size_t i)
{
	size_t from = i * PIECE, left = job->bytes.n - from;

	return fg_slice(job->bytes, from, from + (left < PIECE ? left : PIECE));
}

static void begin(z_stream *z, const struct job *job, size_t i)
{
	fg_str piece = piece_of(job, i);

	if (deflateInit2(z, job->level, Z_DEFLATED, RAW, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		fg_out_of_memory(WINDOW);
	if (i > 0)
		deflateSetDictionary(z, (const Bytef *)piece.p - WINDOW,
				     WINDOW);
	z->next_in = (const Bytef *)piece.p;
	z->avail_in = (uInt)piece.n;
}

static void pack_piece(struct job *job, size_t i)
{
	fg_str piece = piece_of(job, i);
	struct fg_out *to = fg_out_memory();
	int flush = i + 1 == job->pieces ? Z_FINISH : Z_SYNC_FLUSH;
	unsigned char room[1 << 14];
	z_stream z = { 0 };

	begin(&z, job, i);
	do {
		z.next_out = room;
		z.avail_out = sizeof room;
		deflate(&z, flush);
		fg_out_write(to, (char *)room, sizeof room - z.avail_out);
	} while (z.avail_out == 0);
	deflateEnd(&z);
	job->done[i] = to;
	job->sums[i] = adler32(1, (const Bytef *)piece.p, (uInt)piece.n);
}

static void work(void *item)
{
	struct job *job = *(struct job **)item;

	for (;;) {
		size_t i;

		pthread_mutex_lock(&job->lock);
		i = job->next++;
		pthread_mutex_unlock(&job->lock);
		if (i >= job->pieces)
			return;
		pack_piece(job, i);
	}
}

static void run(struct job *job)
{
	size_t count = fg_threads_available();
	struct job **items;

	count = count < job->pieces ? count : job->pieces;
	items = fg_malloc(count * sizeof(struct job *));
	for (size_t i = 0; i < count; i++)
		items[i] = job;
	pthread_mutex_init(&job->lock, NULL);
	fg_threads_run(work, items, count, sizeof *items);
	pthread_mutex_destroy(&job->lock);
	free(items);
}

struct fg_out *deflate_bytes(fg_str bytes, int level)
{
	struct job job = { .bytes = bytes, .level = level };
	struct fg_out *to = fg_out_memory();
	uLong sum = 1;

	job.pieces = bytes.n == 0 ? 1 : (bytes.n + PIECE - 1) / PIECE;
	job.done = fg_calloc(job.pieces, sizeof *job.done);
	job.sums = fg_calloc(job.pieces, sizeof *job.sums);
	run(&job);
	/* the header for a window of 32 kB, of any level */
	fg_out_write(to, "\x78\x9c", 2);
	for (size_t i = 0; i < job.pieces; i++) {
		fg_out_write(to, job.done[i]->buffer, job.done[i]->used);
		fg_out_free(job.done[i]);
		sum = adler32_combine(sum, job.sums[i],
				      (z_off_t)piece_of(&job, i).n);
	}
	for (int shift = 24; shift >= 0; shift -= 8)
		fg_out_char(to, (char)(sum >> shift & 255));
	free(job.done);
	free(job.sums);
	return to;
}
