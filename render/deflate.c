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
	SAMPLE = 1 << 14, /* bytes of a piece that decide how to pack it */
	WINDOW = 1 << 15,
	RAW = -15, /* zlib: no header, the largest window */
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

/* A compressor is 256 kB of fresh memory: each thread has one. */
static void packer_init(z_stream *z, int level)
{
	*z = (z_stream){ 0 };
	if (deflateInit2(z, level, Z_DEFLATED, RAW, MEMORY,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		fg_out_of_memory(WINDOW);
}

/* How to pack some bytes. */
struct way {
	int level, strategy;
	int flush; /* what ends them */
	fg_str before; /* where repeats may be, too */
};

static void put_room(z_stream *z, struct fg_out *to, unsigned char *room,
		     size_t size)
{
	fg_out_write(to, (char *)room, size - z->avail_out);
	z->next_out = room;
	z->avail_out = (uInt)size;
}

/* Adds the bytes, packed. */
static void pack(z_stream *z, const struct way *way, fg_str bytes,
		 struct fg_out *to)
{
	unsigned char room[1 << 14];
	bool full;

	deflateReset(z);
	z->next_out = room;
	z->avail_out = sizeof room;
	/* old versions of zlib may write here */
	deflateParams(z, way->level, way->strategy);
	if (way->before.n > 0 && way->strategy != Z_HUFFMAN_ONLY)
		deflateSetDictionary(z, (const Bytef *)way->before.p,
				     (uInt)way->before.n);
	z->next_in = (const Bytef *)bytes.p;
	z->avail_in = (uInt)bytes.n;
	do {
		deflate(z, way->flush);
		full = z->avail_out == 0;
		put_room(z, to, room, sizeof room);
	} while (full);
	z->next_out = NULL; /* the buffer may move */
}

/*
 * Numbers without repeated sequences become smaller by their frequencies alone
 * (Z_HUFFMAN_ONLY), in a tenth of the time. Repeats are used only if they save
 * enough.
 */
static bool repeats_win(const struct fg_out *repeats,
			const struct fg_out *alone)
{
	return repeats->used < alone->used - alone->used / 16;
}

/* Chooses the strategy by a sample from the middle. */
static int strategy_for(z_stream *z, struct way way, fg_str bytes)
{
	size_t from = (bytes.n - SAMPLE) / 2;
	fg_str sample = fg_slice(bytes, from, from + SAMPLE);
	struct fg_out *repeats = fg_out_memory(), *alone = fg_out_memory();
	bool win;

	way.flush = Z_FINISH;
	way.before.n = 0;
	pack(z, &way, sample, repeats);
	way.strategy = Z_HUFFMAN_ONLY;
	pack(z, &way, sample, alone);
	win = repeats_win(repeats, alone);
	fg_out_free(repeats);
	fg_out_free(alone);
	return win ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY;
}

/* Packs a short text in both ways and keeps the smaller result. */
static struct fg_out *pack_small(z_stream *z, struct way way, fg_str bytes)
{
	struct fg_out *repeats = fg_out_memory(), *alone = fg_out_memory();

	pack(z, &way, bytes, repeats);
	way.strategy = Z_HUFFMAN_ONLY;
	pack(z, &way, bytes, alone);
	if (repeats_win(repeats, alone)) {
		fg_out_free(alone);
		return repeats;
	}
	fg_out_free(repeats);
	return alone;
}

static void pack_piece(const struct job *job, struct piece *piece, z_stream *z)
{
	fg_str bytes = fg_slice(job->bytes, piece->from, piece->to);
	size_t before = piece->from < WINDOW ? piece->from : WINDOW;
	bool last = piece + 1 == job->pieces + job->count;
	struct way way = {
		.level = job->level,
		.flush = last ? Z_FINISH : Z_SYNC_FLUSH,
		.before = { bytes.p - before, before },
	};

	piece->sum = adler32(1, (const Bytef *)bytes.p, (uInt)bytes.n);
	if (bytes.n <= SAMPLE) {
		piece->packed = pack_small(z, way, bytes);
		return;
	}
	way.strategy = strategy_for(z, way, bytes);
	piece->packed = fg_out_memory();
	pack(z, &way, bytes, piece->packed);
}

static bool take_piece(struct job *job, size_t *i)
{
	pthread_mutex_lock(&job->lock);
	*i = job->next++;
	pthread_mutex_unlock(&job->lock);
	return *i < job->count;
}

static void work(void *item)
{
	struct job *job = *(struct job **)item;
	z_stream z;
	size_t i;

	packer_init(&z, job->level);
	while (take_piece(job, &i))
		pack_piece(job, &job->pieces[i], &z);
	deflateEnd(&z);
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
