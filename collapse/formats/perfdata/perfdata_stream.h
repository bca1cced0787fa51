/* SPDX-License-Identifier: MIT */
#ifndef PERFDATA_STREAM_H
#define PERFDATA_STREAM_H

#include "fg/lines.h"
#include "fg/perfdata.h"
#include "fg/unpack.h"

/*
 * The records of a recording, in file order:
 *
 *	u32 type, u16 misc, u16 size of all, then what the type says
 *
 * Records of `perf record -z` are unpacked: a COMPRESSED record has a part of
 * one zstd stream, which continues in the next one; a record inside it may
 * also continue there. AUXTRACE and TRACING_DATA have bytes after the record
 * that their size does not include.
 *
 *	struct stream stream = { .in = in, .left = UINT64_MAX };
 *	while (stream_next(&stream, &record))
 *		...
 *	if (stream.is_cut)
 *		... it ended inside of a record ...
 *	stream_free(&stream);
 */
struct record {
	uint32_t type;
	uint16_t misc;
	fg_str body; /* after the header; valid until the next call */
	uint64_t at; /* its position in the file */
	uint64_t time; /* ns; set by perfdata_order.h */
};

enum { RECORD_HEADER = 8 };

struct stream {
	struct fg_lines *in; /* borrowed */
	bool swapped;
	uint64_t left; /* bytes that may still be used; UINT64_MAX: all */
	uint64_t offset; /* in the file, of the next byte */
	bool is_cut; /* the input ended too early */
	const char *damage; /* NULL, or why the rest cannot be read */
	uint64_t damage_at;

	struct fg_buffer raw; /* read, not yet returned from raw_at on */
	size_t raw_at;
	struct fg_unzstd *unzstd; /* NULL until there are packed records */
	fg_str packed; /* the rest of a COMPRESSED record, in raw */
	bool has_more; /* `unzstd` may have more of it */
	struct fg_buffer plain; /* unpacked, not returned from plain_at on */
	size_t plain_at;
	struct fg_buffer behind; /* bytes after the last record */
};

/* The next record; false at the end, or where nothing can be read further. */
bool stream_next(struct stream *stream, struct record *record);

/*
 * Reads `n` bytes that are not a record; fewer at the end. Valid until the
 * next call.
 */
fg_str stream_take(struct stream *stream, size_t n);

/* Frees the stream's memory, not `in`. */
void stream_free(struct stream *stream);

#endif
