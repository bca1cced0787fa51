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
	PIECE = 1 << 17, /* bytes: large enough that joins cost little */
	SAMPLE = 1 << 14, /* bytes of it to judge it by */
	WINDOW = 1 << 15,
	RAW = -15, /* zlib's word for: no header, the largest window */
	MEMORY = 8, /* zlib's default */
};

struct piece {
	size_t from, to;
	struct fg_out *packed;
	uLong sum;
};

struct job {
	fg_str bytes;
	int level;
	struct piece *pieces;
	size_t count, room, next;
	pthread_mutex_t lock;
};

static void begin(z_stream *z, fg_str bytes, int level, int strategy)
{
	*z = (z_stream){ 0 };
	if (deflateInit2(z, level, Z_DEFLATED, RAW, MEMORY, strategy) != Z_OK)
		fg_out_of_memory(WINDOW);
	z->next_in = (const Bytef *)bytes.p;
	z->avail_in = (uInt)bytes.n;
}

/* Packs all that `z` has; to NULL, only counts. Returns the size. */
static size_t finish(z_stream *z, int flush, struct fg_out *to)
{
	unsigned char room[1 << 14];
	size_t size = 0, n;

	do {
		z->next_out = room;
		z->avail_out = sizeof room;
		deflate(z, flush);
		n = sizeof room - z->avail_out;
		size += n;
		if (to)
			fg_out_write(to, (char *)room, n);
	} while (z->avail_out == 0);
	deflateEnd(z);
	return size;
}

/*
 * Numbers that do not repeat as a sequence are smaller by their frequencies
 * alone, and packed in a tenth of the time. Repeats must be worth it.
 */
static int strategy_for(fg_str bytes, int level)
{
	size_t from = bytes.n > SAMPLE ? (bytes.n - SAMPLE) / 2 : 0;
	size_t n = bytes.n < SAMPLE ? bytes.n : SAMPLE, repeats, alone;
	fg_str sample = fg_slice(bytes, from, from + n);
	z_stream z;

	begin(&z, sample, level, Z_HUFFMAN_ONLY);
	alone = finish(&z, Z_FINISH, NULL);
	begin(&z, sample, level, Z_DEFAULT_STRATEGY);
	repeats = finish(&z, Z_FINISH, NULL);
	return repeats < alone - alone / 16 ? Z_DEFAULT_STRATEGY
					    : Z_HUFFMAN_ONLY;
}

static void pack_piece(const struct job *job, struct piece *piece)
{
	fg_str bytes = fg_slice(job->bytes, piece->from, piece->to);
	size_t before = piece->from < WINDOW ? piece->from : WINDOW;
	bool last = piece + 1 == job->pieces + job->count;
	int strategy = strategy_for(bytes, job->level);
	z_stream z;

	piece->packed = fg_out_memory();
	piece->sum = adler32(1, (const Bytef *)bytes.p, (uInt)bytes.n);
	begin(&z, bytes, job->level, strategy);
	if (before > 0 && strategy != Z_HUFFMAN_ONLY)
		deflateSetDictionary(&z, (const Bytef *)bytes.p - before,
				     (uInt)before);
	finish(&z, last ? Z_FINISH : Z_SYNC_FLUSH, piece->packed);
}

static void work(void *item)
{
	struct job *job = *(struct job **)item;

	for (;;) {
		size_t i;

		pthread_mutex_lock(&job->lock);
		i = job->next++;
		pthread_mutex_unlock(&job->lock);
		if (i >= job->count)
			return;
		pack_piece(job, &job->pieces[i]);
	}
}

static void run(struct job *job)
{
	size_t count = fg_threads_available();
	struct job **items;

	count = count < job->count ? count : job->count;
	items = fg_malloc(count * sizeof(struct job *));
	for (size_t i = 0; i < count; i++)
		items[i] = job;
	pthread_mutex_init(&job->lock, NULL);
	fg_threads_run(work, items, count, sizeof *items);
	pthread_mutex_destroy(&job->lock);
	free(items);
}

static void add_piece(struct job *job, size_t from, size_t to)
{
	FG_RESERVE(&job->pieces, &job->room, job->count + 1);
	job->pieces[job->count++] = (struct piece){ from, to, NULL, 0 };
}

static void cut(struct job *job, const size_t *ends, size_t parts)
{
	size_t from = 0;

	for (size_t i = 0; i < parts; i++) {
		for (; ends[i] - from > PIECE; from += PIECE)
			add_piece(job, from, from + PIECE);
		if (from < ends[i])
			add_piece(job, from, ends[i]);
		from = ends[i];
	}
	if (job->count == 0)
		add_piece(job, 0, 0);
}

struct fg_out *deflate_bytes(fg_str bytes, const size_t *ends, size_t parts,
			     int level)
{
	struct job job = { .bytes = bytes, .level = level };
	struct fg_out *to = fg_out_memory();
	uLong sum = 1;

	cut(&job, ends, parts);
	run(&job);
	/* the header for a window of 32 kB, of any level */
	fg_out_write(to, "\x78\x9c", 2);
	for (size_t i = 0; i < job.count; i++) {
		struct piece *piece = &job.pieces[i];

		fg_out_write(to, piece->packed->buffer, piece->packed->used);
		fg_out_free(piece->packed);
		sum = adler32_combine(sum, piece->sum,
				      (z_off_t)(piece->to - piece->from));
	}
	for (int shift = 24; shift >= 0; shift -= 8)
		fg_out_char(to, (char)(sum >> shift & 255));
	free(job.pieces);
	return to;
}
